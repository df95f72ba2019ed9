import { type CommitRequest, MnemeError, sameEmbedder } from '@mneme/core/contract';
import { auditFields } from './audit.ts';
import { vectorNameOf } from './identity.ts';
import { type Point, payloadOf } from './points.ts';
import { markFields, marksOf } from './statistics.ts';
import type { Store } from './store.ts';
import { assertSameEmbedder, type StorePayload, storePointId } from './store-point.ts';
import { isUuid } from './uuid.ts';
import type { VectorNames } from './written-point.ts';

const maxMarks = 1000;

/** The state before a commit. */
export interface Found {
  /** The records of the scope that the commit touches, by id. */
  existing: Map<string, Point>;
  /** Points of the commit that an intent has claimed, by intent. */
  claims: Map<string, string[]>;
  /** Writers' marks of the scope, and intents. */
  marks: Point[];
  /** The named vectors to write, from a last look at the store's embedder. */
  names: VectorNames;
}

export async function readFound(store: Store, request: CommitRequest): Promise<Found> {
  const [marks, points] = await Promise.all([
    readMarks(store, request),
    readTouched(store, request),
  ]);
  const existing = new Map<string, Point>();
  const claims = new Map<string, string[]>();
  let own: Partial<StorePayload> = {};
  for (const point of points) {
    const id = String(point.id);
    const { scope, claim } = payloadOf(point);
    if (id === storePointId) {
      own = point.payload as unknown as StorePayload;
      continue;
    }
    if (scope === request.scope) existing.set(id, point);
    else if (scope !== undefined && request.puts.some(({ record }) => record.id === id)) {
      throw new MnemeError(
        'conflict',
        `the id ${id} is taken by another scope: give the record another id`,
        { field: 'id' },
      );
    }
    if (claim !== undefined && (scope === undefined || scope === request.scope))
      claims.set(claim, [...(claims.get(claim) ?? []), id]);
  }
  return { existing, claims, marks, names: vectorNames(store, request, own) };
}

async function readMarks(store: Store, { scope }: CommitRequest): Promise<Point[]> {
  const { points } = await store.request((client) =>
    client.scroll(store.collection, {
      filter: marksOf(scope),
      limit: maxMarks,
      with_payload: markFields,
    }),
  );
  return points;
}

function readTouched(store: Store, { puts, removals }: CommitRequest): Promise<Point[]> {
  const ids = [...puts.map(({ record }) => record.id), ...removals.filter(isUuid)];
  return store.request((client) =>
    client.retrieve(store.collection, {
      ids: [...new Set([...ids, storePointId])],
      with_payload: [
        'scope',
        'version',
        'kind',
        'claim',
        'commit',
        'terms',
        'accessCount',
        'lastAccessedAt',
        'zeroIn',
        'embedder',
        'next',
        ...auditFields,
      ],
      with_vector: puts.some(({ vector }) => vector === undefined),
    }),
  );
}

function vectorNames(
  store: Store,
  { puts, embedder, nextEmbedder }: CommitRequest,
  own: Partial<StorePayload>,
): VectorNames {
  if (!puts.some(({ vector }) => vector !== undefined)) return {};
  const given = store.requireEmbedder(embedder);
  if (own.embedder !== undefined) assertSameEmbedder(own.embedder, given, store.connection);
  const names: VectorNames = { current: vectorNameOf(given) };
  if (nextEmbedder !== undefined && own.next && sameEmbedder(own.next, nextEmbedder))
    names.next = vectorNameOf(nextEmbedder);
  return names;
}
