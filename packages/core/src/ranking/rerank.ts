import type { MemoryRecord } from '@mneme/engine/contract';
import { zNormalise } from '@mneme/engine/fusion';
import { type Ranked, scoreOf } from './rank.ts';

/** What a reranker reads of a memory: who says it, where that is known, and what. */
export function rerankText({ content, source }: MemoryRecord): string {
  return source.speaker === undefined ? content : `${source.speaker}: ${content}`;
}

/**
 * The ranking with a last part for the first `scores.length` memories: `weight` for each standard deviation above the
 * lowest of the scores. As no part is negative, a memory that was read never falls behind one that was not. Relevance
 * stays as it is: a reranker's scale says nothing about whether anything is relevant at all.
 */
export function addReranking(
  ranked: readonly Ranked[],
  scores: readonly number[],
  { name, weight }: { name: string; weight: number },
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
  // The sort is stable, so what comes out level keeps the order it had.
  return [...read.sort((a, b) => b.total - a.total), ...ranked.slice(scores.length)];
}
