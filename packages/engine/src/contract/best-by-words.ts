import { bm25, type LexicalStatistics } from './bm25.ts';

/**
 * The best rows by {@link bm25}, best first: rows with at least one of the terms, up to `limit`. `statistics` count all
 * rows of the scope. For backends without an index of their own.
 */
export function bestByWords<Row extends { termFrequencies: readonly number[]; length: number }>(
  rows: readonly Row[],
  { statistics, limit }: { statistics: LexicalStatistics; limit: number },
): Row[] {
  return rows
    .filter(({ termFrequencies }) => termFrequencies.some((count) => count > 0))
    .map((row) => ({ row, score: bm25(row, statistics) }))
    .sort((one, other) => other.score - one.score)
    .slice(0, limit)
    .map(({ row }) => row);
}
