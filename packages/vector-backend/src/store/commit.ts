import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import {
  assertDimensions,
  type CommitRequest,
  type CommitResult,
  MnemeError,
  type StoredRecord,
  sameEmbedder,
} from '@mneme/core';
import { auditPoints } from './audit.ts';
import { vectorNameOf } from './identity.ts';
import { type Point, payloadOf, splitTerms } from './points.ts';
import type { ReadSet } from './read-sets.ts';
import { headsOf, type TermChange, writeToken } from './statistics.ts';
import type { Store } from './store.ts';
import { assertSameEmbedder, type StorePayload, storePointId } from './store-point.ts';
import { isUuid } from './uuid.ts';
import { allAreOurs, replaceableRecords, type Written, writePoints } from './write-points.ts';
import { headOf, toPoint, type VectorNames, type WrittenPoint } from './written-point.ts';

/** Marks of writers that are long gone are cleared away once a scope has so many. */
const manyHeads = 32;

/**
 * What stands there is read; what shall stand there is written in one operation of the server, which it carries out
 * wholly or, after a crash, from its log. Only points that were read may be replaced: what another writer has put
 * there in between stays, and the plan is made again.
 */
export async function commit(store: Store, request: CommitRequest): Promise<CommitResult> {
  for (const put of request.puts) assertVector(store, request, put);
  const { number, end } = store.beginCommit(request.scope);
  let done: Written | undefined;
  let committed = false;
  try {
    done = await readAndWrite(store, request, number);
    committed = done !== undefined && (await allAreOurs(store, request, done));
  } finally {
    const alone = end();
    if (done !== undefined && committed && alone) store.statistics.apply(request.scope, done);
    else store.statistics.forget(request.scope);
  }
  return { committed, revision: 0, removed: done?.removed ?? [] };
}

/** Undefined where a record is not the one any more that the plan was made on; nothing is written then. */
async function readAndWrite(
  store: Store,
  request: CommitRequest,
  number: number,
): Promise<Written | undefined> {
  const { scope, puts, removals, audit } = request;
  const nonce = randomUUID();
  const reading = Promise.all([
    store.request((client) =>
      client.scroll(store.collection, { filter: headsOf(scope), limit: 1000, with_payload: true }),
    ),
    readExisting(store, request),
  ]);
  const drafts = await draftPoints(store, request, { nonce, reading });
  const [heads, { existing, names }] = await reading;
  const seen = store.readSets.take(request.expectedRevision);
  if (seen !== undefined && puts.some(({ record: { id } }) => hasChanged(existing.get(id), seen)))
    return undefined;
  const change: TermChange = { added: [], removed: [] };
  const replacements = replacedBy(puts);
  const points = puts.map((put) => {
    const before = existing.get(put.record.id);
    if (before !== undefined) change.removed.push(splitTerms(payloadOf(before).terms));
    const terms = put.terms ?? splitTerms(before && payloadOf(before).terms);
    change.added.push([...terms]);
    const replaces = replacements.get(put.record.id);
    const draft = drafts.get(put);
    if (before === undefined && replaces === undefined && names.next === undefined && draft)
      return draft;
    return toPoint(put, { before, terms, nonce, replaces, names });
  });
  const removed = [...new Set(removals)].filter((id) => existing.has(id.toLowerCase()));
  for (const id of removed)
    change.removed.push(splitTerms(payloadOf(existing.get(id.toLowerCase()) as Point).terms));

  const head = headOf(store, scope, number);
  const lines = auditPoints(audit);
  const replaceable = [
    { has_id: [head.id] },
    ...replaceableRecords(points, existing, seen !== undefined),
  ];
  await writePoints(store, { scope, points: [...points, ...lines, head], replaceable, removed });

  if (heads.points.length > manyHeads) await clearHeads(store, scope, head.id);
  return {
    before: writeToken(heads.points),
    after: writeToken([...heads.points.filter(({ id }) => id !== head.id), head]),
    change,
    points,
    lines,
    nonce,
    removed,
  };
}

