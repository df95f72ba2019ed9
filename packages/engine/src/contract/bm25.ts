/** How common words are in one scope. */
export interface LexicalStatistics {
  /** Records in the scope. */
  count: number;
  /** Mean `length`; 0 in an empty scope. */
  averageLength: number;
  /** Number of records of the scope with each term, in the order of `terms`. A backend may estimate. */
  documentFrequencies: number[];
}

/**
 * BM25 as everything in Mneme uses it: backends select candidates with it, and the engine ranks with it. `k1`: how fast
 * repetitions of a term saturate. `b`: how much length counts, 0..1; lower than usual, because the length of turns in a
 * dialogue does not depend on topic alone.
 */
export const bm25Parameters = { k1: 1.2, b: 0.5 } as const;

/** Rarity of a term: `ln(1 + (N - n + 0.5) / (n + 0.5))`, never below zero. */
export function inverseDocumentFrequency(documentFrequency: number, count: number): number {
  const frequency = Math.min(documentFrequency, count);
  return Math.log(1 + (count - frequency + 0.5) / (frequency + 0.5));
}

/**
 * Okapi BM25 of one record for a query. The statistics are of the record's own scope, in the order of its frequencies.
 */
export function bm25(
  { termFrequencies, length }: { termFrequencies: readonly number[]; length: number },
  statistics: LexicalStatistics,
): number {
  const { k1, b } = bm25Parameters;
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
