import {
  type AuditEntry,
  type ExpectedVersion,
  pages,
  type ScanRow,
  type StoredRecord,
} from '@mneme/contract';
import { type EngineContext, throwIfAborted } from '@mneme/contract/context';
import { gate } from '@mneme/contract/gate';
import type { Parsed } from '@mneme/contract/input';
import { selectForPruning } from '../forgetting/index.ts';
import type { PruneRecordsOptions, PruneRecordsReport } from './api.ts';
import type { pruneRecordsFields } from './option-fields.ts';
import { versionsBefore } from './transitions.ts';

const pageSize = 2000;
const batchSize = 500;

type ScopeReport = PruneRecordsReport['scopes'][number];

/**
 * Prunes every scope, or one. Safe beside other writers and prunes: only records that have not changed since the scan
 * are removed, and records that others removed are not counted.
 */
export async function prune(
  context: EngineContext,
  scopes: readonly string[],
  options: Omit<Parsed<typeof pruneRecordsFields>, 'extractor'>,
  { keep, onRemoving }: PruneHooks = {},
): Promise<PruneRecordsReport> {
  const { value: given } = gate(options, context.secrets);
  const defaults = { maxRecords: 10_000, dryRun: false, actor: 'application' };
  const request: PruneRequest = { ...defaults, ...given, keep, onRemoving };
  const reports: ScopeReport[] = [];
  for (const scope of scopes) reports.push(await pruneScope(context, scope, request));
  return {
    dryRun: request.dryRun,
    pruned: reports.reduce((sum, { ids }) => sum + ids.length, 0),
    expired: reports.reduce((sum, { expired }) => sum + expired, 0),
    scopes: reports,
  };
}

interface PruneRequest
  extends Required<Pick<PruneRecordsOptions, 'maxRecords' | 'dryRun' | 'actor'>>,
    Pick<PruneRecordsOptions, 'reason' | 'signal' | 'onProgress'> {
  keep: KeepOfTurns | undefined;
  onRemoving: PruneHooks['onRemoving'];
}

export interface PruneHooks {
  /** Does not apply to expired records. */
  keep?: KeepOfTurns | undefined;
  /** Called before records are removed; some of them may stay. */
  onRemoving?: ((going: { scope: string; ids: readonly string[] }) => Promise<void>) | undefined;
}

/** Puts that replace records above the cap; those in `stay` are not removed. */
export type KeepOfTurns = (going: {
  scope: string;
  ids: readonly string[];
  signal: AbortSignal | undefined;
}) => Promise<{ puts: StoredRecord[]; stay: ReadonlySet<string> }>;

async function pruneScope(
  context: EngineContext,
  scope: string,
  request: PruneRequest,
): Promise<ScopeReport> {
  const { maxRecords, dryRun } = request;
  const now = context.now();
  const rows = await scanAll(context, scope, request.signal);
  const selected = selectForPruning(rows, { now, maxRecords, decay: context.decay });
  const total = selected.expired.length + selected.overCap.length;
  const versions = new Map(rows.map(({ id, version }) => [id, version]));
  let done = 0;
  const remove = async (
    ids: readonly string[],
    why: string,
    keep?: KeepOfTurns,
  ): Promise<readonly string[]> => {
    if (dryRun) return ids;
    const reason = request.reason === undefined ? why : `${why}: ${request.reason}`;
    const removed: string[] = [];
    for (let start = 0; start < ids.length; start += batchSize) {
      const batch = ids.slice(start, start + batchSize);
      const expect = batch.map((id) => ({ id, version: versions.get(id) as number }));
      const target = { scope, expect, reason, now, keep };
      removed.push(...(await removeUnchanged(context, target, request)));
      done += batch.length;
      request.onProgress?.({ scope, done, total });
    }
    return removed;
  };
  const expired = await remove(selected.expired, 'expired');
  const overCap = await remove(selected.overCap, `over the cap of ${maxRecords}`, request.keep);
  const ids = [...expired, ...overCap];
  return {
    scope,
    before: rows.length,
    expired: expired.length,
    overCap: overCap.length,
    after: rows.length - ids.length,
    ids,
  };
}

/**
 * In one step. Records that another writer has changed or removed since the scan are skipped; returns the removed ids.
 */
async function removeUnchanged(
  { backend }: EngineContext,
  target: {
    scope: string;
    expect: readonly ExpectedVersion[];
    reason: string;
    now: string;
    keep: KeepOfTurns | undefined;
  },
  { actor, signal, onRemoving }: PruneRequest,
): Promise<string[]> {
  const { scope, reason, now, keep } = target;
  let { expect } = target;
  while (expect.length > 0) {
    throwIfAborted(signal);
    const kept = await keep?.({ scope, ids: expect.map(({ id }) => id), signal });
    expect = expect.filter(({ id }) => kept?.stay.has(id) !== true);
    const removals = expect.map(({ id }) => id);
    const puts = kept?.puts ?? [];
    if (removals.length === 0) return [];
    await onRemoving?.({ scope, ids: removals });
    const audit = removals.map(
      (id): AuditEntry => ({ at: now, action: 'prune', scope, id, actor, reason }),
    );
    const result = await backend.commit({
      scope,
      expect: [...expect, ...versionsBefore(puts)],
      puts,
      removals,
      audit,
    });
    if (result.committed) return result.removed;
    const changed = new Set(result.mismatched);
    expect = expect.filter(({ id }) => !changed.has(id));
  }
  return [];
}

/** The fields that pruning needs of every record of a scope. Reads no text. */
export async function scanAll(
  { backend }: EngineContext,
  scope: string,
  signal: AbortSignal | undefined,
): Promise<ScanRow[]> {
  const rows: ScanRow[] = [];
  const read = (cursor?: string) => backend.scan({ scope, cursor, limit: pageSize });
  for await (const page of pages(read, signal)) rows.push(...page.rows);
  return rows;
}
