import { MnemeError } from '@mneme/contract';
import { type EngineContext, orAborted, throwIfAborted } from '@mneme/contract/context';
import type { Reranking } from '../ranking/index.ts';

/**
 * The memory's reranker for one query; undefined if it has none. If the reranker fails, does not return a finite score
 * for each text, or takes too long, the retrieve fails, because nobody would notice a silently different order.
 * `rerank: false` retrieves without it.
 */
export function rerankingOf(
  { reranker, reranking: { candidates, timeoutMs, weight } }: EngineContext,
  { query, signal }: { query: string; signal?: AbortSignal },
): Reranking | undefined {
  if (reranker === undefined) return undefined;
  const { name } = reranker;
  const scoresOf = async (texts: string[]) => {
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), timeoutMs);
    const either = signal === undefined ? limit.signal : AbortSignal.any([signal, limit.signal]);
    try {
      const scores = await orAborted(reranker.rerank(query, texts, { signal: either }), either);
      checkScores(scores, { name, count: texts.length });
      return scores;
    } catch (cause) {
      if (limit.signal.aborted && !signal?.aborted) {
        throw new MnemeError(
          'timeout',
          `reranker ${name} gave no scores within ${timeoutMs} ms: raise reranking.timeoutMs, lower reranking.candidates, or retrieve with rerank: false`,
          { field: 'reranker', cause },
        );
      }
      throwIfAborted(signal);
      if (MnemeError.isInstance(cause)) throw cause;
      const detail = cause instanceof Error ? cause.message : String(cause);
      throw failed(name, `failed: ${detail}`, cause);
    } finally {
      clearTimeout(timer);
    }
  };
  return { name, weight, candidates, scoresOf };
}

function checkScores(scores: unknown, { name, count }: { name: string; count: number }): void {
  if (!Array.isArray(scores) || scores.length !== count) {
    const given = Array.isArray(scores) ? scores.length : 'no';
    throw failed(name, `answered ${given} scores for ${count} texts`);
  }
  const bad = scores.findIndex((score) => !Number.isFinite(score));
  if (bad >= 0) throw failed(name, `answered ${String(scores[bad])} as score ${bad}`);
}

function failed(name: string, what: string, cause?: unknown): MnemeError {
  return new MnemeError(
    'reranker_failed',
    `reranker ${name} ${what}: check the model, or retrieve with rerank: false`,
    { field: 'reranker', cause },
  );
}
