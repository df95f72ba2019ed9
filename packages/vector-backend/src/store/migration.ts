import {
  cursorCodec,
  type EmbedderIdentity,
  memoryKinds,
  otherSpace,
  type PendingText,
  type SpaceProgress,
  sameEmbedder,
} from '@mneme/core/contract';
import { createVectorSpace, ensureStorePoint } from './collection.ts';
import { type Condition, type Filter, matches } from './filter.ts';
import { vectorNameOf } from './identity.ts';
import { type Point, payloadOf, type RecordPayload, recordFields, toRecord } from './points.ts';
import { settleAll } from './settle.ts';
import type { Store } from './store.ts';
import { readStorePoint, type StorePayload, storePointId } from './store-point.ts';
import { shortNumbers } from './written-point.ts';

/**
 * Changes the embedder of a collection, see `EmbeddingMigration`. The store's own point names the current embedder and
 * the next one; each has a named vector, so the server's `has_vector` tells what a record lacks.
 */

/**
 * Only records. Selected by fields that each record has, because a server's count of points that lack a field may be
 * out of date while it rearranges its segments.
 */
const records: Filter = {
  must: [
    { should: [matches('superseded', true), matches('superseded', false)] },
    { should: memoryKinds.map((kind) => matches('kind', kind)) },
  ],
};

/** Records that have neither a vector of this name nor one of zeros. */
export function lacking(name: string): Filter {
  return { ...records, must_not: having(name) };
}

function having(name: string): Condition[] {
  return [{ has_vector: name }, matches('zeroIn', name)];
}

async function begin(store: Store, next: EmbedderIdentity): Promise<SpaceProgress> {
  const { connection } = store;
  await ensureStorePoint(connection);
  let found = await stored(store);
  const name = vectorNameOf(next);
  if (!isCurrent(found, next) && found.next === undefined) {
    await createVectorSpace(connection, next);
    // If two begin at once, the first wins.
    await store.request((client) =>
      client.setPayload(store.collection, {
        wait: true,
        ordering: store.ordering,
        payload: { next },
        filter: { must: [{ has_id: [storePointId] }, { is_empty: { key: 'next' } }] },
      }),
    );
    found = await stored(store);
  }
  const pending = await store.count(lacking(name));
  if (isCurrent(found, next)) return { switched: true, done: 0, pending };
  requireNext(store, found, next);
  const all = await store.count(records);
  return { switched: false, done: all - pending, pending };
}

const cursors = cursorCodec('pending', ['string']);

async function pending(
  store: Store,
  { next, cursor, limit }: { next: EmbedderIdentity; cursor?: string; limit: number },
): Promise<{ texts: PendingText[]; nextCursor?: string }> {
  const [after] = cursors.decode(cursor, []) ?? [];
  await requireEither(store, next);
  // First finishes interrupted commits, so that their records are counted.
  if (after === undefined) await settleAll(store);
  const { points, next_page_offset: offset } = await store.request((client) =>
    client.scroll(store.collection, {
      filter: lacking(vectorNameOf(next)),
      limit,
      offset: after,
      with_payload: [...recordFields, 'scope', 'commit'],
    }),
  );
  const texts = points.map((point): PendingText => {
    const { scope = '', commit } = payloadOf(point);
    return { key: `${point.id} ${commit}`, kind: 'record', record: toRecord(scope, point) };
  });
  return offset == null ? { texts } : { texts, nextCursor: cursors.encode([String(offset)], []) };
}

async function fill(
  store: Store,
  {
    next,
    vectors,
  }: {
    next: EmbedderIdentity;
    vectors: readonly { text: PendingText; vector: Float32Array }[];
  },
): Promise<number> {
  await requireEither(store, next);
  const name = vectorNameOf(next);
  const asRead: Condition[] = [];
  const placed: { id: string; vector: Record<string, number[]> }[] = [];
  const zeros: string[] = [];
  for (const { text, vector } of vectors) {
    const [id = '', commit = ''] = text.key.split(' ');
    asRead.push({ must: [{ has_id: [id] }, matches('commit', commit)] });
    if (vector.every((value) => value === 0)) zeros.push(id);
    else placed.push({ id, vector: { [name]: shortNumbers(vector) } });
  }
  const ids = [...zeros, ...placed.map(({ id }) => id)];
  const filled: Filter = { must: [{ has_id: ids }], should: having(name) };
  const before = await store.count(filled);
  const unchanged: Filter = { should: asRead, must_not: having(name) };
  await placeVectors(store, placed, unchanged);
  for (const id of zeros) await fillZero(store, { id, name, unchanged });
  return (await store.count(filled)) - before;
}

