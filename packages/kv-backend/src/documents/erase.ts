import type { RedactRequest, RemoveStoreRequest } from '@mneme/core/contract';
import { addAuditEntry } from '../store/commit.ts';
import type { Connection } from '../store/connection.ts';
import { rowRange } from '../store/row-numbers.ts';
import { removePartition } from '../store/vector-rows.ts';
import { fromActor, type StoreRow, storeColumns } from './rows.ts';
import { requireRow } from './store-table.ts';
import { readUsage, saveUsage } from './usage.ts';

/**
 * What is deleted here is overwritten by `secure_delete`; emptying the write-ahead log afterwards leaves no older copy
 * of a page. A repeated call empties the log again, so one that was kept from it can be made up for.
 */
export function redact(connection: Connection, request: RedactRequest): boolean {
  const { version, audit } = request;
  const changed = connection.write(() => {
    const store = requireRow(connection, request);
    const { changes } = connection
      .statement(
        `UPDATE document_versions SET path = NULL, content = NULL, sha256 = NULL, size_bytes = NULL,
           redacted_at = ?, redactor_type = ?, redactor_id = ? WHERE store = ? AND id = ? AND redacted_at IS NULL`,
      )
      .run(version.redactedAt, ...fromActor(version.redactedBy), store.number, version.id);
    if (changes > 0) addAuditEntry(connection, audit);
    return changes > 0;
  });
  connection.truncateLog();
  return changed;
}

export function removeStore(connection: Connection, request: RemoveStoreRequest): boolean {
  const { scope, unusedSince, audit } = request;
  const removed = connection.write(() => {
    const store = requireRow(connection, request);
    const held = connection
      .statement<{ documents: number; bytes: number }>(
        'SELECT count(*) AS documents, coalesce(sum(size_bytes), 0) AS bytes FROM documents WHERE store = ?',
      )
      .get(store.number) ?? { documents: 0, bytes: 0 };
    if (unusedSince !== undefined) {
      const isNew = (at: string) => at >= unusedSince;
      if (held.documents > 0 || isNew(store.changed_at) || isNew(store.updated_at)) return false;
    }
    deleteStore(connection, store);
    const usage = readUsage(connection, scope);
    saveUsage(connection, scope, {
      documents: usage.documents - held.documents,
      bytes: usage.bytes - held.bytes,
    });
    addAuditEntry(connection, audit);
    return true;
  });
  if (removed) connection.truncateLog();
  return removed;
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
  const [first, last] = rowRange(store.partition);
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
