import type { CommitRequest, CommitResult } from '@mneme/core/contract';
import { node } from '../node.ts';
import {
  type PackedCommit,
  type Put,
  unpackCommit,
  type WriteRequest,
  writeRequest,
} from '../packed-commit.ts';
import { addAuditEntries } from './audit-chain.ts';
import type { Connection } from './connection.ts';
import { addFacets, facetsOfRow, removeFacets, replaceFacets } from './facet-rows.ts';
import { foundBy, foundByColumns } from './found-by.ts';
import { countOf, headOf } from './head-rows.ts';
import { type IdKey, idKey } from './ids.ts';
import { IndexWriter } from './index-writer.ts';
import { markRemoval } from './remains.ts';
import { rowNumber } from './row-numbers.ts';
import { checksumOf } from './rows.ts';
import { findOrCreateScope, findScope, type ScopeRow } from './scope-table.ts';
import { requireCurrent } from './space-tables.ts';
import { isFor, type Space } from './spaces.ts';
import { markPending, putVector, removeVectors } from './vector-rows.ts';

/** One transaction: all of the request, or nothing. */
export function commit(connection: Connection, given: CommitRequest | PackedCommit): CommitResult {
  const request = 'texts' in given ? unpackCommit(given) : writeRequest(given);
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

interface Existing {
  row: number;
  kind: number;
  terms: string;
}

function existingOf({ connection, scope }: Work, id: IdKey): Existing | undefined {
  return connection
    .statement<Existing>('SELECT row, kind, terms FROM records WHERE scope = ? AND id = ?')
    .get(scope.number, id);
}

function putRecord(work: Work, put: Put): void {
  const { scope, index } = work;
  const id = idKey(put.id);
  const existing = existingOf(work, id);
  const terms = put.terms ?? existing?.terms ?? '';
  const row =
    existing === undefined
      ? insertRecord(work, put, { id, terms })
      : updateRecord(work, put, { existing, terms });
  const head = headOf(put.fields, terms);
  scope.term_total += head.length - countOf(existing?.terms ?? '');
  if (put.isMemory) index.setHead(row, head);
  const { vector, nextVector, dropsVector = false } = put;
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

function insertRecord(
  { connection, scope }: Work,
  put: Put,
  { id, terms }: { id: IdKey; terms: string },
): number {
  const row = rowNumber(connection, { scope: scope.number, next: scope.next_row });
  connection
    .statement(insertSql)
    .run(
      ...valuesOf(put, { scope: scope.name, terms }),
      put.accessed.at,
      put.accessed.count,
      row,
      scope.number,
      id,
    );
  addFacets(connection, { scope, row, facets: put.facets });
  scope.next_row += 1;
  if (!put.isMemory) return row;
  scope.record_count += 1;
  if (put.vector === undefined) markPending(connection);
  return row;
}

function updateRecord(
  { connection, scope, index }: Work,
  put: Put,
  { existing, terms }: { existing: Existing; terms: string },
): number {
  const { row } = existing;
  replaceFacets(connection, { scope, row, facets: put.facets }); // Reads the old row, so it comes first.
  connection.statement(updateSql).run(...valuesOf(put, { scope: scope.name, terms }), row);
  if (terms !== existing.terms) index.changeTerms(row, { before: existing.terms, after: terms });
  return row;
}

function removeRecord(work: Work, id: string): boolean {
  const { connection, scope, index } = work;
  const existing = existingOf(work, idKey(id));
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
const insertSql = `INSERT INTO records (${inserted.join(', ')}) VALUES (${inserted.map(() => '?').join(', ')})`;
const updateSql = `UPDATE records SET ${written.map((name) => `${name} = ?`).join(', ')} WHERE row = ?`;

function valuesOf(
  { fields, contentKey, matter, body }: Put,
  { scope, terms }: { scope: string; terms: string },
): unknown[] {
  return [
    ...foundBy(fields),
    contentKeyOf(contentKey),
    matter ?? null,
    checksumOf(scope, body),
    body,
    terms,
  ];
}

/** Long texts have long keys, which are only compared, so they are hashed. */
export function contentKeyOf(contentKey: string): Uint8Array {
  return node.crypto.hash('sha256', contentKey, 'buffer').subarray(0, 16);
}
