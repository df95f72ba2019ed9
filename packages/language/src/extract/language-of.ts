import { languages } from './languages/index.ts';

let known: (readonly [code: string, words: ReadonlySet<string>])[] | undefined;
const scripts: readonly (readonly [RegExp, string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Han}/u, 'zh'],
  [/\p{Script=Cyrillic}/u, 'ru'],
  [/\p{Script=Devanagari}/u, 'hi'],
  [/\p{Script=Arabic}/u, 'ar'],
];

/** The most likely language of a text; English by default. */
export function languageOf(text: string): string {
  const byScript = scripts.find(([script]) => script.test(text));
  if (byScript !== undefined) return byScript[1];
  known ??= Object.entries(languages).flatMap(([code, { short }]) =>
    short === undefined ? [] : [[code, new Set(short.split(' '))] as const],
  );
  const words =
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}']+/gu) ?? [];
  let [best, most] = ['en', 0];
  for (const [code, list] of known) {
    const count = words.filter((word) => list.has(word)).length;
    if (count > most) [best, most] = [code, count];
  }
  return best;
}
