import type { Schemas } from '@qdrant/js-client-rest';
import { schemaVersion } from './collection.ts';
import type { Condition, Filter } from './filter.ts';
import { scopes } from './read.ts';
import type { Store } from './store.ts';

/** Scopes whose records are changed in one request. */
const scopesAtOnce = 50;

/**
 * For collections of schema 1: a record with a place in a session becomes an episode, the others become facts. The
 * server selects them by its indexes. Repeating it changes nothing, so the next open finishes an interrupted upgrade.
 */
export async function upgrade(store: Store): Promise<void> {
  if (store.opened.schema === schemaVersion) return;
  const names = await scopes(store);
  for (let start = 0; start < names.length; start += scopesAtOnce) {
    const any = names.slice(start, start + scopesAtOnce);
    const without = (...more: Condition[]): Filter => ({
      must: [{ key: 'scope', match: { any } }, { is_empty: { key: 'kind' } }, ...more],
    });
    const turns = without({
      must_not: [{ is_empty: { key: 'session' } }, { is_empty: { key: 'sequence' } }],
    });
    await store.request((client) =>
      client.batchUpdate(store.collection, {
        wait: true,
        ordering: store.ordering,
        operations: [
          { delete_payload: { keys: ['category', 'matter'], filter: { ...turns } } },
          { set_payload: { payload: { kind: 'episode' }, filter: { ...turns } } },
          { set_payload: { payload: { kind: 'fact' }, filter: { ...without() } } },
        ],
      }),
    );
  }
  const metadata = { mneme: { schema: schemaVersion } };
  await store.request((client) =>
    client.updateCollection(store.collection, { metadata } as Schemas['UpdateCollection']),
  );
}
