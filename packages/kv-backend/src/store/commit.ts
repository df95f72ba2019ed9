import {
  type AuditEntry,
  type CommitRequest,
  type CommitResult,
  type MemoryRecord,
  MnemeError,
  type StoredRecord,
} from '@mneme/core';
import type { Connection } from './connection.js';
import { categoryNumber, milliseconds } from './filter-sql.js';
import { rowsPerScope } from './schema.js';
import { findOrCreateScope, findScope, type ScopeRow, saveScope } from './scope-table.js';

/** One transaction: all of the request, or nothing. */
export function commit(connection: Connection, request: CommitRequest): CommitResult {
  return connection.write(() => {
    const revision = findScope(connection, request.scope)?.revision ?? 0;
    if (request.expectedRevision !== undefined && request.expectedRevision !== revision) {
      return { committed: false, revision, removed: [] };
    }
    const scope = findOrCreateScope(connection, request.scope);
    for (const put of request.puts) putRecord(connection, scope, put);
    const removed = request.removals.filter((id) => removeRecord(connection, scope, id));
    for (const entry of request.audit) addAuditEntry(connection, entry);
    scope.revision += 1;
    saveScope(connection, scope);
    return { committed: true, revision: scope.revision, removed };
  });
}

export function addAuditEntry(connection: Connection, entry: AuditEntry): void {
  connection
    .statement('INSERT INTO audit (at, action, scope, id, actor, reason) VALUES (?, ?, ?, ?, ?, ?)')
    .run(entry.at, entry.action, entry.scope, entry.id ?? null, entry.actor, entry.reason);
}

function putRecord(connection: Connection, scope: ScopeRow, stored: StoredRecord): void {
  const existing = connection
    .statement<{ row: number; length: number }>(
      'SELECT row, length FROM records WHERE scope = ? AND id = ?',
    )
    .get(scope.number, stored.record.id);
  if (existing === undefined) insertRecord(connection, scope, stored);
  else updateRecord(connection, scope, stored, existing);
}

