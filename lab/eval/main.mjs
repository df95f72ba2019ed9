import { randomBytes } from 'node:crypto';
import { createReadStream, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { MnemeError } from '../../packages/core/src/index.ts';
import { openMemory, readEnvironment } from '../../packages/runtime/src/index.ts';
import { printTable } from '../frame.mjs';
import { evaluate } from './evaluate.mjs';
import { metrics } from './scores.mjs';

const about = `node lab/main.mjs eval --memories M.jsonl --queries Q.jsonl
Imports the memories into a temporary database and answers every query from its own scope.
A memory: {"id", "text", "scope", "speaker", "session", "sequence", "time"}, all but id and text optional.
A query: {"id", "text", "scope", "type", "relevant": [ids]}; without "relevant" it is only answered.
A line of the run file: {"id", "ranked": [ids, best first], "scores"}.
R@k: the part of the relevant memories in the top k; any@k, all@k: how often one, or every one, is there.
Blocks: any, evidence: how often any relevant memory is in the block, and the part of them; tokens of the block
and of what is not relevant in it; silent: how often a query of an excluded type gets no block.
All of it again beside the facts that rules learn from the turns, where they learn any.

--run FILE      write the rankings here (JSONL)
--limit N       memories asked for a query, 1 to 1000 (default: 100)
--by-type       a row for each type of query
--exclude TYPES types left out of the averages (default: adversarial)
--blocks        measure prompt blocks of 250, 500, 1,000 and 2,000 tokens
--sealed        seal the temporary database: the figures are the same
--embedder NAME, --reranker NAME as of the command; --json prints the report as JSON
`;

/** Measures recall on questions with known answers. */
export async function main(args) {
  const { values } = parseArgs({
    args,
    options: {
      ...{ memories: { type: 'string' }, queries: { type: 'string' }, run: { type: 'string' } },
      limit: { type: 'string', default: '100' },
      exclude: { type: 'string', default: 'adversarial' },
      ...{ embedder: { type: 'string' }, reranker: { type: 'string' } },
      ...{ 'by-type': { type: 'boolean' }, blocks: { type: 'boolean' } },
      ...{ sealed: { type: 'boolean' }, json: { type: 'boolean' }, help: { type: 'boolean' } },
    },
  });
  if (values.help) return void console.log(about);
  for (const name of ['memories', 'queries'])
    if (values[name] === undefined) throw new Error(`eval: give --${name} FILE`);
  try {
    const report = await measure(values);
    for (const { at, message } of report.refused)
      console.error(`${values.memories}, ${at}: ${message}`);
    const types = values['by-type'] ? report.types : undefined;
    if (values.json)
      console.log(JSON.stringify({ ...report, refused: report.refused.length, types }));
    else show({ ...report, types });
  } catch (error) {
    if (!MnemeError.isInstance(error)) throw error;
    console.error(`eval: ${error.message} [${error.code}]`);
    process.exitCode = error.code === 'invalid_input' ? 2 : 1;
  }
}

async function measure({ memories, queries, run, limit, exclude, blocks, sealed, ...named }) {
  const folder = mkdtempSync(join(tmpdir(), 'mneme-eval-'));
  const masterKeyFile = join(folder, 'master-key');
  if (sealed) writeFileSync(masterKeyFile, randomBytes(32).toString('hex'), { mode: 0o600 });
  const opened = await openMemory({
    ...(sealed ? { keyring: join(folder, 'eval.keys'), masterKeyFile } : {}),
    db: `sqlite:${join(folder, 'eval.db')}`,
    ...{ embedder: named.embedder, reranker: named.reranker },
    temporary: true,
    environment: readEnvironment(),
  });
  const runFile = run && openSync(run, 'w');
  try {
    return await evaluate(opened.memory, {
      memories: createReadStream(memories),
      queries: createReadStream(queries),
      limit: Number(limit),
      exclude: exclude.split(','),
      budgets: blocks && [250, 500, 1000, 2000],
      onRanking: (ranking) => runFile && writeSync(runFile, `${JSON.stringify(ranking)}\n`),
    });
  } finally {
    await opened.close();
    rmSync(folder, { recursive: true });
  }
}

function show({ overall, types = {}, blocks, learned, memories, queries, queryMs, importMs }) {
  const rows = Object.entries({ ...types, overall });
  printTable(
    ['', 'n', ...metrics],
    rows.map(([name, scores]) => [
      ...[name, scores.n],
      ...metrics.map((metric) => scores[metric].toFixed(4)),
    ]),
  );
  if (blocks) showBlocks(blocks);
  if (learned) {
    const found = learned.overall['R@10'].toFixed(4);
    console.log(`\nbeside ${learned.facts} facts that rules learn from the turns: R@10 ${found}`);
    if (learned.blocks) showBlocks(learned.blocks);
  }
  const [mean, p50, p95] = [queryMs.mean, queryMs.p50, queryMs.p95].map((ms) => ms.toFixed(2));
  console.log(
    `\n${memories} memories, ${queries} queries, ${mean} ms a query (p50 ${p50}, p95 ${p95}; import ${(importMs / 1000).toFixed(1)} s)`,
  );
}

function showBlocks(blocks) {
  console.log();
  printTable(
    ['block', 'n', 'any', 'evidence', 'tokens', 'noise', 'silent'],
    blocks.map(({ tokenBudget, n, any, evidence, tokens, noiseTokens, silent }) => [
      ...[tokenBudget, n, any.toFixed(4), evidence.toFixed(4)],
      ...[tokens.toFixed(0), noiseTokens.toFixed(0), silent?.toFixed(4) ?? ''],
    ]),
  );
}
