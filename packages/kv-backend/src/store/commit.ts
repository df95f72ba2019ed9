import {
  type CommitResult,
  isMemory,
  type KeptRecord,
  type StoredRecord,
} from '@mneme/core/contract';
import { type Head, kindNumber } from '@mneme/core/index';
import { node } from '../node.ts';
import type { Put, WriteRequest } from '../packed-commit.ts';
import { addAuditEntries } from './audit-chain.ts';
import type { Connection } from './connection.ts';
import { addFacets, facetsOfRow, removeFacets, replaceFacets, storedFacets } from './facet-rows.ts';
import { foundBy, foundByColumns, timeOrNull } from './found-by.ts';
import { idKey } from './ids.ts';
import { IndexWriter, termsSum } from './index-writer.ts';
import { markRemoval } from './remains.ts';
import { rowNumber } from './row-numbers.ts';
import { bodyOf, checksumOf } from './rows.ts';
import { findOrCreateScope, findScope, type ScopeRow } from './scope-table.ts';
import { requireCurrent } from './space-tables.ts';
import { isFor, type Space } from './spaces.ts';
import { markPending, putVector, removeVectors } from './vector-rows.ts';

/** One transaction: all of the request, or nothing. */
export function commit(connection: Connection, request: WriteRequest): CommitResult {
  return connection.write(() => {
    const mismatched = findMismatched(connection, request);
    if (mismatched.length > 0) return { committed: false, mismatched };
    const scope = findOrCreateScope(connection, request.scope);
    const work: Work = {
      connection,
      scope,
      index: new IndexWriter(connection, scope),
      ...spacesOf(connection, request),
    };
    for (const put of request.puts) putRecord(work, put);
    const removed = request.removals.filter((id) => removeRecord(work, id));
    if (removed.length > 0 || request.overwrites) markRemoval(connection);
    addAuditEntries(connection, request.audit);
    work.index.flush(scope.next_row);
    return { committed: true, removed };
  });
}

/** One running request inside its transaction. */
interface Work {
  connection: Connection;
  scope: ScopeRow;
  index: IndexWriter;
  /** The spaces that its vectors go into. */
  current?: Space;
  next?: Space;
}

function findMismatched(connection: Connection, { scope, expect }: WriteRequest): string[] {
  const number = findScope(connection, scope)?.number;
  const versionOf = connection.column<number>(
    'SELECT version FROM records WHERE scope = ? AND id = ?',
  );
  return expect
    .filter(({ id, version }) => {
      const stored = number === undefined ? undefined : versionOf.get(number, idKey(id));
      return (stored ?? 0) !== version;
    })
    .map(({ id }) => id);
}

function spacesOf(connection: Connection, request: WriteRequest): Pick<Work, 'current' | 'next'> {
  if (!request.puts.some(({ vector }) => vector !== undefined)) return {};
  const { next } = connection.spaces;
  return {
    current: requireCurrent(connection, request.embedder),
    next: next && isFor(next, request.nextEmbedder) ? next : undefined,
  };
}

function joined(terms: Put['terms']): string | undefined {
  return typeof terms === 'object' ? terms.join(' ') : terms;
}

interface Existing {
  row: number;
  kind: number;
  terms: string;
}

function existingOf({ connection, scope }: Work, id: string): Existing | undefined {
  return connection
    .statement<Existing>('SELECT row, kind, terms FROM records WHERE scope = ? AND id = ?')
    .get(scope.number, idKey(id));
}

function putRecord(work: Work, stored: Put): void {
  const { scope, index } = work;
  const { record } = stored;
  const existing = existingOf(work, record.id);
  const terms = joined(stored.terms) ?? existing?.terms ?? '';
  const row =
    existing === undefined
      ? insertRecord(work, stored, terms)
      : updateRecord(work, stored, { existing, terms });
  scope.term_total += countOf(terms) - countOf(existing?.terms ?? '');
  if (isMemory(record)) index.setHead(row, headOf(record, terms));
  const { vector, nextVector, dropsVector = false } = stored;
  if (vector === undefined && !dropsVector) return;
  if (existing !== undefined) removeVectors(work.connection, index, row);
  if (vector === undefined) {
    markPending(work.connection);
    return;
  }
  if (work.current !== undefined)
    putVector(work.connection, index, { space: work.current, row, vector });
  if (work.next !== undefined && nextVector !== undefined)
    putVector(work.connection, index, { space: work.next, row, vector: nextVector });
}

