import { hashTrait, type SparseRow } from '../trees/index.ts';
import { type Alignment, dimensions, sameWord, sumOfWords } from './compare-words.ts';
import type { Word } from './words.ts';

/** What the words of a pair are, whatever they share: input of the two linear tables. */
export interface Wording {
  /** Hashed words and pieces of words. A row counts the same however many they are. */
  traits: SparseRow;
  /** Vectors of the newer statement's words that the older one lacks, of the other way round, and of all newer ones. */
  meaning: Float32Array;
}

export const wordingBuckets = 8192;
export const meaningSize = 3 * dimensions;

export function wordingOf(
  older: readonly Word[],
  newer: readonly Word[],
  { aligned, known }: { aligned: Alignment; known: boolean },
): Wording {
  const lacking = (words: readonly Word[], best: readonly number[]) =>
    words.filter((_, at) => (best[at] as number) < sameWord);
  const [left, added] = [lacking(older, aligned.older), lacking(newer, aligned.newer)];
  const meaning = new Float32Array(meaningSize);
  if (known)
    for (const [part, words] of [added, left, newer].entries())
      meaning.set(sumOfWords(words), part * dimensions);
  const traits = new Set<string>();
  addTraits(traits, 'n', { words: added, all: newer });
  addTraits(traits, 'o', { words: left, all: older });
  const places = [...traits].map((trait) => hashTrait(trait) % wordingBuckets);
  const value = 1 / Math.sqrt(Math.max(1, places.length));
  return { traits: { places, values: places.map(() => value) }, meaning };
}

/** Words, their pieces, so that forms never seen are near to others, and pairs of neighbours. */
function addTraits(
  traits: Set<string>,
  side: string,
  { words, all }: { words: readonly Word[]; all: readonly Word[] },
): void {
  for (const { key, number } of words) {
    if (number !== undefined) continue;
    traits.add(side + key);
    const padded = `_${key}_`;
    for (const size of [2, 3, 4])
      for (let at = 0; at + size <= padded.length; at++)
        traits.add(`${side}~${padded.slice(at, at + size)}`);
  }
  for (let at = 1; at < all.length; at++) traits.add(`${side}${all[at - 1]?.key} ${all[at]?.key}`);
}
