import type { AuditEntry, Remains } from '@mneme/core/contract';
import { auditPoints } from './audit.ts';
import { audited, matches, ofScope } from './filter.ts';
import { payloadOf } from './points.ts';
import { pointsOf } from './read.ts';
import { marksOf } from './statistics.ts';
import type { Store } from './store.ts';

/**
 * What is known of removed points: the server acknowledged that no request finds them any more. Their bytes go from its
 * segments when its optimizer rewrites these, and from its log and its snapshots when it drops them, which it tells nobody.
 */
export const qdrantRemains: Remains = {
  bytes: 'pending',
  bytesReason:
    'the server has acknowledged the removal, so nothing of it can be read through it; the bytes leave its disk when its optimizer rewrites the segments, which it does not report, and its snapshots and backups keep what they hold',
};

/** Each step may be done again, so an erasure that was cut off is finished by repeating it. */
export async function erase(
  store: Store,
  scope: string,
  receipt: AuditEntry,
): Promise<{ records: number }> {
  const records = await store.count(ofScope(scope));
  const { ordering } = store;
  await store.request((client) =>
    client.batchUpdate(store.collection, {
      wait: true,
      ordering,
      operations: [
        // First what is about to be written, so that nothing of it comes after the rest.
        { delete: { filter: marksOf(scope) } },
        { delete: { filter: { must: [matches('openIn', scope)] } } },
        { delete: { filter: ofScope(scope) } },
        { delete: { filter: audited(scope) } },
        { upsert: { points: auditPoints([receipt]) } },
      ],
    }),
  );
  store.statistics.forget(scope);
  return { records };
}

/** Reads the counts and writes them one higher: two processes at once may count once. */
export async function touch(
  store: Store,
  scope: string,
  ids: readonly string[],
  at: string,
): Promise<void> {
  const points = await pointsOf(store, { scope, ids, fields: ['accessCount'] });
  const byCount = new Map<number, string[]>();
  for (const point of points) {
    const count = (payloadOf(point).accessCount ?? 0) + 1;
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
