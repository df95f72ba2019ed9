import type { AuditEntry, ErasureCheck, ErasureProof, Remains } from '@mneme/core/contract';
import { auditPoints } from './audit.ts';
import { audited, matches, memoriesOf, ofScope } from './filter.ts';
import { payloadOf } from './points.ts';
import { pointsOf } from './read.ts';
import { marksOf } from './statistics.ts';
import type { Store } from './store.ts';

/**
 * What is known about bytes of removed points: no request finds them any more. Their bytes leave the segments when the
 * server's optimizer rewrites these, and its log and snapshots when it drops them; it reports neither.
 */
export const qdrantRemains: Remains = {
  bytes: 'pending',
  bytesReason:
    'the server has acknowledged the removal, so nothing of it can be read through it; the bytes leave its disk when its optimizer rewrites the segments, which it does not report, and its snapshots and backups keep what they hold',
};

/** Each step may be repeated, so repeating an interrupted erasure finishes it. */
export async function erase(
  store: Store,
  scope: string,
  receipt: AuditEntry,
): Promise<{ records: number; proof: ErasureProof }> {
  const records = await store.count(memoriesOf(scope));
  const { ordering } = store;
  await store.request((client) =>
    client.batchUpdate(store.collection, {
      wait: true,
      ordering,
      operations: [
        // Interrupted writes first, so that nothing of them arrives later.
        { delete: { filter: marksOf(scope) } },
        { delete: { filter: { must: [matches('openIn', scope)] } } },
        { delete: { filter: ofScope(scope) } },
        { delete: { filter: audited(scope) } },
        { upsert: { points: auditPoints([receipt]) } },
      ],
    }),
  );
  store.statistics.forget(scope);
  return { records, proof: { checks: await whatIsLeft(store, scope) } };
}

/** Counts again everything that had data of the scope. The point about the erasure itself is not counted. */
async function whatIsLeft(store: Store, scope: string): Promise<ErasureCheck[]> {
  const how =
    'counted by the server after it had acknowledged the removal; its segments, log and snapshots on disk were not looked at';
  const [records, marks, intents, lines] = await Promise.all(
    [ofScope(scope), marksOf(scope), { must: [matches('openIn', scope)] }, audited(scope)].map(
      (filter) => store.count(filter),
    ),
  );
  return [
    { what: 'records, with their words and vectors', how, left: records ?? 0 },
    { what: 'marks of writers', how, left: marks ?? 0 },
    { what: 'changes under way', how, left: intents ?? 0 },
    { what: 'points with audit lines', how, left: Math.max(0, (lines ?? 0) - 1) },
  ];
}

/** Reads the counts and writes them increased: two processes at once may count once. */
export async function touch(
  store: Store,
  scope: string,
  ids: readonly string[],
  at: string,
): Promise<void> {
  const points = await pointsOf(store, { scope, ids, fields: ['accessCount'] });
  const times = Map.groupBy(ids, (id) => id);
  const byCount = new Map<number, string[]>();
  for (const point of points) {
    const asked = times.get(String(point.id))?.length ?? 0;
    const count = (payloadOf(point).accessCount ?? 0) + asked;
    byCount.set(count, [...(byCount.get(count) ?? []), String(point.id)]);
  }
  if (byCount.size === 0) return;
  await store.request((client) =>
    client.batchUpdate(store.collection, {
      wait: true,
      ordering: store.ordering,
      operations: [...byCount].map(([accessCount, touched]) => ({
        set_payload: {
          payload: { accessCount, lastAccessedAt: at },
          filter: ofScope(scope, { has_id: touched }),
        },
      })),
    }),
  );
}
