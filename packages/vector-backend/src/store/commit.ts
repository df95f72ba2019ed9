import { randomUUID } from 'node:crypto';
import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import {
  assertDimensions,
  type CommitRequest,
  type CommitResult,
  isMemory,
  MnemeError,
  type StoredRecord,
} from '@mneme/core/contract';
import { auditPoints, movedLines, movedLinesId } from './audit.ts';
import { type Found, readFound } from './commit-reads.ts';
import { type Condition, unchanged } from './filter.ts';
import { vectorNameOf } from './identity.ts';
import { type Change, isWholeOurs, sealAndFinish, stage, undo } from './intent.ts';
import { payloadOf, type RecordPayload, splitTerms } from './points.ts';
import { settle, settleOverdue } from './settle.ts';
import { headsAmong, type TermChange, writeToken } from './statistics.ts';
import type { Store } from './store.ts';
import { isUuid } from './uuid.ts';
import { inBatches, type Operation, write } from './write.ts';
import { headOf, toPoint, type VectorNames, type WrittenPoint } from './written-point.ts';

/*
 * The server checks conditions point by point. A commit is still all or nothing, in these steps:
 * 1. Read the current state. If an expectation fails, return that; nothing is written.
 * 2. New records without expectations are written at once, in one operation: they cannot fail.
 * 3. One record: one operation whose filter is the expected version. Its audit lines are inside it. Reading it back
 * tells whether it was written.
 * 4. Everything else: write a seal, an intent (all planned changes), hidden new records, and new forms.
 * 5. Claim the existing records with one conditional operation: this version, not claimed by anybody.
 * 6. Read them back. If not all are claimed, release them and start again at 1.
 * 7. One request seals the commit, which fails if the seal is gone, and then applies everything that is still claimed.
 * 8. A writer that meets a claim waits for at most a second, then removes the seal unless it is sealed: one of both
 * happens.
 * 9. Any writer that meets a sealed commit finishes it; one without a seal it undoes. Any number may do so, at any
 * time.
 * 10. So a reader can see a part only while the server carries out that one request. A writer that is killed earlier
 * has
 * changed nothing; the next commit or search of the scope, five seconds later or more, cleans up.
 */

/** Marks of old writers are removed when a scope has this many. */
const manyHeads = 32;
/** How long a commit tries again while others have claimed its records. */
const giveUpMs = 10_000;

export async function commit(store: Store, request: CommitRequest): Promise<CommitResult> {
  for (const put of request.puts) assertPut(store, request, put);
  const deadline = performance.now() + giveUpMs;
  const lost = new Set<string>();
  for (let round = 1; ; round++) {
    const result = await attempt(store, request, lost);
    if (result !== undefined) return result;
    if (performance.now() > deadline) {
      throw new MnemeError(
        'busy',
        `Qdrant at ${store.connection.where}: other writers kept claiming the same records for ${giveUpMs} ms: try again`,
      );
    }
    await pause(Math.random() * Math.min(100, 2 ** round));
  }
}

/** The changes, for the statistics of the scope. */
interface Written {
  /** The states of the scope before and after the write, see `writeToken`. */
  before: string;
  after: string;
  change: TermChange;
}

/** Undefined if another writer was in the way: read again. */
async function attempt(
  store: Store,
  request: CommitRequest,
  lost: Set<string>,
): Promise<CommitResult | undefined> {
  const { number, end } = store.beginCommit(request.scope);
  let written: Written | undefined;
  try {
    const outcome = await readAndWrite(store, request, { number, lost });
    if (outcome === undefined || !outcome.committed) return outcome;
    written = outcome.written;
    return { committed: true, removed: outcome.removed };
  } finally {
    const alone = end();
    if (written !== undefined && alone) store.statistics.apply(request.scope, written);
    else store.statistics.forget(request.scope);
  }
}

async function readAndWrite(
  store: Store,
  request: CommitRequest,
  { number, lost }: { number: number; lost: Set<string> },
): Promise<
  | { committed: true; removed: string[]; written: Written }
  | { committed: false; mismatched: string[] }
  | undefined
