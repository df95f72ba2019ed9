import { matches, ofScope } from './filter.ts';
import { type Point, payloadOf } from './points.ts';
import type { Store } from './store.ts';

/**
 * Marks what the given records replaced, where a crash between two shards left it unmarked. True: there was
 * something to finish.
 */
export async function finishSupersedes(
  store: Store,
  scope: string,
  points: readonly Point[],
): Promise<boolean> {
  let finished = false;
  for (const point of points) {
    const { replaces = [], occurredAt, createdAt } = payloadOf(point);
    const open = ofScope(scope, { has_id: replaces }, matches('superseded', false));
    if (replaces.length === 0 || (await store.count(open)) === 0) continue;
    const validTo = occurredAt as string;
    const payload = {
      superseded: true,
      supersededBy: point.id,
      validTo,
      validToMs: Date.parse(validTo),
      updatedAt: createdAt,
    };
    await store.request((client) =>
      client.setPayload(store.collection, {
        wait: true,
        ordering: store.ordering,
        filter: open,
        payload,
      }),
    );
    finished = true;
  }
  return finished;
}
