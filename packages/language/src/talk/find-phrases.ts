import { cachedByText, lowerCase, patternOfPlain, wordEdges } from '../text/index.ts';
import { type TalkMatter, talkPhrases } from './talk-phrases.ts';

/** Languages of one script are searched together, and only in texts with that script. */
const scripts = {
  han: /\p{Script=Han}/u,
  kana: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
  hangul: /\p{Script=Hangul}/u,
  cyrillic: /\p{Script=Cyrillic}/u,
  latin: /\p{Script=Latin}/u,
};
const scriptOf: Record<string, keyof typeof scripts> = {
  ...{ zh: 'han', ja: 'kana', ko: 'hangul', ru: 'cyrillic' },
};
const unspaced = new Set(['zh', 'ja', 'ko']);
/** The next word follows at once. */
const openEnded = new Set<TalkMatter>(['remember']);
const compiled = new Map<string, RegExp>();

function scriptsOf(text: string): (keyof typeof scripts)[] {
  const found = (Object.keys(scripts) as (keyof typeof scripts)[]).filter((name) =>
    scripts[name].test(text),
  );
  // Japanese has Chinese characters, too.
  return found.includes('kana') ? found.filter((name) => name !== 'han') : found;
}

/** `at`: only at the beginning of the text. */
function patternOf(matter: TalkMatter, used: readonly string[], at: 'anywhere' | 'start'): RegExp {
  const key = `${matter} ${used} ${at}`;
  let pattern = compiled.get(key);
  if (pattern === undefined) {
    const sources = Object.entries(talkPhrases).filter(([language]) =>
      used.includes(scriptOf[language] ?? 'latin'),
    );
    const [whole, pieces] = [false, true].map((isPiece) =>
      sources
        .filter(([language]) => unspaced.has(language) === isPiece)
        .map(([, phrases]) => phrases[matter])
        .join('|'),
    );
    const parts = [
      whole && `${wordEdges.before}(?:${whole})${openEnded.has(matter) ? '' : wordEdges.behind}`,
      pieces,
    ].filter(Boolean);
    pattern =
      parts.length === 0
        ? /(?!)/
        : patternOfPlain(`${at === 'start' ? '^' : ''}(?:${parts.join('|')})`);
    compiled.set(key, pattern);
  }
  return pattern;
}

const plainText = cachedByText((text) => lowerCase(text).replaceAll('’', "'"), 1000);
const usedScripts = cachedByText(scriptsOf, 1000);

/** Where a text has a phrase of a matter, in any language. */
export function findPhrase(
  matter: TalkMatter,
  text: string,
  at: 'anywhere' | 'start' = 'anywhere',
): { start: number; end: number } | undefined {
  const found = patternOf(matter, usedScripts(text), at).exec(plainText(text));
  return found === null ? undefined : { start: found.index, end: found.index + found[0].length };
}

/** Whether a text has a phrase of a matter, in any language. */
export function hasPhrase(matter: TalkMatter, text: string): boolean {
  return findPhrase(matter, text) !== undefined;
}
