import { prefetch } from '../../packages/agent/src/prefetch/prefetch.ts';
import { estimateTextTokens, excerpt } from '../../packages/core/src/faces.ts';
import { MnemeError, ruleExtractor } from '../../packages/core/src/index.ts';
import { openImport, readInputs, readItems } from '../../packages/importers/src/index.ts';
import { readJsonLines } from '../../packages/runtime/src/index.ts';
import { mean, quantile } from '../frame.mjs';
import { blockScores, scoreRanking, scoreTable } from './scores.mjs';

/**
 * Imports the memories as they are (nothing is taken for a duplicate), answers each query from its own scope, and
 * compares with what is relevant; then again beside the facts that rules learn from the turns (`learned`), which are no
 * answers. `memory` should be empty and is left filled.
 *
 * `memories`, `queries`: JSONL as bytes. `limit`: how many memories each query asks for. `budgets`: of blocks, in
 * tokens. `onRanking` is called for each query, in order.
 *
 * @throws {MnemeError} `invalid_input` for a query that cannot be read, before anything is stored
 */
export async function evaluate(memory, { memories, queries: lines, onRanking, ...options }) {
  const queries = await readQueries(lines);
  const started = performance.now();
  const imported = await storeAll(memory, memories);
  const importMs = performance.now() - started;
  const { times, ...report } = await ask(memory, queries, { ...options, onRanking });
  const { facts } = await memory.consolidate({ extractor: ruleExtractor() });
  const again = facts > 0 ? await ask(memory, queries, options) : undefined;
  return {
    ...report,
    ...imported,
    queries: queries.length,
    importMs,
    ...(again && { learned: { facts, overall: again.overall, blocks: again.blocks } }),
    queryMs: { mean: mean(times), p50: quantile(times, 0.5), p95: quantile(times, 0.95) },
  };
}

/** Every memory as its line has it, beside those of the same words. `refused`: lines with a secret, no id, no text, … */
async function storeAll(memory, memories) {
  const { source } = await openImport(memories, { from: 'jsonl' });
  const refused = [];
  let stored = 0;
  const store = async (name, batch) => {
    const inputs = batch.map(({ input: { unknownKeys: _, ...input } }) => ({
      ...input,
      onConflict: 'keepBoth',
    }));
    const results = await memory.scope(name).storeMany(inputs, { onError: 'collect' });
    for (const [index, { error }] of results.entries())
      if (error === undefined) stored += 1;
      else refused.push({ at: batch[index].at, message: error.message });
  };
  const waiting = new Map();
  const items = readItems(source, { format: 'jsonl', hasScope: false });
  for await (const read of readInputs(items, { scope: 'default' })) {
    if (read.input === undefined) {
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
  return { memories: stored, refused };
}

/** Each query once. One without relevant ids is only answered. */
async function ask(memory, queries, { limit, exclude, budgets, onRanking }) {
  const [times, scored, measured] = [[], [], []];
  for (const { id, text, type = '-', relevant, scope: name } of queries) {
    const scope = memory.scope(name);
    const before = performance.now();
    const { memories } = await scope.retrieve(text, { limit });
    times.push(performance.now() - before);
    const ranked = memories.map((found) => found.source.externalId ?? found.id);
    if (relevant.length > 0) scored.push({ type, ...scoreRanking(relevant, ranked) });
    const isExcluded = exclude.includes(type);
    if (isExcluded || relevant.length > 0)
      for (const tokenBudget of budgets ?? [])
        measured.push(await measureBlock(scope, { text, relevant, isExcluded }, { tokenBudget }));
    onRanking?.({ id, ranked, scores: memories.map(({ score }) => score) });
  }
  return { ...scoreTable(scored, exclude), times, blocks: budgets && blockScores(measured) };
}

/** Nobody waits for an evaluation, so a block may take long. */
async function measureBlock(scope, { text, relevant, isExcluded }, { tokenBudget }) {
  const block = await prefetch(scope, text, { tokenBudget, timeoutMs: 60_000 });
  if (block.skipped?.reason === 'error') throw block.skipped.error;
  const { memories, tokens } = block;
  if (isExcluded) return { tokenBudget, silent: Number(memories.length === 0) };
  const isRight = ({ id, source }) => relevant.includes(source.externalId ?? id);
  const right = new Set(memories.filter(isRight).map(({ id }) => id)).size;
  const noise = memories.filter((each) => !isRight(each));
  return {
    tokenBudget,
    any: Number(right > 0),
    evidence: right / relevant.length,
    tokens,
    noiseTokens: noise.reduce(
      (sum, { content }) => sum + estimateTextTokens(excerpt(content, text)),
      0,
    ),
  };
}

async function readQueries(lines) {
  const queries = new Map();
  for await (const { line, value, error } of readJsonLines(lines)) {
    const fail = (problem) => {
      throw new MnemeError('invalid_input', `line ${line} of the queries ${problem}`, {
        field: 'queries',
      });
    };
    if (error !== undefined) fail(error);
    const query = queryOf(value, fail);
    if (queries.has(query.id)) fail(`repeats the id "${query.id}"`);
    queries.set(query.id, query);
  }
  return [...queries.values()];
}

/** Other keys are ignored; an empty type is none. */
function queryOf(value, fail) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) fail('is not an object');
  const isId = (given) => typeof given === 'string' || typeof given === 'number';
  const { id, text, type } = value;
  const scope = value.scope ?? 'default';
  const relevant = value.relevant ?? [];
  if (!isId(id)) fail('needs an id that is a text');
  if (typeof text !== 'string') fail('needs a text');
  if (typeof scope !== 'string') fail('has a scope that is no text');
  if (!Array.isArray(relevant) || !relevant.every(isId)) fail('needs a list of ids in relevant');
  const named = (type ?? '') === '' ? undefined : String(type);
  return { id: String(id), scope, text, type: named, relevant: relevant.map(String) };
}
