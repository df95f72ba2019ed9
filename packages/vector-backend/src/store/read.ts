import {
  type BackendStats,
  cursorCodec,
  type EmbedderIdentity,
  type MemoryRecord,
  memoryCategories,
  type RecordWithVector,
  type ScanRequest,
  type ScanResponse,
  type ScanRow,
  scannedFields,
} from '@mneme/core/contract';
import { type Condition, currentRecords, matches, memoriesOf, ofScope } from './filter.ts';
import { vectorNameOf } from './identity.ts';
import { type Point, payloadOf, recordFields, toRecord } from './points.ts';
import type { Store } from './store.ts';
import { readStorePoint } from './store-point.ts';
import { isUuid } from './uuid.ts';

const idsPerRequest = 1000;
/** More scopes than any server has: without a limit a facet returns ten. */
const maxScopes = 1_000_000;

/** The points of these ids in the scope, in any order. */
export async function pointsOf(
  store: Store,
  {
    scope,
    ids,
    fields,
    vectors = false,
  }: {
    scope: string;
    ids: readonly string[];
    fields: readonly string[];
    vectors?: string[] | false;
  },
): Promise<Point[]> {
  const known = [...new Set(ids.filter(isUuid))];
  const found: Point[] = [];
  for (let start = 0; start < known.length; start += idsPerRequest) {
    const some = known.slice(start, start + idsPerRequest);
    const { points } = await store.request((client) =>
      client.scroll(store.collection, {
        filter: ofScope(scope, { has_id: some }),
        limit: some.length,
        with_payload: [...fields],
        with_vector: vectors,
      }),
    );
    found.push(...points);
  }
  return found;
}

export async function get(
  store: Store,
  scope: string,
  ids: readonly string[],
  { vectors = false }: { vectors?: boolean } = {},
): Promise<RecordWithVector[]> {
  const embedder = vectors ? (await readStorePoint(store.connection))?.embedder : undefined;
  const points = await pointsOf(store, {
    scope,
    ids,
    fields: embedder === undefined ? recordFields : [...recordFields, 'zeroIn'],
    vectors: embedder !== undefined && [vectorNameOf(embedder)],
  });
  const rows = points.map((point): [string, RecordWithVector] => {
    const record = toRecord(scope, point);
    const vector = embedder && vectorOf(point, embedder);
    return [record.id, vector === undefined ? { record } : { record, vector }];
  });
  const byId = new Map(rows);
  return ids.flatMap((id) => byId.get(id.toLowerCase()) ?? []);
}

function vectorOf(point: Point, embedder: EmbedderIdentity): Float32Array | undefined {
  const name = vectorNameOf(embedder);
  const values = (point.vector as Record<string, number[]> | undefined)?.[name];
  if (values !== undefined) return Float32Array.from(values);
  const isZero = payloadOf(point).zeroIn?.includes(name);
  return isZero ? new Float32Array(embedder.dimensions) : undefined;
}

/** Follows the history to older and newer records, one generation at a request. */
export async function history(store: Store, scope: string, id: string): Promise<MemoryRecord[]> {
  const known = new Map<string, MemoryRecord>();
  let ids: string[] = [id];
  let successors: string[] = [];
  while (ids.length > 0 || successors.length > 0) {
    const conditions: Condition[] = [];
    if (ids.length > 0) conditions.push({ has_id: ids.filter(isUuid) });
    if (successors.length > 0) conditions.push({ key: 'supersededBy', match: { any: successors } });
    const points = await store.all(memoriesOf(scope, { should: conditions }), {
      fields: recordFields,
    });
    const fresh = points
      .map((point) => toRecord(scope, point))
      .filter((record) => !known.has(record.id));
    for (const record of fresh) known.set(record.id, record);
    ids = fresh
      .flatMap(({ supersededBy }) => supersededBy ?? [])
      .filter((next) => !known.has(next));
    successors = fresh.map((record) => record.id);
  }
  return [...known.values()];
}

const scanCursors = cursorCodec('scan', ['string']);

export async function scan(
  store: Store,
  { scope, cursor, limit }: ScanRequest,
): Promise<ScanResponse> {
  const [offset] = scanCursors.decode(cursor, [scope]) ?? [];
  const { points, next_page_offset: next } = await store.request((client) =>
    client.scroll(store.collection, {
      filter: memoriesOf(scope),
      offset,
      limit,
      with_payload: [...scannedFields],
    }),
  );
  const rows = points.map((point) => ({ ...payloadOf(point), id: String(point.id) }) as ScanRow);
  return next == null
    ? { rows }
    : { rows, nextCursor: scanCursors.encode([String(next)], [scope]) };
}

export async function scopes(store: Store): Promise<string[]> {
  const { hits } = await store.request((client) =>
    client.facet(store.collection, {
      key: 'scope',
      filter: memoriesOf(undefined),
      limit: maxScopes,
      exact: true,
    }),
  );
  // The index still lists values whose last point was removed, with a count of 0.
  return hits.flatMap(({ value, count }) => (count > 0 ? [String(value)] : [])).sort(compare);
}

export async function stats(
  store: Store,
  scope: string | undefined,
  now: string,
): Promise<BackendStats> {
  const nowMs = Date.parse(now);
  const within: Condition[] = scope === undefined ? [] : [matches('scope', scope)];
  const isExpired: Condition = { key: 'expiresAtMs', range: { lte: nowMs } };
  const current = currentRecords(scope, now);
  const countsOf = async (key: 'kind' | 'category') => {
    const { hits } = await store.request((client) =>
      client.facet(store.collection, { key, filter: current, limit: 10, exact: true }),
    );
    return new Map(hits.map(({ value, count }) => [value, count]));
  };
  const [kinds, categories, superseded, expired, stored] = await Promise.all([
    countsOf('kind'),
    countsOf('category'),
    store.count({ must: [...within, matches('superseded', true)], must_not: [isExpired] }),
    store.count({ must: [...within, isExpired] }),
    readStorePoint(store.connection),
  ]);
  const byCategory = Object.fromEntries(
    memoryCategories.map((category) => [category, categories.get(category) ?? 0]),
  ) as BackendStats['byCategory'];
  const found: BackendStats = {
    current: [...kinds.values()].reduce((sum, count) => sum + count, 0),
    superseded,
    expired,
    byKind: { episode: kinds.get('episode') ?? 0, fact: kinds.get('fact') ?? 0 },
    byCategory,
  };
  if (stored?.embedder !== undefined) found.embedder = stored.embedder;
  if (stored?.next !== undefined) found.nextEmbedder = stored.next;
  return found;
}

export function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
