import type { Candidate, LexicalStatistics } from '../backend.js';
import type { EmbedderCalibration } from '../embedder.js';
import { inverseDocumentFrequency } from './bm25.js';

/**
 * How surely a memory has to do with a query, 0..1, on a scale that does not depend on the other candidates: the
 * greater of what the vectors say (0.5 at the embedder's own `relevant` threshold) and what share of the query's
 * rarity the memory's words cover.
 */
export function relevanceOf(
  candidate: Candidate,
  { statistics, calibration }: { statistics: LexicalStatistics; calibration: EmbedderCalibration },
): number {
  return Math.max(bySimilarity(candidate.similarity, calibration), byWords(candidate, statistics));
}

function bySimilarity(
  similarity: number | undefined,
  { relevant, duplicate }: EmbedderCalibration,
): number {
  if (similarity === undefined) return 0;
  const slope = 0.5 / Math.max(duplicate - relevant, 0.05);
  return clamp(0.5 + (similarity - relevant) * slope);
}

function byWords({ termFrequencies }: Candidate, statistics: LexicalStatistics): number {
  if (termFrequencies === undefined) return 0;
  let covered = 0;
  let all = 0;
  for (const [index, frequency] of termFrequencies.entries()) {
    const rarity = inverseDocumentFrequency(
      statistics.documentFrequencies[index] ?? 0,
      statistics.count,
    );
    all += rarity;
    if (frequency > 0) covered += rarity;
  }
  return all === 0 ? 0 : clamp(covered / all);
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}
