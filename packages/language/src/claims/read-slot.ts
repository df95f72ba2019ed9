import { dot, sumOfWords } from './compare-words.ts';
import type { Statement } from './read-statement.ts';
import type { Word } from './words.ts';

/** Only the beginning of longer ones is searched for common words. */
const longestSlot = 24;

/**
 * Where two statements are alike from their beginnings and ends, and what is between: `lives in Oslo` and `lives in
 * Rome` differ in one short place with values of one kind. `Ada lives in Oslo` and `Eva lives in Rome` differ in two
 * places, the first of which names the subject.
 */
export function readSlot(
  { content: older, contentSum: olderSum }: Statement,
  { content: newer, contentSum: newerSum }: Statement,
): number[] {
  const shorter = Math.min(older.length, newer.length);
  let start = 0;
  while (start < shorter && isSame(older[start], newer[start])) start++;
  let end = 0;
  while (end < shorter - start && isSame(older.at(-1 - end), newer.at(-1 - end))) end++;
  const [left, added] = [older, newer].map((words) => words.slice(start, words.length - end)) as [
    Word[],
    Word[],
  ];
  const alike = start + end > 0;
  const leftSum = alike ? sumOfWords(left) : olderSum;
  const addedSum = alike ? sumOfWords(added) : newerSum;
  const inner = sharedInOrder(left.slice(0, longestSlot), added.slice(0, longestSlot));
  const [first, last] = [inner[0], inner.at(-1)];
  const [leftFirst, addedFirst] = [left.slice(0, first?.[0]), added.slice(0, first?.[1])];
  const leftLast = last === undefined ? [] : left.slice(last[0] + 1);
  const addedLast = last === undefined ? [] : added.slice(last[1] + 1);
  return [
    start,
    end,
    left.length,
    added.length,
    (start + end) / Math.max(1, shorter),
    dot(leftSum, addedSum),
    ...agreements(left, added),
    weightOf(older.slice(0, start)),
    weightOf(older.slice(older.length - end)),
    weightOf(inner.map(([place]) => left[place] as Word)),
    leftFirst.length,
    addedFirst.length,
    ...compareSlots(leftFirst, addedFirst),
    leftLast.length,
    addedLast.length,
    ...compareSlots(leftLast, addedLast),
    ...(start > 0 ? [1, 1] : [metShare(leftFirst, newer), metShare(addedFirst, older)]),
    ...names(older, newer),
  ];
}

function isSame(one?: Word, other?: Word): boolean {
  return one !== undefined && one.key === other?.key;
}

/** Positions of the longest common subsequence of words. */
function sharedInOrder(one: readonly Word[], other: readonly Word[]): [number, number][] {
  const longest = Array.from({ length: one.length + 1 }, () => new Uint8Array(other.length + 1));
  const lengthAt = (x: number, y: number) => longest[x]?.[y] ?? 0;
  for (let x = one.length - 1; x >= 0; x--)
    for (let y = other.length - 1; y >= 0; y--)
      (longest[x] as Uint8Array)[y] = isSame(one[x], other[y])
        ? lengthAt(x + 1, y + 1) + 1
        : Math.max(lengthAt(x + 1, y), lengthAt(x, y + 1));
  const shared: [number, number][] = [];
  for (let x = 0, y = 0; lengthAt(x, y) > 0; )
    if (isSame(one[x], other[y])) shared.push([x++, y++]);
    else if (lengthAt(x + 1, y) >= lengthAt(x, y + 1)) x++;
    else y++;
  return shared;
}

function compareSlots(left: readonly Word[], added: readonly Word[]): number[] {
  const empty = left.length === 0 || added.length === 0;
  return [empty ? 0 : dot(sumOfWords(left), sumOfWords(added)), ...agreements(left, added)];
}

function agreements(left: readonly Word[], added: readonly Word[]): number[] {
  return [
    agreement(left, added, ({ number }) => number !== undefined),
    agreement(left, added, ({ capital }) => capital),
  ];
}

function weightOf(words: readonly Word[]): number {
  return words.reduce((sum, { weight }) => sum + weight, 0);
}

/** How much of one statement's beginning the other one has anywhere. */
function metShare(words: readonly Word[], other: readonly Word[]): number {
  const keys = new Set(other.map(({ key }) => key));
  const all = weightOf(words);
  return all === 0 ? 1 : weightOf(words.filter(({ key }) => keys.has(key))) / all;
}

/**
 * Number of names in only the older statement, in only the newer one, and in both. The capital at the beginning of a
 * sentence does not count.
 */
function names(older: readonly Word[], newer: readonly Word[]): number[] {
  const [a, b] = [older, newer].map(
    (words) => new Set(words.slice(1).flatMap(({ capital, key }) => (capital ? [key] : []))),
  ) as [Set<string>, Set<string>];
  const shared = [...a].filter((name) => b.has(name)).length;
  return [a.size - shared, b.size - shared, shared];
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
