/** Chinese, Japanese and Korean: a character says as much as some letters. */
export const denseScript =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Letters of the languages in lower case, as ranges. */
const letters = 'a-zß-öø-ÿœа-яёぁ-ヿ㐀-鿿가-힣';

/** Before and behind a whole word, in patterns made by `patternOfPlain`. */
export const wordEdges = { before: `(?<![a-zß-öø-ÿœа-яё0-9])`, behind: `(?![a-zß-öø-ÿœа-яё0-9])` };

/**
 * A pattern over lower-case text, in which `\p{L}` and `\p{Script=Han}` are plain ranges: those of Unicode take a
 * hundred times as long to compile, and a program that learns from one turn needs many patterns.
 */
export function patternOfPlain(source: string): RegExp {
  return new RegExp(
    source
      .replaceAll(String.raw`\p{L}`, `[${letters}]`)
      .replaceAll(String.raw`\p{Script=Han}`, '[㐀-鿿]'),
  );
}