function insertRecord(work: Work, stored: Put, terms: string): number {
  const { connection, scope } = work;
  const { record } = stored;
  const row = rowNumber(connection, { scope: scope.number, next: scope.next_row });
  connection
    .statement(insertSql)
    .run(
      ...valuesOf(stored, terms),
      record.lastAccessedAt ?? null,
      record.accessCount,
      row,
      scope.number,
      idKey(record.id),
    );
  addFacets(connection, { scope, row, facets: storedFacets(record) });
  scope.next_row += 1;
  if (!isMemory(record)) return row;
  scope.record_count += 1;
  if (stored.vector === undefined) markPending(connection);
  return row;
}

function updateRecord(
  { connection, scope, index }: Work,
  stored: Put,
  { existing, terms }: { existing: Existing; terms: string },
): number {
  const { row } = existing;
  replaceFacets(connection, { scope, row, record: stored.record }); // Reads the old row, so it comes first.
  connection.statement(updateSql).run(...valuesOf(stored, terms), row);
  if (terms !== existing.terms) index.changeTerms(row, { before: existing.terms, after: terms });
  return row;
}

function removeRecord(work: Work, id: string): boolean {
  const { connection, scope, index } = work;
  const existing = existingOf(work, id);
  if (existing === undefined) return false;
  const { row, terms, kind } = existing;
  removeFacets(connection, { scope, row, facets: facetsOfRow(connection, { scope, row }) });
  removeVectors(connection, index, row);
  connection.statement('DELETE FROM records WHERE row = ?').run(BigInt(row));
  scope.term_total -= countOf(terms);
  if (kind === 0) return true;
  scope.record_count -= 1;
  index.setHead(row, undefined);
  index.changeTerms(row, { before: terms, after: '' });
  return true;
}

/** What each put writes, in the order of {@link valuesOf}. */
const written = [
  ...foundByColumns.split(', '),
  'content_key',
  'matter',
  'checksum',
  'body',
  'terms',
];
const inserted = [...written, 'last_accessed_at', 'access_count', 'row', 'scope', 'id'];
export const insertSql = `INSERT INTO records (${inserted.join(', ')}) VALUES (${inserted.map(() => '?').join(', ')})`;
const updateSql = `UPDATE records SET ${written.map((name) => `${name} = ?`).join(', ')} WHERE row = ?`;

export function valuesOf(
  { record, contentKey, matter }: Pick<StoredRecord, 'record' | 'contentKey' | 'matter'>,
  terms: string,
): unknown[] {
  const body = bodyOf(record);
  return [
    ...foundBy(record),
    contentKeyOf(contentKey),
    matter ?? null,
    checksumOf(record.scope, body),
    body,
    terms,
  ];
}

/** Long texts have long keys, which are only compared, so they are hashed. */
export function contentKeyOf(contentKey: string): Uint8Array {
  return node.crypto.hash('sha256', contentKey, 'buffer').subarray(0, 16);
}

/** The filter fields of a record in the index. */
export function headOf(record: KeptRecord, terms: string): Head {
  return {
    kind: kindNumber(record.category),
    importance: record.importance,
    length: countOf(terms),
    sum: termsSum(terms),
    occurredAt: Date.parse(record.occurredAt),
    expiresAt: timeOrNull(record.expiresAt) ?? Number.POSITIVE_INFINITY,
    validTo: timeOrNull(record.validTo) ?? Number.POSITIVE_INFINITY,
  };
}

/** Number of terms in a text of joined terms. */
export function countOf(terms: string): number {
  if (terms === '') return 0;
  let count = 1;
  for (let at = terms.indexOf(' '); at >= 0; at = terms.indexOf(' ', at + 1)) count += 1;
  return count;
}
