import { defineCommand } from '../command.ts';
import { numberValue } from '../option-values.ts';
import { documentOptions, storeOptions } from '../options.ts';
import { table } from '../table.ts';

export const pruneCommand = defineCommand({
  name: 'prune',
  summary: 'remove what has expired and what is over the cap',
  usage: '',
  details:
    'Expired memories go first, then those whose importance has faded most. Safe to run from several processes at once.',
  options: {
    max: { type: 'text', value: 'N', help: 'memories a scope may keep (default: 10000)' },
    'dry-run': { type: 'flag', help: 'report, and change nothing' },
    'documents-unread-days': {
      type: 'text',
      value: 'N',
      help: 'documents that nobody has read or written for so many days go too',
    },
    scope: { type: 'text', value: 'NAME', help: 'only this scope (default: every scope)' },
    ...storeOptions,
    ...documentOptions,
  },
  positionals: { min: 0, max: 0 },
  async run({ values, output, signal, open }) {
    const options = {
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
    const { memory } = await open({ embedder: 'none' });
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
    return undefined;
  },
});