> {
  const { scope, expect, puts, removals, audit } = request;
  const commit = randomUUID();
  const reading = readFound(store, request);
  const drafts = await draftPoints(store, request, { commit, reading });
  const found = await reading;
  if (await settleMet(store, found, lost)) return undefined;
  const { existing, marks, names } = found;
  const versionOf = (id: string) => {
    const point = existing.get(id.toLowerCase());
    return (point && payloadOf(point).version) ?? 0;
  };
  const mismatched = expect.flatMap(({ id, version }) => (versionOf(id) === version ? [] : [id]));
  if (mismatched.length > 0) return { committed: false, mismatched };

  const terms: TermChange = { added: [], removed: [] };
  const points = puts.map((put) => {
    const before = existing.get(put.record.id.toLowerCase());
    const words = put.terms ?? splitTerms(before && payloadOf(before).terms);
    if (isMemory(put.record)) terms.added.push([...words]);
    const draft = drafts.get(put);
    if (before === undefined && names.next === undefined && draft !== undefined) return draft;
    return toPoint(put, { before, terms: words, commit, names });
  });
  const removed = [...new Set(removals)].filter((id) => existing.has(id.toLowerCase()));
  for (const point of existing.values()) {
    const { kind, terms: words } = payloadOf(point);
    if (kind !== 'session') terms.removed.push(splitTerms(words));
  }
  const versions = new Map([...existing.keys()].map((id) => [id, versionOf(id)]));
  const highest = Math.max(
    ...puts.map(({ record }) => record.version),
    ...removed.map((id) => versionOf(id) + 1),
    0,
  );
  const ownLines = auditPoints(audit, highest);
  const change: Change = {
    added: points.filter(({ id }) => !existing.has(id)),
    replaced: points.filter(({ id }) => existing.has(id)),
    removed: removed.map((id) => id.toLowerCase()),
    ownLines,
    movedLines: movedLines([...existing.values()]),
    versions,
  };
  const head = headOf(store, scope, number);
  const isFree =
    existing.size === 0 &&
    expect.length === 0 &&
    (store.opened.shards === 1 || points.length === 0);
  const batches = isFree ? inBatches([...points, ...ownLines, head]) : [];
  let taken = true;
  if (batches.length === 1) {
    const upsert = { points: batches[0] ?? [], update_filter: { should: [{ has_id: [head.id] }] } };
    await write(store, [{ upsert }]);
  } else if (points.length === 1 && removed.length === 0 && ownLines.length < 2) {
    taken = await putOne(store, scope, { change, head });
  } else {
    taken = await putTogether(store, scope, { change, lost, names, commits: number });
  }
  if (!taken) return undefined;
  const heads = headsAmong(marks);
  if (heads.length > manyHeads) await clearHeads(store, heads, head.id);
  const after = writeToken([...heads.filter(({ id }) => id !== head.id), head]);
  return {
    committed: true,
    removed,
    written: { before: writeToken(heads), after, change: terms },
  };
}

/** Ends the commits that have claimed its records, and abandoned ones of the scope. True: read again. */
async function settleMet(
  store: Store,
  { claims, marks }: Found,
  lost: ReadonlySet<string>,
): Promise<boolean> {
  for (const [id, met] of claims) await settle(store, id, { met, wait: !lost.has(id) });
  return (await settleOverdue(store, marks)) || claims.size > 0;
}

/** One record in one conditional operation, with its audit lines inside. False if it was not written. */
async function putOne(
  store: Store,
  scope: string,
  { change, head }: { change: Change; head: WrittenPoint },
): Promise<boolean> {
  const { added, replaced, versions, ownLines, movedLines: moved } = change;
  const [made] = [...added, ...replaced] as [WrittenPoint];
  const point = { ...made, payload: { ...made.payload, ...ownLines[0]?.payload } };
  const replaceable: Condition[] = [{ has_id: [head.id, ...moved.map(({ id }) => id)] }];
  for (const [id, version] of versions) replaceable.push(unchanged(scope, [id], version));
  const upsert = (points: readonly WrittenPoint[]): Operation => ({
    upsert: { points: [...points], update_filter: { should: replaceable } },
  });
  // Across shards a crash may interrupt an operation: moved lines are written to their new place first.
  await write(
    store,
    store.opened.shards === 1 || moved.length === 0
      ? [upsert([point, ...moved, head])]
      : [upsert(moved), upsert([point, head])],
  );
  const { commit } = point.payload as RecordPayload;
  // If its answer was lost and another writer has come since, the record's lines have moved.
  const traces = [point.id, movedLinesId(point.id, commit)];
  const found = await store.request((client) =>
    client.retrieve(store.collection, {
      ids: traces,
      with_payload: ['commit'],
      with_vector: false,
    }),
  );
  return found.some(({ id, payload }) => id === traces[1] || payload?.commit === commit);
}

/** Several records, by an intent. False if not all could be claimed. */
async function putTogether(
  store: Store,
  scope: string,
  {
    change,
    lost,
    names,
    commits,
  }: { change: Change; lost: Set<string>; names: VectorNames; commits: number },
): Promise<boolean> {
  const intent = await stage(store, scope, { change, lost });
  lost.add(intent.id); // The commit need not wait for this clean-up.
  if (await isWholeOurs(store, intent, names))
    return sealAndFinish(store, intent, { change, commits });
  await undo(store, intent);
  return false;
}

/** Their final form if none of them exists yet, made while the server is asked. */
async function draftPoints(
  store: Store,
  { puts, embedder }: CommitRequest,
  { commit, reading }: { commit: string; reading: Promise<unknown> },
): Promise<Map<StoredRecord, WrittenPoint>> {
  const drafts = new Map<StoredRecord, WrittenPoint>();
  const given = embedder ?? store.embedder;
  if (given === undefined || puts.length === 1) return drafts;
  reading.catch(() => {}); // The caller awaits it; until then a failure must not count as unhandled.
  await setImmediate(); // The requests are sent first.
  const names = { current: vectorNameOf(given) };
  for (const put of puts) {
    if (put.vector === undefined || put.terms === undefined) continue;
    drafts.set(put, toPoint(put, { before: undefined, terms: put.terms, commit, names }));
  }
  return drafts;
}

function assertPut(
  store: Store,
  { embedder }: CommitRequest,
  { record, vector }: StoredRecord,
): void {
  if (!isUuid(record.id)) {
    throw new MnemeError('invalid_input', `id is ${JSON.stringify(record.id)}: give a UUID`, {
      field: 'id',
    });
  }
  if (vector !== undefined) assertDimensions(vector, store.requireEmbedder(embedder));
}

async function clearHeads(
  store: Store,
  heads: readonly { id: string | number }[],
  own: string,
): Promise<void> {
  const points = heads.map(({ id }) => id).filter((id) => id !== own);
  await write(store, [{ delete: { points } }]);
}
