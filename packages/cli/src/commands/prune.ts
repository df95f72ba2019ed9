import type { Extractor } from '@mneme/core';
import type { Environment } from '@mneme/runtime';
import { defineCommand } from '../command.ts';
import { llmFrom } from '../llm-options.ts';
import { numberValue } from '../option-values.ts';
import { type GlobalValues, scopeOptions, storeOptions } from '../options.ts';
import { refuseOptions } from '../refuse-options.ts';
import { table } from '../table.ts';
import { oneLine } from '../text-width.ts';
import { UsageError } from '../usage-error.ts';

export const pruneCommand = defineCommand({
  details: [
    'Removes expired memories first, then those whose importance has faded most. Several processes may run it at once.',
    'With --summarise a language model (--llm) summarises the removed turns of each session (mneme sessions show).',
    'If a summary fails, its turns stay, and the exit code is 1.',
  ].join('\n'),
  options: {
    max: { value: 'N', help: 'maximum memories in a scope (default: 10000)' },
    'dry-run': { help: 'report, and change nothing' },
    'documents-unread-days': {
      value: 'N',
      help: 'also remove documents that nobody has read or written for N days',
    },
    summarise: { help: 'keep summaries of removed turns' },
  },
  uses: [...scopeOptions, ...storeOptions, 'documents', 'llm'],
  async run({ values, output, environment, signal, open }) {
    let failed = false;
    const warn = (
      message: string,
      { session, error }: { session?: string; error?: Error } = {},
    ) => {
      failed = true;
      output.note(`mneme: ${oneLine(session ?? '')}: ${message} (${error?.message})`);
    };
    const options = {
      extractor: await summariserFrom(values, environment),
      maxRecords: numberValue(values.max, 'maxRecords'),
      dryRun: values['dry-run'],
      documentsUnreadForDays: numberValue(
        values['documents-unread-days'],
        'documentsUnreadForDays',
      ),
      actor: 'cli',
      signal,
      onProgress: ({ scope, done, total }: { scope: string; done: number; total: number }) =>
        output.progress.update(
          `pruning ${scope}, ${done} of ${total}`,
          total === 0 ? 1 : done / total,
        ),
    };
    const { memory } = await open({
      embedder: 'none',
      llm: 'none',
      settings: { logger: { debug: () => {}, warn } },
    });
    const report = await (values.scope === undefined
      ? memory.prune(options)
      : memory.scope(values.scope).prune(options));
    output.result(report, () => {
      const { quiet, strong } = output.colours;
      const rows = report.scopes.map(({ scope, before, expired, overCap, after }) => [
        scope,
        ...[before, expired, overCap, after].map(String),
      ]);
      const verb = report.dryRun ? 'would be removed' : 'removed';
      return [
        ...(rows.length === 0
          ? []
          : [
              table([['scope', 'before', 'expired', 'over the cap', 'after'].map(quiet), ...rows], {
                right: [1, 2, 3, 4],
                width: output.tableWidth,
              }),
              '',
            ]),
        `${strong(String(report.pruned))} ${verb}, ${report.expired} of them expired`,
        ...(report.documents === undefined
          ? []
          : [`${report.documents.documents.length} documents ${verb}, unread for too long`]),
      ].join('\n');
    });
    return failed ? 1 : undefined;
  },
});

async function summariserFrom(
  values: Pick<GlobalValues, 'llm'> & { summarise: boolean | undefined },
  environment: Environment,
): Promise<Extractor | undefined> {
  if (values.summarise !== true) {
    refuseOptions(values, ['llm'], 'is for --summarise.');
    return undefined;
  }
  const llm = await llmFrom(values, environment);
  if (llm !== undefined) return llm.extractor;
  throw new UsageError('--summarise needs a language model: give --llm, or set MNEME_LLM.', {
    field: 'llm',
  });
}
