import {
  bm25,
  type ChunkCandidate,
  type DocumentSearchResponse,
  zNormalise,
} from '@mneme/contract';
import type { FoundDocument } from '../document-api.ts';

/** The share of meaning beside words, on z-normalised scores: the best on held-out dialogue. */
const denseShare = 0.35;

/**
 * Documents by their best chunk, best first. Both arms are z-normalised over the candidates and added; a chunk that an
 * arm did not find gets that arm's worst score. Without words, or without meaning, the other arm ranks alone.
 */
export function rankDocuments(
  { candidates, statistics }: DocumentSearchResponse,
  { limit }: { limit: number },
): FoundDocument[] {
  const words = zNormalise(
    candidates.map(({ found: [found], length }) =>
      found?.arms.lexical ? bm25({ ...found, length }, statistics) : undefined,
    ),
  );
  const meaning = zNormalise(candidates.map(({ found }) => found[0]?.similarity));
  const best = new Map<string, { candidate: ChunkCandidate; total: number }>();
  for (const [index, candidate] of candidates.entries()) {
    const total = (1 - denseShare) * words[index]! + denseShare * meaning[index]!;
    const known = best.get(candidate.document.id);
    if (known === undefined || total > known.total)
      best.set(candidate.document.id, { candidate, total });
  }
  return [...best.values()]
    .sort(
      (a, b) =>
        b.total - a.total || (a.candidate.document.path < b.candidate.document.path ? -1 : 1),
    )
    .slice(0, limit)
    .map(({ candidate, total }) => ({
      ...candidate.document,
      score: 1 / (1 + Math.exp(-total)),
      excerpt: candidate.text.trim(),
      line: candidate.line,
    }));
}
