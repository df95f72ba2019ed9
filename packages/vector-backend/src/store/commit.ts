import { randomUUID } from 'node:crypto';
import { type CommitRequest, type CommitResult, MnemeError, type StoredRecord } from '@mneme/core';
import { assertSameEmbedder, type StorePayload, storePointId, wordsVector } from './collection.js';
import { type Condition, matches, ofScope } from './filter.js';
import { vectorNameOf } from './identity.js';
import {
  type Point,
  payloadOf,
  type RecordPayload,
  splitTerms,
  toAuditPayload,
  toPayload,
} from './points.js';
import { recordSparseVector, type SparseVector } from './sparse-vector.js';
import { type HeadPayload, headsOf, type TermChange, writeToken } from './statistics.js';
import type { Store } from './store.js';
import { isUuid, pointId } from './uuid.js';

/** Qdrant takes requests of 32 MB by default. */
const maxRequestBytes = 12_000_000;
/** Marks of writers that are long gone are cleared away once a scope has so many. */
const manyHeads = 32;

export interface WrittenPoint {
  id: string;
  vector: Record<string, number[] | SparseVector>;
  payload: Record<string, unknown>;
}

/**
 * What stands there is read; what shall stand there is written in one operation of the server, which it carries out
 * wholly or, after a crash, from its log. Only points that were read may be replaced: what another writer has put
 * there in between stays, and the plan is made again.
 */
