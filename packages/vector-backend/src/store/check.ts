import { cursorCodec, type StoreCheckPage, type StoreFault } from '@mneme/core/contract';
import { ofScope } from './filter.ts';
import { vectorNameOf } from './identity.ts';
import type { IntentMark } from './intent.ts';
import { lacking } from './migration.ts';
import { payloadOf } from './points.ts';
import { overdueMs } from './settle.ts';
import type { Store } from './store.ts';
import { readStorePoint } from './store-point.ts';

const cursors = cursorCodec('check', ['string']);

/**
 * A record's words, vector and fields are one point, so they always agree. Possible faults are an interrupted commit
 * that no writer has met since, and a record without a vector of the current model.
 */
export async function checkStore(
  store: Store,
  { scope, limit, cursor }: { scope?: string; limit: number; cursor?: string },
): Promise<StoreCheckPage> {
  const owner = [scope ?? ''];
  const [after] = cursors.decode(cursor, owner) ?? [];
  const page: StoreCheckPage = { faults: [] };
  const of = scope === undefined ? [] : [ofScope(scope)];
  if (after === undefined) page.faults.push(...(await unfinished(store, scope)));
  const { embedder } = (await readStorePoint(store.connection)) ?? {};
  if (embedder === undefined) return page;
  const { points, next_page_offset: next } = await store.request((client) =>
    client.scroll(store.collection, {
      filter: { must: [lacking(vectorNameOf(embedder)), ...of] },
      limit,
      offset: after,
      with_payload: ['scope'],
    }),
  );
  for (const point of points) {
    const problem = 'the memory has no vector';
    const id = String(point.id);
    page.faults.push({
      kind: 'vector',
      problem,
      scope: payloadOf(point).scope,
      id,
      mend: 'rewrite',
    });
  }
  if (next != null) page.nextCursor = cursors.encode([String(next)], owner);
  return page;
}

/** Intents that are so old that their writers must be dead. */
async function unfinished(store: Store, scope: string | undefined): Promise<StoreFault[]> {
  const { points } = await store.request((client) =>
    client.scroll(store.collection, {
      order_by: { key: 'intentAt', direction: 'asc' },
      limit: 100,
      with_payload: ['intentId', 'intentAt', 'headScope'],
    }),
  );
  const marks = points.map(({ payload }) => payload as unknown as IntentMark);
  const overdue = marks.filter(
    ({ intentAt, headScope }) =>
      intentAt < Date.now() - overdueMs && (scope === undefined || scope === headScope),
  );
  const scopes = new Map(overdue.map(({ intentId, headScope }) => [intentId, headScope]));
  return [...scopes.values()].map((of) => ({
    kind: 'unfinished',
    problem: 'a write of several records was begun and not finished',
    scope: of,
    mend: 'store',
  }));
}
