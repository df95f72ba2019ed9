import assert from 'node:assert/strict';
import {
  type AnyRecord,
  type AuditEntry,
  type Candidate,
  type CommitRequest,
  type Found,
  type LexicalStatistics,
  type ListOrder,
  type LookUpMatch,
  type LookUpProbe,
  type MemoryBackend,
  type MemoryRecord,
  MnemeError,
  type MnemeErrorCode,
  type RecordFilter,
  type SearchQuery,
  type StoredRecord,
  type WithEmbedder,
} from '@mneme/core/backend';
import type { StoreBackend } from '../../../src/index.ts';
import {
  axis,
  recordId,
  type StoredFields,
  stored,
  testNow,
  testScope,
  times,
} from './builders.ts';

/** Only the time of the query: current records match. */
export const currentOnly: RecordFilter = { now: testNow };

/** Every record of a scope passes. */
export const everything: RecordFilter = {
  now: testNow,
  includeExpired: true,
  includeSuperseded: true,
};

/** Commits puts of one scope, that of the first, without expectations; returns the removed ids. */
export async function put(
  backend: StoreBackend,
  puts: readonly StoredRecord[],
  more: Partial<CommitRequest> = {},
): Promise<string[]> {
  const scope = puts[0]?.record.scope ?? testScope;
  const result = await backend.commit({
    scope,
    expect: [],
    puts,
    removals: [],
    audit: [],
    ...more,
  });
  assert.ok(result.committed, 'the commit was refused');
  return result.removed;
}

/** Puts records by their numbers, in the order of these: see {@link stored}. */
export function putAll(
  backend: StoreBackend,
  fields: Readonly<Record<number, StoredFields>>,
  more: Partial<CommitRequest> = {},
): Promise<string[]> {
  const puts = Object.entries(fields).map(([number, each]) =>
    stored({ id: recordId(Number(number)), ...each }),
  );
  return put(backend, puts, more);
}

/** The numbers from 0 on, each with the fields of a record. */
export function numbered(
  count: number,
  fieldsOf: (index: number) => StoredFields = () => ({}),
): Record<number, StoredFields> {
  return Object.fromEntries(times(count, (index) => [index, fieldsOf(index)]));
}

/** Removes without expectations; returns the removed ids. */
export function remove(
  backend: StoreBackend,
  ids: readonly string[],
  scope = testScope,
): Promise<string[]> {
  return put(backend, [], { scope, removals: ids });
}

interface SearchStep {
  scope?: string;
  filter?: RecordFilter;
  limit?: number;
}

export async function searchDense(
  backend: StoreBackend,
  {
    vector = axis(0),
    scope = testScope,
    filter = currentOnly,
    limit = 100,
  }: SearchStep & { vector?: Float32Array } = {},
): Promise<Map<string, number>> {
  const { candidates } = await searchOne(backend, { scope, filter, vector, limit });
  return new Map(
    candidates.flatMap(({ record, similarity }) =>
      similarity === undefined ? [] : [[record.id, similarity]],
    ),
  );
}

/** What one query found. */
interface OneResponse {
  candidates: (Omit<Candidate, 'found'> & Found)[];
  statistics: LexicalStatistics;
}

/** A search of one query, without turns around it. */
export async function searchOne(
  backend: Pick<StoreBackend, 'search'>,
  {
    vector,
    terms = [],
    limit = 100,
    scope = testScope,
    filter = currentOnly,
    embedder,
  }: SearchStep & Partial<SearchQuery> & WithEmbedder = {},
): Promise<OneResponse> {
  const queries = [{ vector, terms, limit }];
  const { candidates, statistics } = await backend.search({ scope, filter, embedder, queries });
  assert.equal(statistics.length, 1);
  return {
    candidates: candidates.map(({ found, ...candidate }) => {
      assert.equal(found.length, 1);
      return { ...candidate, ...(found[0] as Found) };
    }),
    statistics: statistics[0] as LexicalStatistics,
  };
}

