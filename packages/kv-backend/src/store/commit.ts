import {
  type CommitRequest,
  type CommitResult,
  isMemory,
  type KeptRecord,
  type StoredRecord,
} from '@mneme/core/contract';
import { addAuditEntries } from './audit-chain.ts';
import { categoryNumber } from './category-number.ts';
import type { Connection } from './connection.ts';
import { addFacets, facetsOfRow, removeFacets, replaceFacets, storedFacets } from './facet-rows.ts';
import { milliseconds } from './filter-sql.ts';
import { markRemoval } from './remains.ts';
import { rowNumber } from './row-numbers.ts';
import { checksumOf, isMemoryRow } from './rows.ts';
import { findOrCreateScope, findScope, type ScopeRow, saveScope } from './scope-table.ts';
import { requireCurrent } from './space-tables.ts';
import { isFor, type Space } from './spaces.ts';
import {
  fillNext,
  insertVector,
  markPending,
  markZero,
  removeVectors,
  updateMetadata,
} from './vector-rows.ts';

/** One transaction: all of the request, or nothing. */
export function commit(connection: Connection, request: CommitRequest): CommitResult {
  return connection.write(() => {
    const mismatched = findMismatched(connection, request);
    if (mismatched.length > 0) return { committed: false, mismatched };
    const scope = findOrCreateScope(connection, request.scope);
    const target = targetOf(connection, request);
    for (const put of request.puts) putRecord(connection, scope, put, target);
    const removed = request.removals.filter((id) => removeRecord(connection, scope, id));
    if (removed.length > 0 || request.overwrites) markRemoval(connection);
    addAuditEntries(connection, request.audit);
    saveScope(connection, scope);
    return { committed: true, removed };
  });
}

function findMismatched(connection: Connection, { scope, expect }: CommitRequest): string[] {
  const number = findScope(connection, scope)?.number;
  const versionOf = connection.column<number>(
    'SELECT version FROM records WHERE scope = ? AND id = ?',
  );
  return expect
    .filter(({ id, version }) => {
      const stored = number === undefined ? undefined : versionOf.get(number, id);
      return (stored ?? 0) !== version;
    })
    .map(({ id }) => id);
}

/** The spaces that a commit's vectors go into. */
interface Target {
  current?: Space;
  next?: Space;
}

function targetOf(connection: Connection, request: CommitRequest): Target {
  if (!request.puts.some(({ vector }) => vector !== undefined)) return {};
  const { next } = connection.spaces;
  return {
    current: requireCurrent(connection, request.embedder),
    next: next && isFor(next, request.nextEmbedder) ? next : undefined,
  };
}

function putRecord(
  connection: Connection,
  scope: ScopeRow,
  stored: StoredRecord,
  target: Target,
): void {
  const existing = connection
    .statement<{ row: number; length: number }>(
      'SELECT row, length FROM records WHERE scope = ? AND id = ?',
    )
    .get(scope.number, stored.record.id);
  if (existing === undefined) insertRecord(connection, scope, stored, target);
  else updateRecord(connection, scope, stored, { existing, target });
}

function insertRecord(
  connection: Connection,
  scope: ScopeRow,
  stored: StoredRecord,
  target: Target,
): void {
  const { record } = stored;
  const terms = stored.terms ?? [];
  const row = rowNumber(connection, { scope: scope.number, next: scope.next_row });
  connection
    .statement(insertSql)
    .run(
      ...valuesOf(stored, terms.length),
      record.lastAccessedAt ?? null,
      record.accessCount,
      row,
      scope.number,
      record.id,
    );
  addFacets(connection, { scope, row, facets: storedFacets(record) });
  insertTerms(connection, row, terms);
  if (stored.vector !== undefined) insertVectors(connection, stored, { target, scope, row });
  else if (isMemory(record)) markPending(connection);
  scope.next_row += 1;
  if (isMemory(record)) scope.record_count += 1;
  scope.term_total += terms.length;
}

function updateRecord(
  connection: Connection,
  scope: ScopeRow,
  stored: StoredRecord,
  { existing, target }: { existing: { row: number; length: number }; target: Target },
): void {
  const { record } = stored;
  const { row } = existing;
  const length = stored.terms?.length ?? existing.length;
  replaceFacets(connection, { scope, row, record }); // Reads the old row, so it comes first.
  connection.statement(updateSql).run(...valuesOf(stored, length), row);
  if (stored.terms !== undefined) {
    connection.statement('DELETE FROM record_terms WHERE rowid = ?').run(BigInt(row));
    insertTerms(connection, row, stored.terms);
    scope.term_total += length - existing.length;
  }
  if (stored.vector === undefined && !stored.dropsVector) {
    updateMetadata(connection, row, recordMetadata(record));
    return;
  }
  removeVectors(connection, row);
  connection.statement('UPDATE records SET zero_vector = 0 WHERE row = ?').run(BigInt(row));
  if (stored.vector === undefined) markPending(connection);
  else insertVectors(connection, stored, { target, scope, row });
}

