import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type MemoryScope, MnemeError } from '@mneme/core';
import { terminalJson } from '@mneme/core/faces';
import { openMemory, readEnvironment } from '@mneme/runtime';
import { inputFile, lineWriter, withTemporaryFolder } from '../../packages/cli/src/files.ts';
import { helpRows } from '../../packages/cli/src/help.ts';
import { listValue, numberValue } from '../../packages/cli/src/option-values.ts';
import { globalOptions, type OptionValues } from '../../packages/cli/src/options.ts';
import { createOutput, type Output, progressOn } from '../../packages/cli/src/output.ts';
import { parseArguments } from '../../packages/cli/src/parse-arguments.ts';
import { table } from '../../packages/cli/src/table.ts';
import { UsageError } from '../../packages/cli/src/usage-error.ts';
import { type EvaluationReport, evaluate } from './evaluate.ts';
import type { BlockScores } from './evaluate-blocks.ts';
import { cutoffs, type Metric } from './evaluation-metrics.ts';

const about = `node lab/main.mjs eval --memories M.jsonl --queries Q.jsonl
Imports the memories into a temporary database and answers every query from its own scope.
A memory: {"id", "text", "scope", "speaker", "session", "sequence", "time"}, all but id and text optional.
A query: {"id", "text", "scope", "type", "relevant": [ids]}; without "relevant" it is only answered.
A line of the run file: {"id", "ranked": [ids, best first], "scores"}.
R@k: the part of the relevant memories in the top k; any@k, all@k: how often one, or every one, is there.
Blocks: any, evidence: how often any relevant memory is in the block, and the part of them; tokens of the block
and of what is not relevant in it; silent: how often a query of an excluded type gets no block.
All of it again beside the facts that rules learn from the turns, where they learn any.
`;

const { embedder, reranker, json, help } = globalOptions;

const options = {
  memories: { type: 'text', value: 'FILE', help: 'what there is to remember (JSONL)' },
  queries: { type: 'text', value: 'FILE', help: 'what is asked (JSONL)' },
  run: { type: 'text', value: 'FILE', help: 'write the rankings here (JSONL)' },
  limit: {
    type: 'text',
    value: 'N',
    help: 'memories asked for a query, 1 to 1000 (default: 100)',
  },
  'by-type': { type: 'flag', help: 'a row for each type of query' },
  exclude: {
    type: 'text',
    value: 'TYPES',
    help: 'types left out of the averages (default: adversarial)',
  },
  blocks: { type: 'flag', help: 'measure prompt blocks of 250, 500, 1,000 and 2,000 tokens' },
  sealed: { type: 'flag', help: 'seal the temporary database: the figures are the same' },
  ...{ embedder, reranker, json, help },
} as const;

/** Measures recall on questions with known answers. */
export async function main(args: readonly string[]): Promise<void> {
  const { stdout, stderr } = process;
  const environment = readEnvironment();
  const { noColor, dumbTerminal: dumb } = environment;
  const progress = await progressOn(stderr, { dumb });
  const asJson = args.includes('--json');
  const output = createOutput({ stdout, stderr, json: asJson, noColor, dumb, progress });
  try {
    const { values } = parseArguments(args, options);
    if (values.help) output.line(`${about}\n${helpRows(options, output.width)}`);
    else await measure(values, { output, environment });
  } catch (error) {
    const isOurs = MnemeError.isInstance(error) || error instanceof UsageError;
    if (!isOurs) throw error;
    const code = MnemeError.isInstance(error) ? error.code : 'invalid_input';
    const { message } = error;
    output.note(asJson ? terminalJson({ error: { code, message } }) : `eval: ${message} [${code}]`);
    process.exitCode = code === 'invalid_input' ? 2 : 1;
  } finally {
    output.progress.clear();
  }
}