export async function commit(store: Store, request: CommitRequest): Promise<CommitResult> {
  for (const put of request.puts) assertVector(store, put);
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

interface Written {
  /** The states of the scope around the write, see `writeToken`. */
  before: string;
  after: string;
  change: TermChange;
  points: WrittenPoint[];
  lines: WrittenPoint[];
  nonce: string;
  removed: string[];
}

/** Undefined where a record is not the one any more that the plan was made on; nothing is written then. */
async function readAndWrite(
  store: Store,
  request: CommitRequest,
  number: number,
): Promise<Written | undefined> {
  const { scope, puts, removals, audit } = request;
  const heads = await store.request((client) =>
    client.scroll(store.collection, { filter: headsOf(scope), limit: 1000, with_payload: true }),
  );
  const existing = await readExisting(store, request);
  const seen = store.readSets.take(request.expectedRevision);
  for (const [id, point] of existing) {
    const known = seen?.get(id);
    if (known !== undefined && known !== payloadOf(point).commit) return undefined;
  }
  const nonce = randomUUID();
  const change: TermChange = { added: [], removed: [] };
  const replacements = replacedBy(puts);
  const points = puts.map((put) => {
    const before = existing.get(put.record.id);
    if (before !== undefined) change.removed.push(splitTerms(payloadOf(before).terms));
    const terms = put.terms ?? splitTerms(before && payloadOf(before).terms);
    change.added.push([...terms]);
    return toPoint(store, put, { before, terms, nonce, replaces: replacements.get(put.record.id) });
  });
  const removed = [...new Set(removals)].filter((id) => existing.has(id.toLowerCase()));
  for (const id of removed)
    change.removed.push(splitTerms(payloadOf(existing.get(id.toLowerCase()) as Point).terms));

  const head = headOf(store, scope, number);
  const lines = audit.map(
    (entry, index): WrittenPoint => ({
      id: randomUUID(),
      vector: {},
      payload: { ...toAuditPayload(entry, index) },
    }),
  );
  const replaceable = [
    { has_id: [head.id] },
    ...replaceableRecords(points, existing, seen !== undefined),
  ];
  await write(store, { scope, points: [...points, ...lines, head], replaceable, removed });

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

function assertVector(store: Store, { record, vector }: StoredRecord): void {
  if (!isUuid(record.id)) {
    throw new MnemeError('invalid_input', `id is ${JSON.stringify(record.id)}: give a UUID`, {
      field: 'id',
    });
  }
  if (vector === undefined) return;
  store.requireVectorName();
  const dimensions = store.embedder?.dimensions;
  if (vector.length === dimensions) return;
  throw new MnemeError(
    'invalid_input',
    `vector has ${vector.length} dimensions, the store holds vectors of ${dimensions}`,
    { field: 'vector' },
  );
}

/** The records of all ids in question, by id; and a last look at whose vectors the store holds. */
async function readExisting(
  store: Store,
  { scope, puts, removals }: CommitRequest,
): Promise<Map<string, Point>> {
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
        'zeroVector',
        'replaces',
        'embedder',
        'commit',
      ],
      with_vector: keepsVectors,
    }),
  );
  const existing = new Map<string, Point>();
  for (const point of found) {
    if (point.id === storePointId) {
      const { embedder } = point.payload as unknown as StorePayload;
      if (store.embedder !== undefined)
        assertSameEmbedder(embedder, store.embedder, store.connection);
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
  return existing;
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

function toPoint(
  store: Store,
  put: StoredRecord,
  context: {
    before: Point | undefined;
    terms: readonly string[];
    nonce: string;
    replaces: string[] | undefined;
  },
): WrittenPoint {
  const { before, terms, nonce } = context;
  const known = before && payloadOf(before);
  const payload: RecordPayload = { ...toPayload(put, terms), commit: nonce };
  if (known !== undefined) {
    payload.accessCount = known.accessCount ?? 0;
    payload.lastAccessedAt = known.lastAccessedAt;
  }
  const replaces = context.replaces ?? known?.replaces;
  if (replaces !== undefined) payload.replaces = replaces;
  const vector: WrittenPoint['vector'] =
    terms.length === 0 ? {} : { [wordsVector]: recordSparseVector(terms) };
  if (put.vector === undefined) {
    // Every vector stays that a model made of this text.
    for (const [name, values] of Object.entries(
      (before?.vector ?? {}) as Record<string, number[]>,
    )) {
      if (name !== wordsVector) vector[name] = values;
    }
    payload.zeroVector = known?.zeroVector;
  } else if (put.vector.every((value) => value === 0)) {
    payload.zeroVector = true;
  } else {
    vector[vectorNameOf(store.embedder as NonNullable<typeof store.embedder>)] = Array.from(
      put.vector,
    );
  }
  return { id: put.record.id.toLowerCase(), vector, payload: { ...payload } };
}

function headOf(store: Store, scope: string, number: number): WrittenPoint {
  const payload: HeadPayload = { headScope: scope, writer: store.writer, commits: number };
  return { id: pointId('head', scope, store.writer), vector: {}, payload: { ...payload } };
}

async function write(
  store: Store,
  {
    scope,
    points,
    replaceable,
    removed,
  }: { scope: string; points: WrittenPoint[]; replaceable: Condition[]; removed: string[] },
): Promise<void> {
  const removal = { delete: { filter: ofScope(scope, { has_id: removed }) } };
  const batches = inBatches(points);
  for (const [index, batch] of batches.entries()) {
    const upsert = {
      upsert: { points: batch, update_filter: { should: replaceable } },
    };
    const isLast = index === batches.length - 1;
    const results = await store.request((client) =>
      client.batchUpdate(store.collection, {
        wait: true,
        ordering: store.ordering,
        operations: isLast && removed.length > 0 ? [upsert, removal] : [upsert],
      }),
    );
    const unfinished = results.find((result) => result?.status !== 'completed');
    if (unfinished === undefined) continue;
    throw new MnemeError(
      'timeout',
      `Qdrant at ${store.connection.where} took the write but has not carried it out (${unfinished?.status}): repeat it`,
    );
  }
}

/**
 * By size. New records come before the old ones that they replace, as the engine's plan has them the other way
 * round at most within one batch; the writer's mark comes last.
 */
function inBatches(points: WrittenPoint[]): WrittenPoint[][] {
  const batches: WrittenPoint[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const point of points) {
    const size = estimateBytes(point);
    if (bytes + size > maxRequestBytes) {
      batches.push([]);
      bytes = 0;
    }
    bytes += size;
    (batches.at(-1) as WrittenPoint[]).push(point);
  }
  return batches;
}

/** A number of a vector takes up to 22 characters in JSON; texts are counted generously too. */
function estimateBytes({ vector, payload }: WrittenPoint): number {
  let numbers = 0;
  for (const values of Object.values(vector))
    numbers += Array.isArray(values) ? values.length : 2 * values.indices.length;
  const { content = '', terms = '', source = '' } = payload as Partial<RecordPayload>;
  return 22 * numbers + 4 * (content.length + terms.length + source.length) + 1000;
}

/** Only what was read may be replaced; for a plan, only in the very state in which it was read. */
function replaceableRecords(
  points: readonly WrittenPoint[],
  existing: ReadonlyMap<string, Point>,
  strictly: boolean,
): Condition[] {
  const ids = points.map(({ id }) => id).filter((id) => existing.has(id));
  if (!strictly) return [{ has_id: ids }];
  const byCommit = new Map<string, string[]>();
  for (const id of ids) {
    const { commit: last = '' } = payloadOf(existing.get(id) as Point);
    byCommit.set(last, [...(byCommit.get(last) ?? []), id]);
  }
  return [...byCommit].map(([last, same]) => ({
    must: [matches('commit', last), { has_id: same }],
  }));
}

/**
 * Whether every record of a plan was taken. If another writer was faster with one of them, the record that was to
 * replace it goes again, with the audit lines; the engine makes its plan anew.
 */
async function allAreOurs(
  store: Store,
  { scope, puts, expectedRevision }: CommitRequest,
  { points, lines, nonce }: Written,
): Promise<boolean> {
  if (expectedRevision === undefined || points.length === 0) return true;
  const found = await store.request((client) =>
    client.retrieve(store.collection, {
      ids: points.map(({ id }) => id),
      with_payload: ['commit'],
      with_vector: false,
    }),
  );
  const lost = new Set(
    found.filter((point) => payloadOf(point).commit !== nonce).map(({ id }) => String(id)),
  );
  if (lost.size === 0) return true;
  const orphans = puts.flatMap(({ record: { id, supersededBy } }) =>
    lost.has(id) && supersededBy !== undefined ? [supersededBy] : [],
  );
  await store.request((client) =>
    client.batchUpdate(store.collection, {
      wait: true,
      ordering: store.ordering,
      operations: [
        { delete: { filter: ofScope(scope, { has_id: orphans }, matches('commit', nonce)) } },
        { delete: { points: lines.map(({ id }) => id) } },
      ],
    }),
  );
  return false;
}

async function clearHeads(store: Store, scope: string, own: string): Promise<void> {
  const filter = { ...headsOf(scope), must_not: [{ has_id: [own] }] };
  await store.request((client) =>
    client.delete(store.collection, { wait: true, ordering: store.ordering, filter }),
  );
}

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
