import { hashTrait, type SparseRow } from '../trees/index.ts';
import { type Alignment, dimensions, sameWord, sumOfWords } from './compare-words.ts';
import type { Statement } from './read-statement.ts';
import type { Word } from './words.ts';

/** The words of a pair: input of the two linear tables. */
export interface Wording {
  /** Hashed words and pieces of words, normalised by their number. */
  traits: SparseRow;
  /**
   * Mean vectors of the newer statement's words that the older one does not have, of the reverse, and of all newer
   * ones.
   */
  meaning: Float32Array;
}

export const wordingBuckets = 8192;
const meaningSize = 3 * dimensions;

export function wordingOf(
  older: Statement,
  newer: Statement,
  { aligned, known }: { aligned: Alignment; known: boolean },
): Wording {
  const lacking = (words: readonly Word[], best: readonly number[]) =>
    words.filter((_, at) => (best[at] as number) < sameWord);
  const [left, added] = [lacking(older.words, aligned.older), lacking(newer.words, aligned.newer)];
  const meaning = new Float32Array(meaningSize);
  if (known)
    for (const [part, sum] of [sumOfWords(added), sumOfWords(left), newer.sum].entries())
      meaning.set(sum, part * dimensions);
  const places = [...placesOf(added, newer, 'n'), ...placesOf(left, older, 'o')];
  const value = 1 / Math.sqrt(Math.max(1, places.length));
  return { traits: { places, values: places.map(() => value) }, meaning };
}

/** Words, their pieces, so that unseen forms are near known ones, and all pairs of neighbours. */
function placesOf(words: readonly Word[], { neighbours }: Statement, side: string): number[] {
  const traits = new Set<string>();
  for (const word of words) for (const trait of word.traits) traits.add(trait);
  for (const pair of neighbours) traits.add(pair);
  return Array.from(traits, (trait) => hashTrait(trait, side) % wordingBuckets);
}
