import {
  type CommitRequest,
  type CommitResult,
  isMemory,
  type StoredRecord,
} from '@mneme/core/backend';
import { hashedFacets } from '../index/facets.ts';
import type { Question, Row } from '../rows/rows.ts';
import type { Draft } from '../scopes/scope-writer.ts';
import { requireCurrent, spaceFor } from '../spaces/space-of.ts';
import { dropVectors, putVectors } from '../spaces/vectors.ts';
import type { RecordGround } from './ground.ts';
import { addToCounts, countedColumns, type RecordCounts, recordCounts } from './record-counts.ts';
import { recordColumns, rowOf, toRecord } from './record-row.ts';

/** One write: all of the request, or nothing. */
export async function commit(ground: RecordGround, request: CommitRequest): Promise<CommitResult> {
  let mismatched: string[] = [];
  const removed = await ground.writer.change(request.scope, {
    questions: storedQuestions(request),
    decide(draft) {
      mismatched = mismatchedIn(request, draft.answers);
      if (mismatched.length > 0) return undefined;
      return addCommit(ground, draft, { request, stored: draft.answers });
    },
  });
  return removed === undefined ? { committed: false, mismatched } : { committed: true, removed };
}

/** What a commit must know of the records that it names. */
export function storedQuestions({ scope, expect, puts, removals }: CommitRequest): Question[] {
  const written = new Set(puts.map(({ record }) => record.id));
  const named = new Set([...expect.map(({ id }) => id), ...removals]);
  const others = [...named].filter((id) => !written.has(id));
  const ask = (ids: Iterable<string>, columns: readonly string[]): Question => ({
    ...{ table: 'records', any: Array.from(ids, (id) => [scope, id]) },
    columns,
  });
  return [
    ask(written, [...recordColumns, 'pending', 'length', 'terms']),
    ask(others, ['id', 'number', 'version', ...countedColumns]),
  ];
}

/** Ids whose versions are not the expected ones, by the answers to {@link storedQuestions}. */
export function mismatchedIn(
  { expect }: CommitRequest,
  stored: readonly (readonly Row[])[],
): string[] {
  const versions = new Map(stored.flat().map(({ id, version }) => [id, version]));
  return expect
    .filter(({ id, version }) => (versions.get(id) ?? 0) !== version)
    .map(({ id }) => id);
}

/**
 * Adds a commit to the draft of its scope, and returns the ids that it removes. `stored`: the answers to
 * {@link storedQuestions}, no older than the draft.
 */
export function addCommit(
  ground: RecordGround,
  draft: Draft,
  { request, stored }: { request: CommitRequest; stored: readonly (readonly Row[])[] },
): string[] {
  const existing = new Map(stored.flat().map((row) => [row.id as string, row]));
  const counts = recordCounts(draft.after);
  const work: Work = { ground, draft, request, counts, existing };
  for (const put of request.puts) putRecord(work, put);
  const gone = request.removals.flatMap((id): Row[] => {
    const row = existing.get(id);
    return row === undefined ? [] : [row];
  });
  removeRecords(work, gone);
  draft.after.counts = JSON.stringify(counts);
  ground.indexes.filled.addTo(draft);
  draft.audit(request.audit);
  return gone.map(({ id }) => id as string);
}

interface Work {
  ground: RecordGround;
  draft: Draft;
  request: CommitRequest;
  counts: RecordCounts;
  existing: ReadonlyMap<string, Row>;
}

function putRecord(work: Work, put: StoredRecord): void {
  const { draft, counts, existing } = work;
  const { record, terms } = put;
  const old = existing.get(record.id);
  const number = (old?.number as number | undefined) ?? draft.after.next_number++;
  const row = rowOf(put, {
    ...{ number, changed: draft.revision, isEdit: old !== undefined },
    pending: isMemory(record) && putVector(work, put, { number, old }),
    terms: terms?.join(' ') ?? (old?.terms as string | undefined) ?? '',
    length: terms?.length ?? (old?.length as number | undefined) ?? 0,
  });
  draft.put('records', [row]);
  const isOther = row.terms !== old?.terms || put.vector !== undefined || put.dropsVector;
  if (old !== undefined && isOther) draft.unindex({ changed: [number] });
  putFacets(draft, put, { number, old });
  if (old === undefined) {
    const { accessCount, lastAccessedAt = null } = record;
    if (accessCount > 0 || lastAccessedAt !== null)
      draft.put('accesses', [{ id: record.id, count: accessCount, last_at: lastAccessedAt }]);
  } else addToCounts(counts, old, -1);
  addToCounts(counts, row, 1);
  draft.after.records += memories(row) - memories(old);
}

const memories = (row: Row | undefined) => Number(row !== undefined && row.kind !== null);

/** Facets that stay are not written again, unless one goes. */
function putFacets(
  draft: Draft,
  { record }: StoredRecord,
  { number, old }: { number: number; old: Row | undefined },
): void {
  const wanted = new Set(isMemory(record) ? hashedFacets(record) : []);
  const before = new Set(memories(old) === 0 ? [] : hashedFacets(toRecord(old as Row)));
  const losesOne = [...before].some((facet) => !wanted.has(facet));
  if (losesOne) draft.remove('facets', [[number]]);
  const added = [...wanted].filter((facet) => losesOne || !before.has(facet));
  draft.put(
    'facets',
    added.map((facet) => ({ number, facet })),
  );
}

/** Whether the record then lacks a vector. */
function putVector(
  { ground, draft, request }: Work,
  { vector, nextVector, dropsVector }: StoredRecord,
  { number, old }: { number: number; old: Row | undefined },
): boolean {
  const { meta } = draft;
  if (vector === undefined) {
    if (dropsVector) dropVectors(draft, [number]);
    return dropsVector || old === undefined || old.pending === 1;
  }
  putVectors(draft, requireCurrent(ground, meta, request), [{ number, vector }]);
  if (meta.next === undefined) return false;
  const next = nextVector && spaceFor(meta.next, request.nextEmbedder);
  if (next !== undefined) putVectors(draft, next, [{ number, vector: nextVector as Float32Array }]);
  else if (old !== undefined) draft.remove('vectors', [[meta.next.number, number]]);
  return next === undefined;
}

function removeRecords({ draft, counts }: Work, gone: readonly Row[]): void {
  const numbers = gone.map(({ number }) => number as number);
  const ids = gone.map(({ id }) => [id as string]);
  draft.remove('records', ids);
  draft.unindex({ removed: numbers });
  draft.remove('accesses', ids);
  draft.remove(
    'facets',
    numbers.map((number) => [number]),
  );
  dropVectors(draft, numbers);
  for (const row of gone) {
    addToCounts(counts, row, -1);
    draft.after.records -= memories(row);
  }
}
