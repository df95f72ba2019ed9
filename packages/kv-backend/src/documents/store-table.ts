import {
  type AuditEntry,
  patchStore as decidePatch,
  type FindStoreRequest,
  type ListStoresRequest,
  MnemeError,
  type PatchStoreRequest,
  type PatchStoreResult,
  type StoreInfo,
} from '@mneme/core';
import { addAuditEntry } from '../store/commit.ts';
import type { Connection } from '../store/connection.ts';
import { findOrCreateScope } from '../store/scope-table.ts';
import { type StoreRow, storeColumns, toStore } from './rows.ts';

export function findRow(
  connection: Connection,
  scope: string,
  storeId: string,
): StoreRow | undefined {
  return connection
    .statement<StoreRow>(`SELECT ${storeColumns} FROM document_stores WHERE id = ? AND scope = ?`)
    .get(storeId, scope);
}

export function requireRow(
  connection: Connection,
  { scope, storeId }: { scope: string; storeId: string },
): StoreRow {
  const row = findRow(connection, scope, storeId);
  if (row !== undefined) return row;
  throw new MnemeError('not_found', `there is no store ${storeId} in this scope`, {
    field: 'storeId',
  });
}

/** No scope can have this name: control characters are refused there. */
export function partitionName(storeId: string): string {
  return `\u0001documents ${storeId}`;
}

export function addStore(
  connection: Connection,
  { store, audit }: { store: StoreInfo; audit: AuditEntry },
): void {
  connection.write(() => {
    const partition = findOrCreateScope(connection, partitionName(store.id)).number;
    connection
      .statement(
        `INSERT INTO document_stores (id, scope, name, description, metadata, created_at, updated_at, archived_at,
           changed_at, partition) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        store.id,
        store.scope,
        store.name,
        store.description,
        JSON.stringify(store.metadata),
        store.createdAt,
        store.updatedAt,
        store.archivedAt ?? null,
        store.createdAt,
        partition,
      );
    addAuditEntry(connection, audit);
  });
}

export function findStore(
  connection: Connection,
  request: FindStoreRequest,
): StoreInfo | undefined {
  const { scope, name, add } = request;
  const find = () =>
    connection
      .statement<StoreRow>(
        `SELECT ${storeColumns} FROM document_stores
         WHERE scope = ? AND name = ? AND archived_at IS NULL ORDER BY number LIMIT 1`,
      )
      .get(scope, name);
  const row = find();
  if (row !== undefined) return toStore(row);
  if (add === undefined) return undefined;
  return connection.write(() => {
    const found = find(); // Another process may have been faster.
    if (found !== undefined) return toStore(found);
    addStore(connection, add);
    return add.store;
  });
}

export function getStore(
  connection: Connection,
  scope: string,
  storeId: string,
): StoreInfo | undefined {
  const row = findRow(connection, scope, storeId);
  return row && toStore(row);
}

export function listStores(
  connection: Connection,
  request: ListStoresRequest,
): { stores: StoreInfo[]; next?: number } {
  const rows = connection
    .statement<StoreRow>(
      `SELECT ${storeColumns} FROM document_stores
       WHERE scope = ? AND number < ? AND (? OR archived_at IS NULL) AND created_at >= ? AND created_at <= ?
       ORDER BY number DESC LIMIT ?`,
    )
    .all(
      request.scope,
      request.after ?? Number.MAX_SAFE_INTEGER,
      request.includeArchived ? 1 : 0,
      request.createdFrom ?? '',
      request.createdTo ?? '~',
      request.limit + 1,
    );
  const page = rows.slice(0, request.limit);
  const last = page.at(-1);
  const stores = page.map(toStore);
  return rows.length > page.length && last !== undefined
    ? { stores, next: last.number }
    : { stores };
}

export function patchStore(connection: Connection, request: PatchStoreRequest): PatchStoreResult {
  return connection.write(() => {
    const row = requireRow(connection, request);
    const decision = decidePatch(toStore(row), { patch: request.patch, at: request.at });
    if (decision.action === 'refuse') return { outcome: 'refused', reason: decision.reason };
    const { store } = decision;
    if (decision.action === 'keep') return { outcome: 'stored', store };
    connection
      .statement(
        `UPDATE document_stores SET name = ?, description = ?, metadata = ?, updated_at = ?, archived_at = ?
         WHERE number = ?`,
      )
      .run(
        store.name,
        store.description,
        JSON.stringify(store.metadata),
        store.updatedAt,
        store.archivedAt ?? null,
        row.number,
      );
    addAuditEntry(connection, request.audit);
    return { outcome: 'stored', store };
  });
}
