import { dotProducts } from '@mneme/language/vectors';
import type { Word } from './words.ts';

/** From this similarity on two words count as the same: `house` and `home`, `работает` and `работала`. */
export const sameWord = 0.65;

/** For each word of one statement, its similarity to the nearest word of the other: 0 to 1. */
export interface Alignment {
  older: readonly number[];
  newer: readonly number[];
}

export function align(older: readonly Word[], newer: readonly Word[]): Alignment {
  const [a, b] = [older.map(() => 0), newer.map(() => 0)];
  const vectors = newer.flatMap(({ vector }) => (vector === undefined ? [] : [vector]));
  for (const [x, one] of older.entries()) {
    const first = older.indexOf(one);
    if (first < x) {
      a[x] = a[first] as number;
      continue;
    }
    const products = one.vector === undefined ? [] : dotProducts(one.vector, vectors);
    let known = 0;
    for (const [y, other] of newer.entries()) {
      const product = other.vector === undefined ? undefined : products[known++];
      const near = similarityOf(one, other, product);
      if (near > (a[x] as number)) a[x] = near;
      if (near > (b[y] as number)) b[y] = near;
    }
  }
  return { older: a, newer: b };
}

/** By meaning if the bundled table knows both, otherwise by spelling; a number is similar to nothing else. */
export function wordSimilarity(one: Word, other: Word): number {
  const [a, b] = [one.vector, other.vector];
  return similarityOf(one, other, a && b && dot(a, b));
}

/** `product`: of their vectors, if both have one. */
function similarityOf(one: Word, other: Word, product: number | undefined): number {
  if (one.key === other.key) return 1;
  if (one.number !== undefined || other.number !== undefined)
    return one.number === other.number ? 1 : 0;
  const spelled = likeness(one.key, other.key);
  if (product === undefined) return spelled;
  return Math.max(spelled >= 0.6 ? spelled : 0, product);
}

/** Share of letter pairs that two words have in common. */
function likeness(one: string, other: string): number {
  if (one.length < 3 || other.length < 3)
    return Math.min(one.length, other.length) === 2 && one.slice(0, 2) === other.slice(0, 2)
      ? 0.7
      : 0;
  let shared = 0;
  for (let at = 0; at < other.length - 1; at++) if (one.includes(other.slice(at, at + 2))) shared++;
  return (2 * shared) / (one.length + other.length - 2);
}

export const dimensions = 256;

/** Of length 1, or all zeros. */
export function sumOfWords(words: readonly Word[]): Float32Array {
  const sum = new Float32Array(dimensions);
  for (const { vector, weight } of words)
    if (vector !== undefined)
      for (let at = 0; at < dimensions; at++)
        sum[at] = (sum[at] as number) + weight * (vector[at] as number);
  const length = Math.sqrt(dot(sum, sum));
  if (length > 0) for (let at = 0; at < dimensions; at++) sum[at] = (sum[at] as number) / length;
  return sum;
}

export function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] as number) * (other[at] as number);
  return sum;
}
