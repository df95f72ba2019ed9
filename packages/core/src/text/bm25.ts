import type { LexicalStatistics } from '../contract/index.ts';

export interface Bm25Options {
  /** How fast repetitions of a term saturate. */
  k1?: number;
  /** How much length counts, 0..1. Turns of a dialogue differ in length for reasons other than topic, so less than usual. */
  b?: number;
}

/** Rarity of a term: `ln(1 + (N - n + 0.5) / (n + 0.5))`, never below zero. */
export function inverseDocumentFrequency(documentFrequency: number, count: number): number {
  const frequency = Math.min(documentFrequency, count);
  return Math.log(1 + (count - frequency + 0.5) / (frequency + 0.5));
}

/** Okapi BM25 of one record for a query. Statistics are of the record's own scope, in the order of its frequencies. */
export function bm25(
  { termFrequencies, length }: { termFrequencies: readonly number[]; length: number },
  statistics: LexicalStatistics,
  { k1 = 1.2, b = 0.4 }: Bm25Options = {},
): number {
  const relativeLength = statistics.averageLength > 0 ? length / statistics.averageLength : 1;
  const saturation = k1 * (1 - b + b * relativeLength);
  let score = 0;
  for (const [index, frequency] of termFrequencies.entries()) {
    if (frequency === 0) continue;
    const rarity = inverseDocumentFrequency(
      statistics.documentFrequencies[index] ?? 0,
      statistics.count,
    );
    score += (rarity * frequency * (k1 + 1)) / (frequency + saturation);
  }
  return score;
}