/** Of the candidates that the lexical arm found. */
export function frequencies(candidates: OneResponse['candidates']): Map<string, number[]> {
  return new Map(
    candidates.flatMap(({ record, arms, termFrequencies }) =>
      arms.lexical ? [[record.id, termFrequencies]] : [],
    ),
  );
}

export async function findLexical(
  backend: StoreBackend,
  step: SearchStep & { terms: readonly string[] },
): Promise<string[]> {
  const { candidates } = await searchOne(backend, { limit: 100, ...step });
  return [...frequencies(candidates).keys()].sort();
}

export async function findDense(
  backend: StoreBackend,
  step: SearchStep & { vector?: Float32Array } = {},
): Promise<string[]> {
  return [...(await searchDense(backend, step)).keys()].sort();
}

export async function listAll(
  backend: StoreBackend,
  {
    scope = testScope,
    filter = everything,
    order = 'newest',
    limit = 1000,
  }: SearchStep & { order?: ListOrder } = {},
): Promise<string[]> {
  return ids((await backend.list({ scope, filter, order, limit })).records);
}

/** What one probe finds, by default one for equal and near texts. */
export async function lookUpOne(
  backend: StoreBackend,
  { scope = testScope, ...probe }: Partial<LookUpProbe> & { scope?: string },
): Promise<LookUpMatch> {
  const terms = ['memory', ...(probe.contentKey?.split(/\s+/) ?? [])];
  const probes = [{ category: 'factual_knowledge' as const, limit: 3, terms, ...probe }];
  const matches = await backend.lookUp({ scope, now: testNow, probes });
  assert.equal(matches.length, 1, 'one match a probe');
  return matches[0]!;
}

export function ids(records: readonly Pick<MemoryRecord, 'id'>[]): string[] {
  return records.map(({ id }) => id);
}

export function sortedIds(records: readonly Pick<MemoryRecord, 'id'>[]): string[] {
  return ids(records).sort();
}

export function auditEntry(fields: Partial<AuditEntry> = {}): AuditEntry {
  return {
    at: testNow,
    action: 'create',
    scope: testScope,
    actor: 'suite',
    reason: 'a case',
    ...fields,
  };
}

/** The records of these ids, as {@link MemoryBackend.get} answers them. */
export async function recordsOf(
  backend: StoreBackend,
  scope: string,
  ids: readonly string[],
): Promise<AnyRecord[]> {
  return (await backend.get(scope, ids)).map(({ record }) => record);
}

/** Their vectors, by id. */
export async function vectorsOf(
  backend: StoreBackend,
  scope: string,
  ids: readonly string[],
): Promise<Map<string, Float32Array>> {
  const rows = await backend.get(scope, ids, { vectors: true });
  return new Map(
    rows.flatMap(({ record, vector }) => (vector === undefined ? [] : [[record.id, vector]])),
  );
}

/** All pages of a list, one after another; the cursors must come to an end. */
export async function pagesOf<Page extends { nextCursor?: string }>(
  read: (cursor: string | undefined) => Promise<Page>,
): Promise<Page[]> {
  const pages: Page[] = [];
  do {
    assert.ok(pages.length < 100, 'the cursors never end');
    pages.push(await read(pages.at(-1)?.nextCursor));
  } while (pages.at(-1)?.nextCursor !== undefined);
  return pages;
}

/** The promise must reject with a MnemeError of this code. */
export async function assertRejects(
  promise: Promise<unknown>,
  code: MnemeErrorCode,
): Promise<MnemeError> {
  const error = await promise.then(
    () => assert.fail(`expected a rejection with ${code}, but it resolved`),
    (reason: unknown) => reason,
  );
  if (!MnemeError.isInstance(error)) {
    throw new assert.AssertionError({
      message: `expected a MnemeError with code ${code}, got ${String(error)}`,
      actual: error,
      expected: code,
    });
  }
  assert.equal(error.code, code, `expected code ${code}, got ${error.code}: ${error.message}`);
  return error;
}
