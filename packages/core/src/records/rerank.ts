import type { EngineContext } from '@mneme/engine/context';
import { orAborted, throwIfAborted } from '@mneme/engine/context';
import { MnemeError } from '@mneme/engine/contract';
import { addReranking, type Ranked, rerankText } from '../ranking/index.ts';

/**
 * The last stage, if the memory has a reranker: reranks the best candidates. If the reranker fails, does not return a
 * finite score for each text, or takes too long, the retrieve fails, because nobody would notice a silently different
 * order. `rerank: false` retrieves without it.
 */
export async function rerank(
  { reranker, reranking }: EngineContext,
  { query, ranked, signal }: { query: string; ranked: Ranked[]; signal?: AbortSignal },
): Promise<Ranked[]> {
  if (reranker === undefined || ranked.length === 0) return ranked;
  const texts = ranked.slice(0, reranking.candidates).map(({ record }) => rerankText(record));
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), reranking.timeoutMs);
  const either = signal === undefined ? limit.signal : AbortSignal.any([signal, limit.signal]);
  let scores: number[];
  try {
    scores = await orAborted(reranker.rerank(query, texts, { signal: either }), either);
  } catch (cause) {
    if (limit.signal.aborted && !signal?.aborted) {
      throw new MnemeError(
        'timeout',
        `reranker ${reranker.name} gave no scores within ${reranking.timeoutMs} ms: raise reranking.timeoutMs, lower reranking.candidates, or retrieve with rerank: false`,
        { field: 'reranker', cause },
      );
    }
    throwIfAborted(signal);
    if (MnemeError.isInstance(cause)) throw cause;
    const detail = cause instanceof Error ? cause.message : String(cause);
    throw failed(reranker.name, `failed: ${detail}`, cause);
  } finally {
    clearTimeout(timer);
  }
  checkScores(scores, { name: reranker.name, count: texts.length });
  return addReranking(ranked, scores, { name: reranker.name, weight: reranking.weight });
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