function removeRecord(connection: Connection, scope: ScopeRow, id: string): boolean {
  const existing = connection
    .statement<{ row: number; length: number; is_memory: number }>(
      `SELECT row, length, ${isMemoryRow} AS is_memory FROM records r WHERE scope = ? AND id = ?`,
    )
    .get(scope.number, id);
  if (existing === undefined) return false;
  removeFacets(connection, {
    scope,
    row: existing.row,
    facets: facetsOfRow(connection, existing.row),
  });
  connection.statement('DELETE FROM record_terms WHERE rowid = ?').run(BigInt(existing.row));
  removeVectors(connection, existing.row);
  connection.statement('DELETE FROM records WHERE row = ?').run(BigInt(existing.row));
  scope.record_count -= existing.is_memory;
  scope.term_total -= existing.length;
  return true;
}

/** What each put writes. */
const written = [
  'version',
  'content',
  'kind',
  'category',
  'tags',
  'importance',
  'created_at',
  'updated_at',
  'confirmed_at',
  'occurred_at',
  'expires_at',
  'superseded_by',
  'valid_to',
  'superseded_reason',
  'contests',
  'contested_by',
  'evidence',
  'extracted_by',
  'source',
  'metadata',
  'content_key',
  'matter',
  'session',
  'sequence',
  'external_id',
  'length',
  'checksum',
] as const;
const inserted = [...written, 'last_accessed_at', 'access_count', 'row', 'scope', 'id'];
const insertSql = `INSERT INTO records (${inserted.join(', ')}) VALUES (${inserted.map(() => '?').join(', ')})`;
const updateSql = `UPDATE records SET ${written.map((name) => `${name} = ?`).join(', ')} WHERE row = ?`;

/** In the order of {@link written}. */
function valuesOf({ record, contentKey, matter }: StoredRecord, length: number): unknown[] {
  const said = {
    id: record.id,
    version: record.version,
    content: record.content,
    kind: record.kind,
    category: record.category ?? '',
    tags: JSON.stringify(record.tags),
    importance: record.importance,
    created_at: record.createdAt,
    updated_at: record.updatedAt,
    confirmed_at: record.confirmedAt,
    occurred_at: record.occurredAt,
    expires_at: record.expiresAt ?? null,
    superseded_by: record.supersededBy ?? null,
    valid_to: record.validTo ?? null,
    superseded_reason: record.supersededReason ?? null,
    contests: jsonOrNull(record.contests),
    contested_by: jsonOrNull(record.contestedBy),
    evidence: jsonOrNull(record.evidence),
    extracted_by: record.extractedBy ?? null,
    source: JSON.stringify(record.source),
    metadata: jsonOrNull(record.metadata),
  };
  const row: Record<(typeof written)[number], unknown> = {
    ...said,
    content_key: contentKey,
    matter: matter ?? null,
    session: record.source.session ?? null,
    sequence: record.source.sequence ?? null,
    external_id: record.source.externalId ?? null,
    length,
    checksum: checksumOf(record.scope, said),
  };
  return written.map((name) => row[name]);
}

function jsonOrNull(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

function insertTerms(connection: Connection, row: number, terms: readonly string[]): void {
  connection
    .statement('INSERT INTO record_terms (rowid, terms) VALUES (?, ?)')
    .run(BigInt(row), terms.join(' '));
}

function insertVectors(
  connection: Connection,
  { record, vector, nextVector }: StoredRecord,
  { target: { current, next }, scope, row }: { target: Target; scope: ScopeRow; row: number },
): void {
  const at = { row, partition: scope.number, metadata: recordMetadata(record) };
  if (current !== undefined && vector !== undefined) {
    if (!insertVector(connection, current, { ...at, vector })) markZero(connection, row);
  }
  if (next !== undefined && nextVector !== undefined)
    fillNext(connection, next, { ...at, vector: nextVector });
}

/** What the vector arm filters by. */
export function recordMetadata(record: KeptRecord): bigint[] {
  return [
    BigInt(categoryNumber(record.category)),
    BigInt(record.importance),
    milliseconds(record.occurredAt),
    milliseconds(record.expiresAt),
    milliseconds(record.validTo),
  ];
}