/** As they will be written if none of them stands there yet: made while the server is asked whether that is so. */
async function draftPoints(
  store: Store,
  { puts, embedder }: CommitRequest,
  { nonce, reading }: { nonce: string; reading: Promise<unknown> },
): Promise<Map<StoredRecord, WrittenPoint>> {
  const drafts = new Map<StoredRecord, WrittenPoint>();
  const given = embedder ?? store.embedder;
  if (given === undefined || puts.length === 1) return drafts;
  reading.catch(() => {}); // It is awaited by the caller; until then a failure must not count as unhandled.
  await setImmediate(); // The questions are on their way first.
  const names = { current: vectorNameOf(given) };
  for (const put of puts) {
    if (put.vector === undefined || put.terms === undefined) continue;
    const context = { before: undefined, terms: put.terms, nonce, replaces: undefined, names };
    drafts.set(put, toPoint(put, context));
  }
  return drafts;
}

/** Another writer has written it, or put it there, since the plan was begun. */
function hasChanged(point: Point | undefined, seen: ReadSet): boolean {
  return point !== undefined && seen.get(String(point.id)) !== payloadOf(point).commit;
}

function assertVector(
  store: Store,
  { embedder }: CommitRequest,
  { record, vector }: StoredRecord,
): void {
  if (!isUuid(record.id)) {
    throw new MnemeError('invalid_input', `id is ${JSON.stringify(record.id)}: give a UUID`, {
      field: 'id',
    });
  }
  if (vector === undefined) return;
  assertDimensions(vector, store.requireEmbedder(embedder));
}

/** The records of all ids in question, by id; and a last look at whose vectors the store holds. */
async function readExisting(
  store: Store,
  { scope, puts, removals, embedder, nextEmbedder }: CommitRequest,
): Promise<{ existing: Map<string, Point>; names: VectorNames }> {
  const ids = [...puts.map(({ record }) => record.id), ...removals.filter(isUuid)];
  const keepsVectors = puts.some(({ vector }) => vector === undefined);
  const found = await store.request((client) =>
    client.retrieve(store.collection, {
      ids: [...new Set([...ids, storePointId])],
      with_payload: [
        'scope',
        'terms',
        'accessCount',
        'lastAccessedAt',
        'zeroIn',
        'replaces',
        'embedder',
        'next',
        'commit',
      ],
      with_vector: keepsVectors,
    }),
  );
  const existing = new Map<string, Point>();
  let spaces: Partial<StorePayload> = {};
  for (const point of found) {
    if (point.id === storePointId) {
      spaces = point.payload as unknown as StorePayload;
      continue;
    }
    if (payloadOf(point).scope === scope) existing.set(String(point.id), point);
    else if (puts.some(({ record }) => record.id === point.id)) {
      throw new MnemeError(
        'conflict',
        `the id ${point.id} is taken by another scope: give the record another id`,
        {
          field: 'id',
        },
      );
    }
  }
  if (!puts.some(({ vector }) => vector !== undefined)) return { existing, names: {} };
  const given = store.requireEmbedder(embedder);
  if (spaces.embedder !== undefined) assertSameEmbedder(spaces.embedder, given, store.connection);
  const names: VectorNames = { current: vectorNameOf(given) };
  if (nextEmbedder !== undefined && spaces.next && sameEmbedder(spaces.next, nextEmbedder))
    names.next = vectorNameOf(nextEmbedder);
  return { existing, names };
}

/** By the id of the newer record: those that this commit marks as replaced by it. */
function replacedBy(puts: readonly StoredRecord[]): Map<string, string[]> {
  const replaced = new Map<string, string[]>();
  for (const { record } of puts) {
    if (record.supersededBy === undefined) continue;
    replaced.set(record.supersededBy, [...(replaced.get(record.supersededBy) ?? []), record.id]);
  }
  return replaced;
}

async function clearHeads(store: Store, scope: string, own: string): Promise<void> {
  const filter = { ...headsOf(scope), must_not: [{ has_id: [own] }] };
  await store.request((client) =>
    client.delete(store.collection, { wait: true, ordering: store.ordering, filter }),
  );
}
