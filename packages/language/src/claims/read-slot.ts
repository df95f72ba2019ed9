import { dot, sumOfWords } from './compare-words.ts';
import type { Word } from './words.ts';

const capital = /^\p{Lu}/u;

/**
 * Where two statements are alike from their beginnings and from their ends, and what stands between: `lives in Oslo` and
 * `lives in Rome` differ in one short place, which holds a value of one kind.
 */
export function readSlot(older: readonly Word[], newer: readonly Word[]): number[] {
  const shorter = Math.min(older.length, newer.length);
  const isSame = (one?: Word, other?: Word) => one !== undefined && one.key === other?.key;
  let start = 0;
  while (start < shorter && isSame(older[start], newer[start])) start++;
  let end = 0;
  while (end < shorter - start && isSame(older.at(-1 - end), newer.at(-1 - end))) end++;
  const [left, added] = [older, newer].map((words) => words.slice(start, words.length - end)) as [
    Word[],
    Word[],
  ];
  return [
    start,
    end,
    left.length,
    added.length,
    (start + end) / Math.max(1, shorter),
    dot(sumOfWords(left), sumOfWords(added)),
    agreement(left, added, ({ number }) => number !== undefined),
    agreement(left, added, ({ surface }) => capital.test(surface)),
  ];
}

/** 1: both have it; -1: one of them; 0: none. */
function agreement(
  one: readonly Word[],
  other: readonly Word[],
  has: (word: Word) => boolean,
): number {
  const [a, b] = [one.some(has), other.some(has)];
  return a === b ? Number(a) : -1;
}
