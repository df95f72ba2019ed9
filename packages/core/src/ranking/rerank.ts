import { type MemoryRecord, zNormalise } from '@mneme/contract';
import { laterFirst } from './later-first.ts';
import { type Ranked, type RankRequest, rank, scoreOf } from './rank.ts';

/** A reranker for one query. */
export interface Reranking {
  name: string;
  /** What one standard deviation of its scores adds to a total. */
  weight: number;
  /** Maximum number of memories that it reads. */
  candidates: number;
  /** A score for each text, in their order. */
  scoresOf(texts: string[]): Promise<readonly number[]>;
}

/** The whole ranking: by all parts, then by the reranker if there is one, then the later of two values first. */
export async function rankAndRerank(
  request: RankRequest,
  reranking?: Reranking,
): Promise<Ranked[]> {
  const ranked = rank(request);
  if (reranking === undefined || ranked.length === 0) return laterFirst(ranked, request.query);
  const texts = ranked.slice(0, reranking.candidates).map(({ record }) => rerankText(record));
  const scores = await reranking.scoresOf(texts);
  return laterFirst(addReranking(ranked, scores, reranking), request.query);
}

/** The text of a memory for a reranker: its speaker, if known, and its content. */
function rerankText({ content, source }: MemoryRecord): string {
  return source.speaker === undefined ? content : `${source.speaker}: ${content}`;
}

/**
 * The ranking with a last part for the first `scores.length` memories: `weight` for each standard deviation above the
 * lowest score. No part is negative, so a reranked memory never falls behind one that was not reranked. Relevance does
 * not change, because a reranker's scale does not tell whether anything is relevant at all.
 */
export function addReranking(
  ranked: readonly Ranked[],
  scores: readonly number[],
  { name, weight }: Pick<Reranking, 'name' | 'weight'>,
): Ranked[] {
  const z = zNormalise(scores);
  const lowest = Math.min(...z);
  const read = ranked.slice(0, scores.length).map((entry, index): Ranked => {
    const part = {
      name: 'reranker',
      value: weight * ((z[index] as number) - lowest),
      why: `${name} gives ${(scores[index] as number).toFixed(3)}`,
    };
    const total = entry.total + part.value;
    return {
      ...entry,
      total,
      score: scoreOf(total),
      explanation: () => {
        const explanation = entry.explanation();
        return { ...explanation, parts: [...explanation.parts, part], total };
      },
    };
  });
  // The sort is stable, so equal memories stay in order.
  return [...read.sort((a, b) => b.total - a.total), ...ranked.slice(scores.length)];
}
