import type { Extractor } from '@mneme/core';
import type { Environment } from '@mneme/runtime';
import { defineCommand } from '../command.ts';
import { llmFrom } from '../llm-options.ts';
import { type GlobalValues, memoryOptions } from '../options.ts';
import { tableOf } from '../table.ts';
import { oneLine } from '../text-width.ts';
import { refuseOptions, UsageError } from '../usage-error.ts';
import { describeCompaction } from './compact.ts';

export const auditDays = {
  number: 'N',
  help: 'also remove audit lines older than N days (of the whole store)',
} as const;

/** From this part on a prune gives free room back to the system. */
const compactedFrom = 0.5;

export const prune = defineCommand({
  details: [
    'Removes expired memories first, then those whose importance has faded most. Several processes may run it at once.',
    'With --summarise a language model (--llm) summarises the removed turns of each session (mneme sessions show).',
    'If a summary fails, its turns stay, and the exit code is 1. If half of the store is free then, it is compacted.',
  ].join('\n'),
  options: {
    max: { number: 'N', help: 'maximum memories in a scope (default: 10000)' },
    'dry-run': { help: 'report, and change nothing' },
    'documents-unread-days': {
      number: 'N',
      help: 'also remove documents that nobody has read or written for N days',
    },
    'audit-days': auditDays,
    summarise: { help: 'keep summaries of removed turns' },
  },
  uses: [...memoryOptions, 'documents', 'llm'],
  async run({ values, output, environment, signal, open }) {
    let failed = false;
    const warn = (
      message: string,
      { session, error }: { session?: string; error?: Error } = {},
    ) => {
      failed = true;
      output.note(`mneme: ${oneLine(session ?? '')}: ${message} (${error?.message})`);
    };
    const { scope, max: maxRecords, dryRun, documentsUnreadDays: documentsUnreadForDays } = values;
    const keepAuditForDays = values.auditDays;
    const options = {
      extractor: await summariserFrom(values, environment),
      ...{ maxRecords, dryRun, documentsUnreadForDays, keepAuditForDays, actor: 'cli', signal },
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
    const report = await (scope === undefined ? memory : memory.scope(scope)).prune(options);
    const compacted = dryRun ? [] : await memory.compact({ freeShare: compactedFrom });
    output.result({ ...report, compacted }, () => {
      const rows = report.scopes.map(({ scope, before, expired, overCap, after }) => [
        scope,
        ...[before, expired, overCap, after].map(String),
      ]);
      const verb = report.dryRun ? 'would be removed' : 'removed';
      const head = ['scope', 'before', 'expired', 'over the cap', 'after'];
      return [
        rows.length > 0 && `${tableOf(output, { head, rows, right: [1, 2, 3, 4] })}\n`,
        `${output.colours.strong(String(report.pruned))} ${verb}, ${report.expired} of them expired`,
        report.documents &&
          `${report.documents.documents.length} documents ${verb}, unread for too long`,
        report.auditLines !== undefined && `${report.auditLines} audit lines removed`,
        ...compacted.filter(({ outcome }) => outcome !== 'not_needed').map(describeCompaction),
      ];
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
  throw new UsageError('--summarise needs a language model: give --llm, or set MNEME_LLM.', 'llm');
}
