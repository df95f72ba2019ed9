import { type AuditEntry, MnemeError, type ScanRow } from '../contract/index.ts';
import { throwIfAborted } from '../engine/abort.ts';
import type { EngineContext } from '../engine/context.ts';
import { selectForPruning } from '../forgetting/index.ts';
import type { Parsed } from '../input/parse-fields.ts';
import type { PruneRecordsOptions, PruneRecordsReport } from './api.ts';
import type { pruneRecordsFields } from './option-fields.ts';

const pageSize = 2000;
const batchSize = 500;
const maxAttempts = 20;

type ScopeReport = PruneRecordsReport['scopes'][number];

/** Every scope, or one. Safe to run from several processes at once: what another has removed is not counted here. */
export async function prune(
  context: EngineContext,
  scopes: readonly string[],
  given: Parsed<typeof pruneRecordsFields>,
): Promise<PruneRecordsReport> {
  const { maxRecords = 10_000, dryRun = false, actor = 'application' } = given;
  const { reason, signal, onProgress } = given;
  const request: PruneRequest = { maxRecords, dryRun, actor, reason, signal, onProgress };
  const reports: ScopeReport[] = [];
  for (const scope of scopes) reports.push(await pruneScope(context, scope, request));
  return {
    dryRun: request.dryRun,
    pruned: reports.reduce((sum, { ids }) => sum + ids.length, 0),
    expired: reports.reduce((sum, { expired }) => sum + expired, 0),
    scopes: reports,
  };
}

interface PruneRequest {
  maxRecords: number;
  dryRun: boolean;
  actor: string;
  reason: string | undefined;
  signal: AbortSignal | undefined;
  onProgress: PruneRecordsOptions['onProgress'];
}

async function pruneScope(
  context: EngineContext,
  scope: string,
  request: PruneRequest,
): Promise<ScopeReport> {
  const removed: string[] = [];
  let before: number | undefined;
  let expired = 0;
  let overCap = 0;
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    throwIfAborted(request.signal);
    const now = context.now();
    const { revision, rows } = await scanAll(context, scope);
    before ??= rows.length;
    const selection = selectForPruning(rows, {
      now,
      maxRecords: request.maxRecords,
      decay: context.decay,
    });
    if (request.dryRun) {
      const ids = [...selection.expired, ...selection.overCap];
      return {
        scope,
        before,
        expired: selection.expired.length,
        overCap: selection.overCap.length,
        after: before - ids.length,
        ids,
      };
    }
    const total = selection.expired.length + selection.overCap.length;
    const expiredRemoval = await remove(
      context,
      { scope, ids: selection.expired, why: 'expired', now },
      request,
      revision,
    );
    removed.push(...expiredRemoval.removed);
    expired += expiredRemoval.removed.length;
    if (!expiredRemoval.interrupted) {
      const why = `over the cap of ${request.maxRecords}`;
      const target = {
        scope,
        ids: selection.overCap,
        why,
        now,
        done: expiredRemoval.removed.length,
        total,
      };
      const capRemoval = await remove(context, target, request, expiredRemoval.revision);
      removed.push(...capRemoval.removed);
      overCap += capRemoval.removed.length;
      if (!capRemoval.interrupted) {
        return { scope, before, expired, overCap, after: before - removed.length, ids: removed };
      }
    }
  }
  throw new MnemeError('conflict', `scope ${scope} kept changing while it was pruned: try again`);
}

/** In batches, each on the state that was scanned; stops when another writer gets in between. */
async function remove(
  context: EngineContext,
  target: {
    scope: string;
    ids: readonly string[];
    why: string;
    now: string;
    done?: number;
    total?: number;
  },
  request: PruneRequest,
  startRevision: number,
): Promise<{ removed: string[]; revision: number; interrupted: boolean }> {
  const { scope, ids, why, now, done = 0, total = ids.length } = target;
  const removed: string[] = [];
  let revision = startRevision;
  for (let start = 0; start < ids.length; start += batchSize) {
    throwIfAborted(request.signal);
    const batch = ids.slice(start, start + batchSize);
    const reason = request.reason === undefined ? why : `${why}: ${request.reason}`;
    const audit = batch.map(
      (id): AuditEntry => ({ at: now, action: 'prune', scope, id, actor: request.actor, reason }),
    );
    const result = await context.backend.commit({
      scope,
      expectedRevision: revision,
      puts: [],
      removals: batch,
      audit,
    });
    if (!result.committed) return { removed, revision, interrupted: true };
    revision = result.revision;
    removed.push(...result.removed);
    request.onProgress?.({ scope, done: done + start + batch.length, total });
  }
  return { removed, revision, interrupted: false };
}

async function scanAll(
  context: EngineContext,
  scope: string,
): Promise<{ revision: number; rows: ScanRow[] }> {
  const rows: ScanRow[] = [];
  let revision: number | undefined;
  for (;;) {
    const page = await context.backend.scan({ scope, after: rows.at(-1)?.id, limit: pageSize });
    revision ??= page.revision;
    rows.push(...page.rows);
    // A change between two pages shows in the revision, which the removal then finds to be old.
    if (page.rows.length < pageSize) return { revision, rows };
  }
}
