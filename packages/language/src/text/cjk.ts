/**
 * Han, kana and hangul: scripts without spaces between words, or with spaces that do not separate words. The properties
 * are narrower than the scripts themselves, which also include symbols and marks.
 */
const cjkCharacters = String.raw`\p{Unified_Ideograph}\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u1100-\u11ff\u3131-\u318e\ua960-\ua97c\uac00-\ud7a3`;

const run = new RegExp(`[${cjkCharacters}]+`, 'gu');
const start = new RegExp(`^[${cjkCharacters}]`, 'u');

/** The text with a space on both sides of every run of CJK characters, so that `用node写` is three words. */
export function separateCjk(text: string): string {
  return text.replace(run, ' $& ');
}

/** Whether a word of {@link separateCjk}'s output is a CJK run. */
export function isCjkRun(word: string): boolean {
  return start.test(word);
}

/**
 * The terms of a CJK run: every character, and every pair of neighbours. Pairs replace words, which no small dictionary
 * finds reliably; characters find words that a query cuts differently or abbreviates.
 */
export function* cjkTerms(characters: string): Generator<string> {
  let previous = '';
  for (const character of characters) {
    if (previous !== '') yield previous + character;
    yield character;
    previous = character;
  }
}
