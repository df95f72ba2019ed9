import {
  type AuditEntry,
  decideRedaction,
  type RedactRequest,
  type RedactResult,
} from '@mneme/core';
import { addAuditEntry } from '../store/commit.ts';
import type { Connection } from '../store/connection.ts';
import { rowsPerScope } from '../store/schema.ts';
import { removePartition } from '../store/vector-rows.ts';
import {
  fromActor,
  type StoreRow,
  storeColumns,
  toVersion,
  type VersionRow,
  versionColumns,
} from './rows.ts';
import { requireRow } from './store-table.ts';
import { readTotals, saveTotals } from './write.ts';

/**
 * What is deleted here is overwritten by `secure_delete`; emptying the write-ahead log afterwards leaves no older copy
 * of a page. A repeated call empties the log again, so one that was kept from it can be made up for.
 */
export function redact(connection: Connection, request: RedactRequest): RedactResult {
  const result = connection.write(() => redactVersion(connection, request));
  if (result.outcome === 'redacted') connection.truncateLog();
  return result;
}

function redactVersion(connection: Connection, request: RedactRequest): RedactResult {
  const store = requireRow(connection, request);
  const find = () =>
    connection
      .statement<VersionRow>(
        `SELECT ${versionColumns} FROM document_versions WHERE store = ? AND id = ?`,
      )
      .get(store.number, request.versionId);
  const row = find();
  if (row === undefined) return { outcome: 'not_found' };
  const head = connection.column<number>(
    'SELECT version FROM documents WHERE store = ? AND id = ?',
  );
  const decision = decideRedaction({
    redacted: row.redacted_at !== null,
    isHeadOfLiveDocument: head.get(store.number, row.document) === row.number,
  });
  if (decision === 'refuse') return { outcome: 'head' };
  if (decision === 'redact') {
    connection
      .statement(
        `UPDATE document_versions SET path = NULL, content = NULL, sha256 = NULL, size_bytes = NULL,
           redacted_at = ?, redactor_type = ?, redactor_id = ? WHERE number = ?`,
      )
      .run(request.at, ...fromActor(request.actor), row.number);
    const { at, scope, audit } = request;
    addAuditEntry(connection, { at, action: 'redact', scope, id: row.id, ...audit });
  }
  return { outcome: 'redacted', version: toVersion(find()!, store.id) };
}

export function removeStore(
  connection: Connection,
  request: { scope: string; storeId: string; audit: AuditEntry },
): void {
  connection.write(() => {
    const store = requireRow(connection, request);
    const totals = readTotals(connection, request.scope);
    const held = connection
      .statement<{ documents: number; bytes: number | null }>(
        'SELECT count(*) AS documents, sum(size_bytes) AS bytes FROM documents WHERE store = ?',
      )
      .get(store.number);
    deleteStore(connection, store);
    saveTotals(connection, request.scope, {
      documents: totals.documents - (held?.documents ?? 0),
      bytes: totals.bytes - (held?.bytes ?? 0),
    });
    addAuditEntry(connection, request.audit);
  });
  connection.truncateLog();
}

export function eraseScope(connection: Connection, scope: string) {
  const erased = connection.write(() => eraseDocuments(connection, scope));
  connection.truncateLog();
  return erased;
}

/** Inside a transaction of the caller, who empties the log afterwards. */
export function eraseDocuments(
  connection: Connection,
  scope: string,
): { stores: number; documents: number; versions: number } {
  const stores = connection
    .statement<StoreRow>(`SELECT ${storeColumns} FROM document_stores WHERE scope = ?`)
    .all(scope);
  const erased = { stores: stores.length, documents: 0, versions: 0 };
  for (const store of stores) {
    const { documents, versions } = deleteStore(connection, store);
    erased.documents += documents;
    erased.versions += versions;
  }
  connection.statement('DELETE FROM document_scopes WHERE name = ?').run(scope);
  return erased;
}

function deleteStore(
  connection: Connection,
  store: StoreRow,
): { documents: number; versions: number } {
  const first = BigInt(store.partition * rowsPerScope);
  const last = BigInt((store.partition + 1) * rowsPerScope - 1);
  connection.statement('DELETE FROM record_terms WHERE rowid BETWEEN ? AND ?').run(first, last);
  removePartition(connection, { partition: store.partition, first, last });
  connection.statement('DELETE FROM document_chunks WHERE row BETWEEN ? AND ?').run(first, last);
  const documents = connection
    .statement('DELETE FROM documents WHERE store = ?')
    .run(store.number).changes;
  const versions = connection
    .statement('DELETE FROM document_versions WHERE store = ?')
    .run(store.number).changes;
  connection.statement('DELETE FROM document_stores WHERE number = ?').run(store.number);
  connection.statement('DELETE FROM scopes WHERE number = ?').run(store.partition);
  return { documents, versions };
}