async function measure(
  values: OptionValues<typeof options>,
  { output, environment }: { output: Output; environment: ReturnType<typeof readEnvironment> },
): Promise<void> {
  const { memories, queries } = values;
  if (memories === undefined)
    throw new UsageError('--memories FILE is missing.', { field: '--memories' });
  if (queries === undefined)
    throw new UsageError('--queries FILE is missing.', { field: '--queries' });
  const { signal } = new AbortController();
  const reading = { input: process.stdin, signal };
  const memoriesFile = await inputFile(memories, { ...reading, field: 'memories' });
  const queriesFile = await inputFile(queries, { ...reading, field: 'queries' });
  const runFile =
    values.run === undefined ? undefined : await lineWriter(values.run, { field: 'run' });

  const report = await withTemporaryFolder(async (folder) => {
    const opened = await openMemory({
      ...(values.sealed ? await temporaryKeyring(folder) : {}),
      db: `sqlite:${join(folder, 'eval.db')}`,
      embedder: values.embedder,
      reranker: values.reranker,
      temporary: true,
      environment,
    });
    try {
      return await evaluate(opened.memory, {
        memories: memoriesFile.stream,
        queries: queriesFile.stream,
        limit: numberValue(values.limit, 'limit'),
        exclude: listValue(values.exclude),
        ...(values.blocks ? { blocks: { budgets: blockBudgets, makeBlock } } : {}),
        signal,
        onRanking: (ranking) => runFile?.write(ranking),
        onProgress: (progress) =>
          progress.step === 'import'
            ? output.progress.update(
                `importing, ${progress.lines} memories`,
                memoriesFile.size && progress.bytes / memoriesFile.size,
              )
            : output.progress.update(
                `asking, ${progress.done} of ${progress.total}`,
                progress.done / progress.total,
              ),
      });
    } finally {
      await opened.close();
      await runFile?.close();
    }
  });

  for (const { at, message } of report.refused) output.note(`${memories}, ${at}: ${message}`);
  const { overall, types, refused, ...rest } = report;
  output.result(
    { ...rest, refused: refused.length, overall, types: values['by-type'] ? types : undefined },
    () => show(report, { byType: values['by-type'] === true, output }),
  );
}

const blockBudgets = [250, 500, 1000, 2000];
/** Nobody waits for an evaluation. */
const longest = 60_000;

async function makeBlock(
  scope: MemoryScope,
  message: string,
  { tokenBudget, signal }: { tokenBudget: number; signal?: AbortSignal },
) {
  const options = { tokenBudget, timeoutMs: longest, ...(signal ? { signal } : {}) };
  const { prefetch } = await import('@mneme/agent/prefetch');
  const block = await prefetch(scope, message, options);
  if (block.skipped?.reason === 'error') throw block.skipped.error;
  return block;
}

function showBlocks(blocks: readonly BlockScores[], output: Output): string[] {
  const { quiet } = output.colours;
  const heading = ['block', 'n', 'any', 'evidence', 'tokens', 'noise', 'silent'];
  return [
    '',
    table(
      [
        heading.map(quiet),
        ...blocks.map(({ tokenBudget, n, any, evidence, tokens, noiseTokens, silent }) => [
          String(tokenBudget),
          String(n),
          any.toFixed(4),
          evidence.toFixed(4),
          tokens.toFixed(0),
          noiseTokens.toFixed(0),
          silent?.toFixed(4) ?? '-',
        ]),
      ],
      { right: heading.map((_, index) => index) },
    ),
  ];
}

function showLearned(
  { facts, overall, blocks }: NonNullable<EvaluationReport['learned']>,
  output: Output,
): string[] {
  return [
    '',
    `beside ${facts} facts that rules learn from the turns: R@10 ${overall['R@10'].toFixed(4)}`,
    ...(blocks === undefined ? [] : showBlocks(blocks, output)),
  ];
}

function show(
  report: EvaluationReport,
  { byType, output }: { byType: boolean; output: Output },
): string {
  const { strong, quiet } = output.colours;
  const { overall, types } = report;
  const groups: [string, EvaluationReport['overall']][] = [
    ...(byType ? Object.entries(types) : []),
    ['overall', overall],
  ];
  const at = (name: 'R' | 'any' | 'all') => cutoffs.map((k): Metric => `${name}@${k}`);
  const columns: Metric[] = [...at('R'), ...at('any'), ...at('all'), 'MRR', 'nDCG@10'];
  const right = columns.map((_, index) => index + 2).concat(1);
  const milliseconds = (value: number) => value.toFixed(2);
  return [
    table(
      [
        ['', 'n', ...columns].map(quiet),
        ...groups.map(([name, scores]) => [
          name === 'overall' ? strong(name) : name,
          String(scores.n),
          ...columns.map((metric) => scores[metric].toFixed(4)),
        ]),
      ],
      { right },
    ),
    ...(report.blocks === undefined ? [] : showBlocks(report.blocks, output)),
    ...(report.learned === undefined ? [] : showLearned(report.learned, output)),
    '',
    `${report.memories} memories, ${report.queries} queries, ${milliseconds(report.queryMs.mean)} ms a query ` +
      quiet(
        `(p50 ${milliseconds(report.queryMs.p50)}, p95 ${milliseconds(report.queryMs.p95)}; import ${(report.importMs / 1000).toFixed(1)} s)`,
      ),
  ].join('\n');
}

/** For a database that is thrown away with it. */
async function temporaryKeyring(folder: string) {
  const masterKeyFile = join(folder, 'master-key');
  await writeFile(masterKeyFile, randomBytes(32).toString('hex'), { mode: 0o600 });
  return { keyring: join(folder, 'eval.keys'), masterKeyFile };
}
