import { type Memory, MnemeError, type SettleReport } from '@mneme/core';
import { firstBytes } from '@mneme/runtime';
import { assertNameTyped, assertTerminal } from '../ask.ts';
import { assertScope } from '../assert-scope.ts';
import { defineCommand } from '../command.ts';
import { bytesOf } from '../files.ts';
import { memoryOptions, storeOptions } from '../options.ts';
import type { Output } from '../output.ts';
import { tableOf } from '../table.ts';
import { oneLine } from '../text-width.ts';
import { UsageError } from '../usage-error.ts';
import { wholeId } from '../whole-id.ts';

export const scopes = defineCommand({
  details: 'Shows the number of current memories in each.',
  uses: storeOptions,
  async run({ output, open }) {
    const { memory } = await open();
    const scopes = await Promise.all(
      (await memory.scopes()).map(async (scope) => {
        const { current, byKind } = await memory.scope(scope).stats();
        return { scope, current, episodes: byKind.episode ?? 0, facts: byKind.fact ?? 0 };
      }),
    );
    output.result({ scopes }, () => {
      const head = ['memories', 'episodes', 'facts', 'scope'];
      const rows = scopes.map(({ scope, current, episodes, facts }) => [
        ...[current, episodes, facts].map(String),
        oneLine(scope),
      ]);
      return tableOf(output, {
        head,
        rows,
        right: [0, 1, 2],
        none: 'Nothing has been stored yet.',
      });
    });
  },
});

export const erase = defineCommand({
  usage: '[NAME]',
  details:
    'Removes memories, their history, documents and audit lines of the scope, also from the files. This cannot be undone. You may name it by --scope NAME or --project FOLDER too.',
  options: {
    yes: { help: 'do not ask' },
    reason: { value: 'TEXT', help: 'reason in the one audit line that stays' },
  },
  uses: [...memoryOptions, 'documents'],
  async run(context) {
    const { values, positionals, output, signal, open } = context;
    const name = positionals[0] ?? values.scope;
    if (name === undefined || (positionals.length > 0 && values.scope !== undefined))
      throw new UsageError('Name the scope to forget, once: mneme scopes erase NAME', 'NAME');
    if (!values.yes) assertTerminal(context, 'erase needs');
    const { memory } = await open();
    const scope = memory.scope(name);
    await assertScope(memory, name);
    if (!values.yes) {
      const { current, superseded, expired } = await scope.stats();
      const question = `"${scope.name}" holds ${current} memories, ${superseded} replaced and ${expired} expired ones; they are removed for good, with its documents.\nType the name of the scope to erase it:`;
      await assertNameTyped(context, { question, name: scope.name });
    }
    const receipt = await scope.erase({ actor: 'cli', reason: values.reason, signal });
    output.result(receipt, () => {
      const key =
        receipt.key === undefined ? '' : '; its key is destroyed, so no backup can be read';
      return [
        `${output.colours.good('erased')} ${receipt.scope}: ${receipt.records} memories${key}`,
        receipt.bytes !== 'removed' && `bytes pending: ${receipt.bytesReason}`,
      ];
    });
  },
});

const words: Record<SettleReport['decided'][number]['verdict'], string> = {
  same: 'the same, the newer one stays',
  update: 'the newer one is true',
  older: 'the older one is true',
  distinct: 'both are true',
  gone: 'settled before',
};

export const settle = defineCommand({
  usage: '[ID ID]',
  details: [
    'Asks a language model (--llm) about each contested pair, and carries out its decision; if it fails or cannot tell, both stay.',
    'Or name two memories and decide yourself: --verdict same (both say the same), update (the newer one is true), older (the',
    'older one is true) or distinct (both are true). "mneme list --contested" shows pairs, "mneme restore ID" undoes it.',
  ].join('\n'),
  options: {
    verdict: {
      value: 'WORD',
      help: 'your decision about the two memories: same, update, older or distinct',
      oneOf: ['same', 'update', 'older', 'distinct'],
    },
    'dry-run': { help: 'show what would be decided, and change nothing' },
    'max-calls': { number: 'N', help: 'maximum number of calls of the model' },
  },
  uses: [...memoryOptions, 'llm'],
  async run({ values, positionals, output, environment, signal, open }) {
    const { verdict, dryRun, maxCalls } = values;
    if (positionals.length === 1 || (verdict !== undefined && positionals.length === 0))
      throw new UsageError('Name the two memories: mneme scopes settle ID ID --verdict update');
    const asksModel = (values.llm ?? environment.llm ?? 'none') !== 'none';
    if (verdict === undefined && !asksModel)
      throw new UsageError(
        'Nobody can decide: name a language model with --llm or MNEME_LLM, or give two memories and --verdict.',
        'llm',
      );
    const { memory, scope } = await open();
    const options = {
      ...{ dryRun, maxCalls, actor: 'cli', signal },
      ...(verdict === undefined ? {} : { judge: async () => verdict }),
      onProgress: ({ scope, done, open }: { scope: string; done: number; open: number }) =>
        output.progress.update(`${scope}: ${done} settled, ${open} open`),
    };
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
    stopped === 'failing' && warning('stopped: the model failed several times in a row'),
  ];
}

const maxBytes = 1024 * 1024;

export const verifyReceipt = defineCommand({
  usage: 'FILE',
  details:
    'FILE has the JSON that erase --json printed; - is standard input. The exit code is 1 if the receipt or the audit was changed, or if something could not be checked.',
  uses: storeOptions,
  async run({ positionals: [path = ''], output, input, signal, open }) {
    const text = await firstBytes(bytesOf(path, { input, field: 'FILE', signal }), maxBytes);
    const receipt = receiptIn(text.toString('utf8'), path);
    const { memory } = await open();
    const check = await memory.verifyReceipt(receipt);
    output.result(check, () => {
      const { good, quiet } = output.colours;
      const { bytes, bytesReason } = check.remains;
      return [
        check.valid
          ? good('the receipt is valid: the audit of this store has its digest')
          : `the receipt ${check.faults.length > 0 ? 'is NOT valid' : 'could NOT be checked'}`,
        ...check.faults,
        ...check.unchecked.map((each) => quiet(`not checked: ${each}`)),
        bytes === 'removed' ? 'no bytes are pending' : `bytes are pending: ${bytesReason}`,
      ];
    });
    return check.valid ? undefined : 1;
  },
});

function receiptIn(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const message = `${path} is not JSON: give the output of erase --json`;
    throw new MnemeError('invalid_input', message, { field: 'FILE', cause });
  }
}
