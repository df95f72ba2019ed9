import { setTimeout as pause } from 'node:timers/promises';
import { matches } from './filter.ts';
import {
  finishing,
  formOf,
  type Intent,
  type IntentMark,
  type Plan,
  release,
  sealOf,
  undo,
} from './intent.ts';
import type { Point } from './points.ts';
import type { Store } from './store.ts';
import { write } from './write.ts';
import type { WrittenPoint } from './written-point.ts';

/** How long a writer waits for another one that has claimed a record; then it finishes or undoes the other's commit. */
const abandonedMs = 1000;
/** An intent of this age counts as abandoned; long enough for two machines' clocks to differ. */
export const overdueMs = 5000;

/**
 * Returns when the intent is finished: by its writer, or, if that takes too long (or `wait` is false), by finishing or
 * undoing it here. `met`: records that it has claimed, which are released even if nothing else of it is left.
 */
export async function settle(
  store: Store,
  id: string,
  { met = [], wait = true }: { met?: readonly string[]; wait?: boolean } = {},
): Promise<void> {
  const patientUntil = performance.now() + (wait ? abandonedMs : 0);
  for (let pauseMs = 2; ; pauseMs = Math.min(50, 2 * pauseMs)) {
    const { intent, sealed } = await readIntent(store, id);
    // Its seal was written before any claim, so it was abandoned, or it is finished.
    if (sealed === undefined)
      return intent === undefined ? release(store, id, met) : undo(store, intent);
    if (performance.now() < patientUntil) {
      await pause(pauseMs * (0.5 + Math.random() / 2));
    } else if (!sealed) {
      // If two decide at once, the server takes the first; the next round reads the result.
      const open = { must: [{ has_id: [sealOf(id)] }, matches('sealed', false)] };
      await write(store, [{ delete: { filter: open } }]);
    } else if (intent !== undefined) {
      return finishForAnother(store, intent);
    } else {
      return write(store, [{ delete: { points: [sealOf(id)] } }]);
    }
  }
}

async function readIntent(
  store: Store,
  id: string,
): Promise<{ intent: Intent | undefined; sealed: boolean | undefined }> {
  const found = await store.request((client) =>
    client.retrieve(store.collection, {
      ids: [id, sealOf(id)],
      with_payload: ['headScope', 'plan', 'sealed'],
      with_vector: false,
    }),
  );
  const payloads = new Map(found.map(({ id, payload }) => [id, payload]));
  const read = payloads.get(id) as { headScope: string; plan: string } | undefined;
  const seal = payloads.get(sealOf(id)) as { sealed: boolean } | undefined;
  const plan = read && (JSON.parse(read.plan) as Plan);
  return { intent: read && plan && { id, scope: read.headScope, plan }, sealed: seal?.sealed };
}

async function finishForAnother(store: Store, intent: Intent): Promise<void> {
  const { id, scope, plan } = intent;
  const ids = plan.replaced.map((record) => formOf(id, record));
  const found = await store.request((client) =>
    client.retrieve(store.collection, { ids, with_payload: ['form'], with_vector: true }),
  );
  const byId = new Map(found.map((point) => [point.id, point]));
  const forms = plan.replaced.flatMap((record): WrittenPoint[] => {
    const point = byId.get(formOf(id, record));
    if (point === undefined) return [];
    const { form: text } = point.payload as { form: string };
    const vector = (point.vector ?? {}) as WrittenPoint['vector'];
    return [{ id: record, vector, payload: JSON.parse(text) as WrittenPoint['payload'] }];
  });
  const { number, end } = store.beginCommit(scope);
  try {
    for (const operations of finishing(store, intent, { forms, commits: number }))
      await write(store, operations);
  } finally {
    end();
    store.statistics.forget(scope);
  }
}

/** Ends what killed writers have left in a scope; `marks` were read with it. True: there was something. */
export async function settleOverdue(store: Store, marks: readonly Point[]): Promise<boolean> {
  // Writers' marks have no time, so they never match.
  const overdue = marks.map(markOf).filter(({ intentAt }) => intentAt < Date.now() - overdueMs);
  await settleEach(store, overdue);
  return overdue.length > 0;
}

/** Ends every running commit, in all scopes; living writers make theirs again. */
export async function settleAll(store: Store): Promise<void> {
  for (;;) {
    const { points } = await store.request((client) =>
      client.scroll(store.collection, {
        // Only intents and seals have the field of this order.
        order_by: { key: 'intentAt', direction: 'asc' },
        limit: 100,
        with_payload: ['intentId'],
      }),
    );
    if (points.length === 0) return;
    await settleEach(store, points.map(markOf));
  }
}

async function settleEach(store: Store, marks: readonly IntentMark[]): Promise<void> {
  for (const id of new Set(marks.map(({ intentId }) => intentId)))
    await settle(store, id, { wait: false });
}

function markOf({ payload }: Point): IntentMark {
  return payload as unknown as IntentMark;
}
