import { performance } from 'node:perf_hooks';
import { type Memory, MnemeError } from '@mneme/core';
import { type BadLine, importMemories, readJsonLines } from '@mneme/runtime';
import { BlockMeter, type BlockScores, type MakeBlock } from './evaluate-blocks.ts';
import { defaultExclude, type ScoreTable, scoreRanking, scoreTable } from './evaluation-metrics.ts';
import { type EvaluationQuery, evaluationQuery } from './evaluation-query.ts';

/** What an evaluation runs over. */
export interface EvaluateOptions {
  /** JSONL as for an import; every line needs an id. */
  memories: AsyncIterable<Uint8Array>;
  /** JSONL: `id`, `text`, and optionally `scope`, `type`, `relevant` (ids of memories). */
  queries: AsyncIterable<Uint8Array>;
  /** How many memories each query asks for, 1..1000. Default: 100. */
  limit?: number;
  /** Types that have a row of their own and no part in the averages. Default: `adversarial`. */
  exclude?: readonly string[];
  /** Measures blocks of these budgets of tokens, too. */
  blocks?: { budgets: readonly number[]; makeBlock: MakeBlock };
  signal?: AbortSignal;
  onProgress?: (progress: EvaluationProgress) => void;
  /** Called for each query, in order. */
  onRanking?: (ranking: Ranking) => void | Promise<void>;
}

/** How far an evaluation has come. */
export type EvaluationProgress =
  | { step: 'import'; lines: number; bytes: number }
  | { step: 'query'; done: number; total: number };

/** One line of a run file. */
export interface Ranking {
  id: string;
  /** Ids of the memories file, best first. */
  ranked: string[];
  scores: number[];
}

/** What an evaluation measured. */
export interface EvaluationReport extends ScoreTable {
  /** Memories that were stored. */
  memories: number;
  /** Lines of the memories file that were not stored (a secret, no id, no text, …). */
  refused: BadLine[];
  /** All queries that were answered, with or without relevant ids. */
  queries: number;
  importMs: number;
  /** What blocks held, a row a budget. Absent: none were asked for. */
  blocks?: BlockScores[];
  /** Milliseconds that one retrieve took, embedding of the query included. */
  queryMs: { mean: number; p50: number; p95: number };
}

/**
 * Measures recall: imports the memories as they are (nothing is taken for a duplicate), answers each query from its
 * own scope, and compares with what is relevant. `memory` should be empty and is left filled.
 */
export async function evaluate(
  memory: Pick<Memory, 'scope'>,
  options: EvaluateOptions,
): Promise<EvaluationReport> {
  const { limit = 100, exclude = defaultExclude, blocks, signal, onProgress, onRanking } = options;
  const meter = blocks && new BlockMeter(blocks, { exclude });
  // The small file first: a mistake in it shows before the long work.
  const queries = await readQueries(options.queries);
  const started = performance.now();
  const imported = await importMemories(memory, options.memories, {
    defaults: { scope: 'default', onConflict: 'keepBoth' },
    now: () => new Date(0),
    signal,
    onProgress: (progress) => onProgress?.({ step: 'import', ...progress }),
  });
  const importMs = performance.now() - started;

  const scored: Parameters<typeof scoreTable>[0][number][] = [];
  const times: number[] = [];
  for (const query of queries) {
    signal?.throwIfAborted();
    const before = performance.now();
    const scope = memory.scope(query.scope);
    const { memories } = await scope.retrieve(query.text, { limit, signal });
    times.push(performance.now() - before);
    const ranked = memories.map((found) => found.source.externalId ?? found.id);
    if (query.relevant.length > 0) {
      scored.push({ type: query.type, scores: scoreRanking(query.relevant, ranked) });
    }
    await meter?.measure(scope, query, signal);
    await onRanking?.({ id: query.id, ranked, scores: memories.map((found) => found.score) });
    onProgress?.({ step: 'query', done: times.length, total: queries.length });
  }
  return {
    ...scoreTable(scored, { exclude }),
    memories: imported.created + imported.confirmed,
    refused: imported.bad,
    queries: queries.length,
    importMs,
    ...(meter === undefined ? {} : { blocks: meter.scores() }),
    queryMs: summary(times),
  };
}

async function readQueries(source: AsyncIterable<Uint8Array>): Promise<EvaluationQuery[]> {
  const queries: EvaluationQuery[] = [];
  const ids = new Set<string>();
  for await (const entry of readJsonLines(source)) {
    const place = `line ${entry.line} of the queries`;
    if ('error' in entry)
      throw new MnemeError('invalid_input', `${place} ${entry.error}`, { field: 'queries' });
    const query = evaluationQuery(entry.value, place);
    if (ids.has(query.id)) {
      throw new MnemeError('invalid_input', `${place} repeats the id "${query.id}"`, {
        field: 'id',
      });
    }
    ids.add(query.id);
    queries.push(query);
  }
  return queries;
}

function summary(times: readonly number[]): EvaluationReport['queryMs'] {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (part: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  const sum = sorted.reduce((total, time) => total + time, 0);
  return { mean: sorted.length === 0 ? 0 : sum / sorted.length, p50: at(0.5), p95: at(0.95) };
}
