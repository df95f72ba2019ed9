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

/** The rarity of each term. */
export function raritiesOf({ documentFrequencies, count }: LexicalStatistics): number[] {
  return documentFrequencies.map((frequency) => inverseDocumentFrequency(frequency, count));
}

/**
 * Okapi BM25 of one record for a query. The statistics are of the record's own scope, in the order of its frequencies.
 * `rarities`: the result of `raritiesOf`, for many records.
 */
export function bm25(
  { termFrequencies, length }: { termFrequencies: readonly number[]; length: number },
  statistics: LexicalStatistics & { rarities?: readonly number[] },
): number {
  const { k1, b } = bm25Parameters;
  const { averageLength, rarities = raritiesOf(statistics) } = statistics;
  const relativeLength = averageLength > 0 ? length / averageLength : 1;
  const saturation = k1 * (1 - b + b * relativeLength);
  let score = 0;
  for (let term = 0; term < termFrequencies.length; term++) {
    const frequency = termFrequencies[term] as number;
    if (frequency > 0)
      score += ((rarities[term] as number) * frequency * (k1 + 1)) / (frequency + saturation);
  }
  return score;
}

/**
 * The best rows by {@link bm25}, best first: rows with at least one of the terms, up to `limit`. `statistics` count all
 * rows of the scope. For backends without an index of their own.
 */
export function bestByWords<Row extends { termFrequencies: readonly number[]; length: number }>(
  rows: readonly Row[],
  { statistics, limit }: { statistics: LexicalStatistics; limit: number },
): Row[] {
  const known = { ...statistics, rarities: raritiesOf(statistics) };
  return rows
    .filter(({ termFrequencies }) => termFrequencies.some((count) => count > 0))
    .map((row) => ({ row, score: bm25(row, known) }))
    .sort((one, other) => other.score - one.score)
    .slice(0, limit)
    .map(({ row }) => row);
}

/**
 * Counts how often each of the terms occurs in words that are stored joined by spaces, in the order of the terms.
 * Backends use it for BM25 and the ranking.
 */
export function termCounter(terms: readonly string[]): (words: string) => number[] {
  const between = terms.map((term) => ` ${term} `);
  return (words) => {
    // Searching a text for a few terms is several times faster than splitting it.
    const text = ` ${words} `;
    return between.map((term) => {
      let count = 0;
      for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + term.length - 1))
        count += 1;
      return count;
    });
  };
}