/** The server refuses vectors of a missing point, so only those of existing points are sent. */
async function placeVectors(
  store: Store,
  points: readonly { id: string; vector: Record<string, number[]> }[],
  unchanged: Filter,
): Promise<void> {
  for (;;) {
    const there = await store.all(
      { ...unchanged, must: [{ has_id: points.map(({ id }) => id) }] },
      { fields: false },
    );
    const ids = new Set(there.map(({ id }) => String(id)));
    const placed = points.filter(({ id }) => ids.has(id));
    if (placed.length === 0) return;
    const done = await store.connection.find((client) =>
      client.batchUpdate(store.collection, {
        wait: true,
        ordering: store.ordering,
        operations: [{ update_vectors: { points: placed, update_filter: { ...unchanged } } }],
      }),
    );
    // Not found: another one was removed meanwhile.
    if (done !== undefined) return;
  }
}

/** Texts that give a zero vector are rare. */
async function fillZero(
  store: Store,
  { id, name, unchanged }: { id: string; name: string; unchanged: Filter },
): Promise<void> {
  const [point] = await store.request((client) =>
    client.retrieve(store.collection, { ids: [id], with_payload: ['zeroIn'] }),
  );
  const zeroIn = [...zeroNamesOf(point), name];
  await store.request((client) =>
    client.setPayload(store.collection, {
      wait: true,
      ordering: store.ordering,
      payload: { zeroIn },
      filter: { ...unchanged, must: [{ has_id: [id] }] },
    }),
  );
}

function zeroNamesOf(point: Point | undefined): NonNullable<RecordPayload['zeroIn']> {
  return (point && payloadOf(point).zeroIn) ?? [];
}

async function finish(store: Store, next: EmbedderIdentity): Promise<boolean> {
  const found = await stored(store);
  if (isCurrent(found, next)) return true;
  requireNext(store, found, next);
  if ((await store.count(lacking(vectorNameOf(next)))) > 0) return false;
  const { kind, schema, embedder, retired = [] } = found;
  await overwriteStorePoint(store, {
    kind,
    schema,
    embedder: next,
    retired: embedder === undefined ? retired : [...retired, vectorNameOf(embedder)],
  });
  return true;
}

async function abandon(store: Store, next: EmbedderIdentity): Promise<void> {
  const found = await stored(store);
  if (found.next === undefined || !sameEmbedder(found.next, next)) return;
  const { next: _, retired = [], ...kept } = found;
  await overwriteStorePoint(store, {
    ...kept,
    retired: [...retired, vectorNameOf(next)],
  });
}

async function clear(store: Store): Promise<void> {
  const { retired = [], ...kept } = await stored(store);
  if (retired.length === 0) return;
  for (const name of retired) {
    await store.connection.find((client) =>
      client.deleteVectorName(store.collection, name, { wait: true }),
    );
  }
  await overwriteStorePoint(store, kept);
}

/** Writes the whole payload in one step. */
async function overwriteStorePoint(store: Store, payload: StorePayload): Promise<void> {
  await store.request((client) =>
    client.overwritePayload(store.collection, {
      wait: true,
      ordering: store.ordering,
      payload: { ...payload },
      points: [storePointId],
    }),
  );
}

async function stored(store: Store): Promise<StorePayload> {
  return (await readStorePoint(store.connection)) as StorePayload;
}

function isCurrent({ embedder }: StorePayload, asked: EmbedderIdentity): boolean {
  return embedder !== undefined && sameEmbedder(embedder, asked);
}

function requireNext(store: Store, { next }: StorePayload, asked: EmbedderIdentity): void {
  if (next !== undefined && sameEmbedder(next, asked)) return;
  throw otherSpace(`Qdrant at ${store.connection.where}`, { building: next, asked });
}

async function requireEither(store: Store, asked: EmbedderIdentity): Promise<void> {
  const found = await stored(store);
  if (!isCurrent(found, asked)) requireNext(store, found, asked);
}

export const migration = { begin, pending, fill, finish, clear, abandon };