function insertRecord(connection: Connection, scope: ScopeRow, stored: StoredRecord): void {
  const { record } = stored;
  const terms = stored.terms ?? [];
  const row = scope.number * rowsPerScope + scope.next_row;
  connection
    .statement(
      `INSERT INTO records (content, content_key, category, tags, importance, created_at, updated_at, confirmed_at,
         occurred_at, expires_at, superseded_by, valid_to, source, session, sequence, external_id, length,
         last_accessed_at, access_count, row, scope, id)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      ...columnValues(stored, terms.length),
      record.lastAccessedAt ?? null,
      record.accessCount,
      row,
      scope.number,
      record.id,
    );
  insertTags(connection, scope, row, record.tags);
  insertTerms(connection, row, terms);
  if (stored.vector !== undefined) insertVector(connection, scope, row, record, stored.vector);
  scope.next_row += 1;
  scope.record_count += 1;
  scope.term_total += terms.length;
}

function updateRecord(
  connection: Connection,
  scope: ScopeRow,
  stored: StoredRecord,
  existing: { row: number; length: number },
): void {
  const { record } = stored;
  const { row } = existing;
  const length = stored.terms?.length ?? existing.length;
  removeTags(connection, scope, row); // Reads the old row, so it comes first.
  connection
    .statement(
      `UPDATE records SET content = ?, content_key = ?, category = ?, tags = ?, importance = ?, created_at = ?,
         updated_at = ?, confirmed_at = ?, occurred_at = ?, expires_at = ?, superseded_by = ?, valid_to = ?, source = ?,
         session = ?, sequence = ?, external_id = ?, length = ?
       WHERE row = ?`,
    )
    .run(...columnValues(stored, length), row);
  insertTags(connection, scope, row, record.tags);
  if (stored.terms !== undefined) {
    connection.statement('DELETE FROM record_terms WHERE rowid = ?').run(BigInt(row));
    insertTerms(connection, row, stored.terms);
    scope.term_total += length - existing.length;
  }
  if (stored.vector !== undefined) {
    removeVector(connection, row);
    connection.statement('UPDATE records SET zero_vector = 0 WHERE row = ?').run(BigInt(row));
    insertVector(connection, scope, row, record, stored.vector);
  } else if (hasVectors(connection)) {
    connection
      .statement(
        'UPDATE record_vectors SET category = ?, importance = ?, occurred_at = ?, expires_at = ?, valid_to = ? WHERE rowid = ?',
      )
      .run(...vectorMetadata(record), BigInt(row));
  }
}

function removeRecord(connection: Connection, scope: ScopeRow, id: string): boolean {
  const existing = connection
    .statement<{ row: number; length: number }>(
      'SELECT row, length FROM records WHERE scope = ? AND id = ?',
    )
    .get(scope.number, id);
  if (existing === undefined) return false;
  removeTags(connection, scope, existing.row);
  connection.statement('DELETE FROM record_terms WHERE rowid = ?').run(BigInt(existing.row));
  removeVector(connection, existing.row);
  connection.statement('DELETE FROM records WHERE row = ?').run(BigInt(existing.row));
  scope.record_count -= 1;
  scope.term_total -= existing.length;
  return true;
}

/** In the order in which the INSERT and the UPDATE name them. */
function columnValues({ record, contentKey }: StoredRecord, length: number): unknown[] {
  return [
    record.content,
    contentKey,
    record.category,
    JSON.stringify(record.tags),
    record.importance,
    record.createdAt,
    record.updatedAt,
    record.confirmedAt,
    record.occurredAt,
    record.expiresAt ?? null,
    record.supersededBy ?? null,
    record.validTo ?? null,
    JSON.stringify(record.source),
    record.source.session ?? null,
    record.source.sequence ?? null,
    record.source.externalId ?? null,
    length,
  ];
}

function insertTags(
  connection: Connection,
  scope: ScopeRow,
  row: number,
  tags: readonly string[],
): void {
  for (const tag of tags) {
    connection
      .statement('INSERT INTO record_tags (scope, tag, row) VALUES (?, ?, ?)')
      .run(scope.number, tag, BigInt(row));
  }
}

function removeTags(connection: Connection, scope: ScopeRow, row: number): void {
  const tags = connection.column<string>('SELECT tags FROM records WHERE row = ?').get(BigInt(row));
  for (const tag of JSON.parse(tags ?? '[]') as string[]) {
    connection
      .statement('DELETE FROM record_tags WHERE scope = ? AND tag = ? AND row = ?')
      .run(scope.number, tag, BigInt(row));
  }
}

function insertTerms(connection: Connection, row: number, terms: readonly string[]): void {
  connection
    .statement('INSERT INTO record_terms (rowid, terms) VALUES (?, ?)')
    .run(BigInt(row), terms.join(' '));
}

function insertVector(
  connection: Connection,
  scope: ScopeRow,
  row: number,
  record: MemoryRecord,
  vector: Float32Array,
): void {
  const identity = connection.embedder();
  if (identity === undefined) {
    throw new MnemeError(
      'embedder_required',
      'a vector was given to a store opened without an embedder',
      { field: 'vector' },
    );
  }
  if (vector.length !== identity.dimensions) {
    throw new MnemeError(
      'invalid_input',
      `vector has ${vector.length} dimensions, the store holds vectors of ${identity.dimensions}`,
      { field: 'vector' },
    );
  }
  // sqlite-vec would find a zero vector at distance 1 of everything.
  const isZero = vector.every((value) => value === 0);
  if (isZero) {
    connection.statement('UPDATE records SET zero_vector = 1 WHERE row = ?').run(BigInt(row));
    return;
  }
  connection
    .statement(
      `INSERT INTO record_vectors (category, importance, occurred_at, expires_at, valid_to, rowid, scope, embedding)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(...vectorMetadata(record), BigInt(row), BigInt(scope.number), vector);
}

function removeVector(connection: Connection, row: number): void {
  if (hasVectors(connection))
    connection.statement('DELETE FROM record_vectors WHERE rowid = ?').run(BigInt(row));
}

function hasVectors(connection: Connection): boolean {
  return connection.embedder() !== undefined;
}

function vectorMetadata(record: MemoryRecord): bigint[] {
  return [
    BigInt(categoryNumber(record.category)),
    BigInt(record.importance),
    milliseconds(record.occurredAt),
    milliseconds(record.expiresAt),
    milliseconds(record.validTo),
  ];
}
