import data from './stop-words.json' with { type: 'json' };

/**
 * `english`: function words, contractions without their apostrophe. Records index them like any other word; queries drop
 * them, unless they have nothing else. `characters` of Chinese, Japanese and Korean that alone are mostly particles and
 * pronouns; pairs are never stop words.
 */
const stopWords: ReadonlySet<string> = new Set([
  ...data.english.join(' ').split(' '),
  ...data.characters.join(''),
]);

/** Whether the word (lower case, folded, without apostrophes, not stemmed) or CJK character is a stop word. */
export function isStopWord(word: string): boolean {
  return stopWords.has(word);
}
