import { type CommitRequest, MnemeError } from '@mneme/core';
import { type Condition, matches, ofScope } from './filter.ts';
import { type Point, payloadOf, type RecordPayload } from './points.ts';
import type { TermChange } from './statistics.ts';
import type { Store } from './store.ts';
import type { WrittenPoint } from './written-point.ts';

/** Qdrant takes requests of 32 MB by default. */
const maxRequestBytes = 12_000_000;

export interface Written {
  /** The states of the scope around the write, see `writeToken`. */
  before: string;
  after: string;
  change: TermChange;
  points: WrittenPoint[];
  lines: WrittenPoint[];
  nonce: string;
  removed: string[];
}

export async function writePoints(
  store: Store,
  {
    scope,
    points,
    replaceable,
    removed,
  }: { scope: string; points: WrittenPoint[]; replaceable: Condition[]; removed: string[] },
): Promise<void> {
  const removal = { delete: { filter: ofScope(scope, { has_id: removed }) } };
  const batches = inBatches(points);
  for (const [index, batch] of batches.entries()) {
    const upsert = {
      upsert: { points: batch, update_filter: { should: replaceable } },
    };
    const isLast = index === batches.length - 1;
    const results = await store.request((client) =>
      client.batchUpdate(store.collection, {
        wait: true,
        ordering: store.ordering,
        operations: isLast && removed.length > 0 ? [upsert, removal] : [upsert],
      }),
    );
    const unfinished = results.find((result) => result?.status !== 'completed');
    if (unfinished === undefined) continue;
    throw new MnemeError(
      'timeout',
      `Qdrant at ${store.connection.where} took the write but has not carried it out (${unfinished?.status}): repeat it`,
    );
  }
}

/**
 * By size. New records come before the old ones that they replace, as the engine's plan has them the other way
 * round at most within one batch; the writer's mark comes last.
 */
function inBatches(points: WrittenPoint[]): WrittenPoint[][] {
  const batches: WrittenPoint[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const point of points) {
    const size = estimateBytes(point);
    if (bytes + size > maxRequestBytes) {
      batches.push([]);
      bytes = 0;
    }
    bytes += size;
    (batches.at(-1) as WrittenPoint[]).push(point);
  }
  return batches;
}

/** A number of a vector takes up to 22 characters in JSON; texts are counted generously too. */
function estimateBytes({ vector, payload }: WrittenPoint): number {
  let numbers = 0;
  for (const values of Object.values(vector))
    numbers += Array.isArray(values) ? values.length : 2 * values.indices.length;
  const { content = '', terms = '', source = '' } = payload as Partial<RecordPayload>;
  return 22 * numbers + 4 * (content.length + terms.length + source.length) + 1000;
}

/** Only what was read may be replaced; for a plan, only in the very state in which it was read. */
export function replaceableRecords(
  points: readonly WrittenPoint[],
  existing: ReadonlyMap<string, Point>,
  strictly: boolean,
): Condition[] {
  const ids = points.map(({ id }) => id).filter((id) => existing.has(id));
  if (!strictly) return [{ has_id: ids }];
  const byCommit = new Map<string, string[]>();
  for (const id of ids) {
    const { commit: last = '' } = payloadOf(existing.get(id) as Point);
    byCommit.set(last, [...(byCommit.get(last) ?? []), id]);
  }
  return [...byCommit].map(([last, same]) => ({
    must: [matches('commit', last), { has_id: same }],
  }));
}

/**
 * Whether every record of a plan was taken. If another writer was faster with one of them, the record that was to
 * replace it goes again, with the audit lines; the engine makes its plan anew.
 */
export async function allAreOurs(
  store: Store,
  { scope, puts, expectedRevision }: CommitRequest,
  { points, lines, nonce }: Written,
): Promise<boolean> {
  if (expectedRevision === undefined || points.length === 0) return true;
  const found = await store.request((client) =>
    client.retrieve(store.collection, {
      ids: points.map(({ id }) => id),
      with_payload: ['commit'],
      with_vector: false,
    }),
  );
  const lost = new Set(
    found.filter((point) => payloadOf(point).commit !== nonce).map(({ id }) => String(id)),
  );
  if (lost.size === 0) return true;
  const orphans = puts.flatMap(({ record: { id, supersededBy } }) =>
    lost.has(id) && supersededBy !== undefined ? [supersededBy] : [],
  );
  await store.request((client) =>
    client.batchUpdate(store.collection, {
      wait: true,
      ordering: store.ordering,
      operations: [
        { delete: { filter: ofScope(scope, { has_id: orphans }, matches('commit', nonce)) } },
        { delete: { points: lines.map(({ id }) => id) } },
      ],
    }),
  );
  return false;
}
