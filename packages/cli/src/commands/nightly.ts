import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Memory, MemoryScope } from '@mneme/core';
import { withFileLock } from '@mneme/files';
import { type CommandContext, defineCommand } from '../command.ts';
import { costOptions, llmFrom } from '../llm-options.ts';
import { memoryOptions, type OptionTable } from '../options.ts';
import { backendOf } from '../store-of.ts';
import { tableOf } from '../table.ts';
import { oneLine } from '../text-width.ts';
import { UsageError } from '../usage-error.ts';
import { mebibytes, writeBackup } from './backup.ts';
import { describeCompaction, isInOrder } from './compact.ts';
import { auditDays } from './prune.ts';

/** More often than a prune does, since few read at night. */
const compactedFrom = 0.1;

/** Names sort by time. */
const backupName = /^mneme-\d{8}T\d{6}Z\.db$/;

interface Step {
  step: 'prune' | 'consolidate' | 'backup' | 'doctor' | 'compact';
  outcome: 'done' | 'failed' | 'skipped';
  /** What was done, or why it was not. */
  said: string;
  /** The report of the command of that name. */
  report?: unknown;
}

const options = {
  max: { number: 'N', help: 'maximum memories in a scope (default: 10000)' },
  'documents-unread-days': {
    number: 'N',
    help: 'also remove documents that nobody has read or written for N days',
  },
  'audit-days': auditDays,
  'backup-to': { value: 'FOLDER', help: 'write a backup into this folder' },
  keep: { number: 'N', help: 'backups to keep in the folder, the newest (default: 7)' },
  'max-calls': { number: 'N', help: 'maximum number of calls of the extractor' },
  ...costOptions,
} as const satisfies OptionTable;

export const nightly = defineCommand({
  details: [
    'Runs prune, sessions consolidate, db backup (with --backup-to), db doctor and db compact (if a tenth of the store is free),',
    'and reports each. A step that fails does not stop the next ones; the exit code is then 1. Without --scope: of all scopes.',
    'Backup and compaction are always of the whole store. It may be killed at any time: the next run goes on.',
  ].join('\n'),
  options,
  uses: [...memoryOptions, 'documents', 'embedder', 'llm', 'secrets'],
  async run(context) {
    const { values, output, environment, signal, open } = context;
    if (values.keep !== undefined && values.backupTo === undefined)
      throw new UsageError('--keep is for --backup-to.', 'keep');
    if (values.keep !== undefined && values.keep < 1)
      throw new UsageError('--keep must be 1 or more.', 'keep');
    const extractor = (await llmFrom(values, environment))?.extractor;
    const { memory } = await open();
    const { scope, max: maxRecords, documentsUnreadDays: documentsUnreadForDays } = values;
    const pruned = scope === undefined ? memory : memory.scope(scope);
    const work: Readonly<Record<Step['step'], () => Promise<Omit<Step, 'step'>>>> = {
      prune: async () => {
        const { auditDays: keepAuditForDays, maxCalls: _ } = values;
        const report = await pruned.prune({
          ...{ maxRecords, documentsUnreadForDays, keepAuditForDays, actor: 'nightly', signal },
        });
        const { pruned: removed, expired, auditLines = 0 } = report;
        const lines = auditLines === 0 ? '' : `, and ${auditLines} audit lines`;
        return done(report, `${removed} memories removed, ${expired} of them expired${lines}`);
      },
      consolidate: async () => {
        const { maxCalls } = values;
        const report = await pruned.consolidate({
          ...{ extractor, maxCalls, actor: 'nightly', signal },
        });
        const failed = report.failures.length > 0 || report.stopped === 'failing';
        const said = `${report.facts} facts made of ${report.turns} turns`;
        return failed
          ? {
              outcome: 'failed',
              said: `${said}; ${report.failures.length} sessions failed`,
              report,
            }
          : done(report, said);
      },
      backup: () => backup(context),
      doctor: () => examine(pruned, { maxRecords, signal }),
      compact: async () => {
        const stores = await memory.compact({ freeShare: compactedFrom });
        if (stores.length === 0)
          return { outcome: 'skipped', said: 'the store compacts its data by itself' };
        const said = stores.map(describeCompaction).join('; ');
        return { outcome: stores.every(isInOrder) ? 'done' : 'failed', said, report: { stores } };
      },
    };
    const steps: Step[] = [];
    for (const [step, run] of Object.entries(work) as [Step['step'], typeof work.prune][]) {
      signal.throwIfAborted();
      output.progress.update(step);
      const result = await run().catch((error: Error): Omit<Step, 'step'> => {
        signal.throwIfAborted();
        return { outcome: 'failed', said: error.message };
      });
      steps.push({ step, ...result });
    }
    output.result({ steps }, () => {
      const { good, bad, quiet } = output.colours;
      const colours = { done: good, failed: bad, skipped: quiet };
      const rows = steps.map(({ step, outcome, said }) => [
        ...[step, colours[outcome](outcome)],
        oneLine(said, 300),
      ]);
      return tableOf(output, { head: ['step', '', ''], rows, wrapped: true });
    });
    return steps.some(({ outcome }) => outcome === 'failed') ? 1 : undefined;
  },
});

const done = (report: unknown, said: string) => ({ outcome: 'done' as const, said, report });

/** Without the search for nearly equal memories, which takes longest and is never urgent. */
async function examine(
  examined: Memory | MemoryScope,
  options: { maxRecords: number | undefined; signal: AbortSignal },
): Promise<Omit<Step, 'step'>> {
  const report = await examined.doctor({ ...options, near: false, actor: 'nightly' });
  if (report.healthy) return done(report, `${report.records} memories are healthy`);
  const found = report.findings.filter(({ severity }) => severity === 'attention');
  const said = found.map(({ kind, count }) => `${kind} ${count}`).join(', ');
  return { outcome: 'failed', said: `${said}: see mneme db doctor`, report };
}

/** Writes a backup under a name of its own, then removes the oldest ones above `--keep`. */
async function backup({
  values,
  output,
  environment,
  signal,
  now,
}: CommandContext<typeof options>): Promise<Omit<Step, 'step'>> {
  const { backupTo: folder, keep = 7 } = values;
  if (folder === undefined) return { outcome: 'skipped', said: 'without --backup-to' };
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const time = now()
    .toISOString()
    .replace(/[-:]|\.\d+/g, '');
  const path = join(folder, `mneme-${time}.db`);
  return withFileLock(join(folder, '.mneme-nightly-lock'), async () => {
    const store = await backendOf(values, { environment, mustExist: true, whole: true });
    const report = await writeBackup(store, { path, output, signal, environment });
    const kept = (await readdir(folder)).filter((name) => backupName.test(name)).sort();
    const old = kept.slice(0, Math.max(0, kept.length - keep));
    for (const name of old) await rm(join(folder, name));
    const said = `${path}: ${report.records} memories, ${mebibytes(report.bytes)}; ${old.length} older ones removed`;
    return report.damaged.length === 0
      ? done({ ...report, removed: old }, said)
      : {
          outcome: 'failed',
          said: `${said}; ${report.damaged.length} memories are damaged`,
          report,
        };
  });
}
