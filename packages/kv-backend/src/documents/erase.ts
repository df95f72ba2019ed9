import type { RedactRequest, RemoveStoreRequest } from '@mneme/core/contract';
import { addAuditEntries } from '../store/audit-chain.ts';
import { commit } from '../store/commit.ts';
import type { Connection } from '../store/connection.ts';
import { removeIndex } from '../store/index-writer.ts';
import { markRemoval, settleRemovals } from '../store/remains.ts';
import { rowRange } from '../store/row-numbers.ts';
import { updateRow, withSum } from '../store/summed-rows.ts';
import { fromActor, type StoreRow, type VersionRow, versionColumns } from './rows.ts';
import { requireRow } from './store-table.ts';
import { readUsage, saveUsage } from './usage.ts';

export function redact(connection: Connection, request: RedactRequest): boolean {
  const { version, audit } = request;
  const changed = connection.write(() => {
    const store = requireRow(connection, request);
    const row = connection
      .statement<VersionRow>(
        `SELECT ${versionColumns} FROM document_versions v WHERE v.store = ? AND v.id = ? AND v.redacted_at IS NULL`,
      )
      .get(store.number, version.id);
    if (row === undefined) return false;
    const [redactor_type, redactor_id] = fromActor(version.redactedBy);
    const redacted = {
      ...{ ...row, path: null, content: null, sha256: null, checksum: null, size_bytes: null },
      ...{ redacted_at: version.redactedAt ?? null, redactor_type, redactor_id },
    };
    updateRow(connection, 'document_versions', withSum('document_versions', redacted));
    const usage = readUsage(connection, request.scope);
    saveUsage(connection, request.scope, {
      ...usage,
      bytes: usage.bytes - (row.size_bytes ?? 0),
    });
    addAuditEntries(connection, [audit]);
    markRemoval(connection);
    return true;
  });
  settleRemovals(connection);
  return changed;
}

export function removeStore(connection: Connection, request: RemoveStoreRequest): boolean {
  const { scope, unusedSince, audit, records } = request;
  const removed = connection.write(() => {
    const store = requireRow(connection, request);
    const held = connection
      .statement<{ documents: number; bytes: number }>(
        `SELECT (SELECT count(*) FROM documents WHERE store = ?) AS documents,
           (SELECT coalesce(sum(size_bytes), 0) FROM document_versions WHERE store = ?) AS bytes`,
      )
      .get(store.number, store.number) ?? { documents: 0, bytes: 0 };
    if (unusedSince !== undefined) {
      const isNew = (at: string) => at >= unusedSince;
      if (held.documents > 0 || isNew(store.changed_at) || isNew(store.updated_at)) return false;
    }
    if (records !== undefined && !commit(connection, records).committed) return false;
    deleteStore(connection, store);
    markRemoval(connection);
    const usage = readUsage(connection, scope);
    saveUsage(connection, scope, {
      documents: usage.documents - held.documents,
      bytes: usage.bytes - held.bytes,
    });
    addAuditEntries(connection, [audit]);
    return true;
  });
  settleRemovals(connection);
  return removed;
}

/** Inside a transaction of the caller, who settles the removal afterwards. */
export function eraseDocuments(
  connection: Connection,
  scope: string,
): { stores: number; documents: number; versions: number; partitions: number[] } {
  const stores = connection
    .statement<StoreRow>(`SELECT * FROM document_stores WHERE scope = ?`)
    .all(scope);
  const partitions = stores.map(({ partition }) => partition);
  const erased = { stores: stores.length, documents: 0, versions: 0, partitions };
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
  removeIndex(connection, store.partition);
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
