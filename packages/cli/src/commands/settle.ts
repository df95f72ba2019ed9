import type { Memory, SettleReport } from '@mneme/core';
import { defineCommand } from '../command.ts';
import { scopeOptions, storeOptions } from '../options.ts';
import type { Output } from '../output.ts';
import { tableOf } from '../table.ts';
import { oneLine } from '../text-width.ts';
import { UsageError } from '../usage-error.ts';
import { wholeId } from '../whole-id.ts';

const words: Record<SettleReport['decided'][number]['verdict'], string> = {
  same: 'the same, the newer one stays',
  update: 'the newer one is true',
  stands: 'the older one is true',
  distinct: 'both are true',
  gone: 'settled before',
};

export const settleCommand = defineCommand({
  usage: '[ID ID]',
  details: [
    'Asks a language model (--llm) about each contested pair, and carries out its decision; if it fails or cannot tell, both stay.',
    'Or name two memories and decide yourself: --verdict same (both say the same), update (the newer one is true), stands (the',
    'older one is true) or distinct (both are true). "mneme list --contested" shows pairs, "mneme restore ID" undoes it.',
  ].join('\n'),
  options: {
    verdict: {
      value: 'WORD',
      help: 'your decision about the two memories: same, update, stands or distinct',
      oneOf: ['same', 'update', 'stands', 'distinct'],
    },
    'dry-run': { help: 'show what would be decided, and change nothing' },
    'max-calls': { number: 'N', help: 'maximum number of calls of the model' },
  },
  uses: [...scopeOptions, ...storeOptions, 'llm'],
  async run({ values, positionals, output, environment, signal, scopeName, open }) {
    const { verdict, dryRun, maxCalls } = values;
    if (positionals.length === 1 || (verdict !== undefined && positionals.length === 0))
      throw new UsageError('Name the two memories: mneme scopes settle ID ID --verdict update');
    const asksModel = (values.llm ?? environment.llm ?? 'none') !== 'none';
    if (verdict === undefined && !asksModel)
      throw new UsageError(
        'Nobody can decide: name a language model with --llm or MNEME_LLM, or give two memories and --verdict.',
        'llm',
      );
    const { memory } = await open({ embedder: 'none' });
    const options = {
      ...{ dryRun, maxCalls, actor: 'cli', signal },
      ...(verdict === undefined ? {} : { judge: async () => verdict }),
      onProgress: ({ scope, done, open }: { scope: string; done: number; open: number }) =>
        output.progress.update(`${scope}: ${done} settled, ${open} open`),
    };
    const scope = memory.scope(scopeName);
    const pair = await Promise.all(positionals.map((id) => wholeId(scope, id)));
    const report =
      pair.length === 2
        ? await scope.settle({ ...options, pair: pair as [string, string] })
        : await (values.scope === undefined ? memory : scope).settle(options);
    const rows = output.json ? [] : await rowsOf(memory, report);
    output.result(report, () => shown(report, rows, output));
    return report.stopped === 'failing' ? 1 : undefined;
  },
});

async function rowsOf(memory: Memory, { decided }: SettleReport): Promise<string[][]> {
  return Promise.all(
    decided.map(async ({ scope, newer, older, verdict }) => {
      const texts = await Promise.all(
        [newer, older].map(async (id) => (await memory.scope(scope).get(id))?.content ?? id),
      );
      return [scope, words[verdict], ...texts.map((text) => oneLine(text, 60))];
    }),
  );
}

function shown(report: SettleReport, rows: string[][], output: Output) {
  const { quiet, strong, warning } = output.colours;
  const { decided, open, calls, dryRun, stopped } = report;
  const head = ['scope', 'verdict', 'newer', 'older'];
  return [
    rows.length > 0 && `${tableOf(output, { head, rows })}\n`,
    `${strong(String(decided.length))} ${dryRun ? 'would be settled' : 'settled'}, ${open} stay contested ${quiet(`(asked ${calls} times)`)}`,
    stopped === 'max_calls' && warning('ended at --max-calls'),
    stopped === 'failing' && warning('ended, since the model failed again and again'),
  ];
}
