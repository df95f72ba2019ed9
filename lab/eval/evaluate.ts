import { performance } from 'node:perf_hooks';
import { type Memory, MnemeError, ruleExtractor } from '@mneme/core';
import { openImport, type ReadInput, readInputs, readItems } from '@mneme/importers';
import { readJsonLines } from '@mneme/runtime';
import {
  type BlockOptions,
  type BlockScores,
  blockScores,
  type MeasuredBlock,
  measureBlocks,
} from './evaluate-blocks.ts';
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
  blocks?: BlockOptions;
  /** Called for each query, in order. */
  onRanking?: (ranking: Ranking) => void | Promise<void>;
}

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
  refused: { at: string; message: string }[];
  /** All queries that were answered, with or without relevant ids. */
  queries: number;
  importMs: number;
  /** What blocks held, a row a budget. Absent: none were asked for. */
  blocks?: BlockScores[];
  /** The same again, beside the facts that rules learn from the turns, which are no answers. Absent: they learn none. */
  learned?: { facts: number; overall: EvaluationReport['overall']; blocks?: BlockScores[] };
  /** Milliseconds that one retrieve took, embedding of the query included. */
  queryMs: { mean: number; p50: number; p95: number };
}

/**
 * Measures recall: imports the memories as they are (nothing is taken for a duplicate), answers each query from its
 * own scope, and compares with what is relevant. `memory` should be empty and is left filled.
 */
export async function evaluate(
  memory: Pick<Memory, 'scope' | 'consolidate'>,
  options: EvaluateOptions,
): Promise<EvaluationReport> {
  const { exclude = defaultExclude } = options;
  // The small file first: a mistake in it shows before the long work.
  const queries = await readQueries(options.queries);
  const started = performance.now();
  const imported = await storeAll(memory, options);
  const importMs = performance.now() - started;
  const { scored, blocks, times } = await ask(memory, queries, options);
  const { facts } = await memory.consolidate({ extractor: ruleExtractor() });
  const again =
    facts > 0 ? await ask(memory, queries, { ...options, onRanking: undefined }) : undefined;
  return {
    ...scoreTable(scored, { exclude }),
    memories: imported.stored,
    refused: imported.refused,
    queries: queries.length,
    importMs,
    ...(blocks && { blocks }),
    ...(again && {
      learned: {
        facts,
        overall: scoreTable(again.scored, { exclude }).overall,
        ...(again.blocks && { blocks: again.blocks }),
      },
    }),
    queryMs: summary(times),
  };
}

/** Every memory as its line has it, beside those of the same words. */
async function storeAll(
  memory: Pick<Memory, 'scope'>,
  { memories }: EvaluateOptions,
): Promise<{ stored: number; refused: EvaluationReport['refused'] }> {
  const { source } = await openImport(memories, { from: 'jsonl' });
  const refused: EvaluationReport['refused'] = [];
  let stored = 0;
  const store = async (name: string, batch: readonly ReadInput[]) => {
    const inputs = batch.map(({ input }) => ({ ...input, onConflict: 'keepBoth' as const }));
    const results = await memory.scope(name).storeMany(inputs, { onError: 'collect' });
    for (const [index, { error }] of results.entries())
      if (error === undefined) stored += 1;
      else refused.push({ at: batch[index]?.at ?? '', message: error.message });
  };
  const waiting = new Map<string, ReadInput[]>();
  const items = readItems(source, { format: 'jsonl', hasScope: false });
  for await (const read of readInputs(items, { scope: 'default' })) {
    if (!('input' in read)) {
      refused.push({ at: read.at, message: read.problem ?? read.reason });
      continue;
    }
    const batch = waiting.get(read.scope) ?? [];
    waiting.set(read.scope, batch);
    if (batch.push(read) < 256) continue;
    waiting.delete(read.scope);
    await store(read.scope, batch);
  }
  for (const [scope, batch] of waiting) await store(scope, batch);
  await source.close();
  return { stored, refused };
}

/** Each query once. */
async function ask(
  memory: Pick<Memory, 'scope'>,
  queries: readonly EvaluationQuery[],
  {
    limit = 100,
    exclude = defaultExclude,
    blocks,
    onRanking,
  }: Omit<EvaluateOptions, 'memories' | 'queries'>,
) {
  const measured: MeasuredBlock[] = [];
  const scored: Parameters<typeof scoreTable>[0][number][] = [];
  const times: number[] = [];
  for (const query of queries) {
    const before = performance.now();
    const scope = memory.scope(query.scope);
    const { memories } = await scope.retrieve(query.text, { limit });
    times.push(performance.now() - before);
    const ranked = memories.map((found) => found.source.externalId ?? found.id);
    if (query.relevant.length > 0) {
      scored.push({ type: query.type, scores: scoreRanking(query.relevant, ranked) });
    }
    if (blocks) measured.push(...(await measureBlocks(scope, query, { ...blocks, exclude })));
    await onRanking?.({ id: query.id, ranked, scores: memories.map((found) => found.score) });
  }
  return { scored, blocks: blocks && blockScores(measured, blocks.budgets), times };
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
