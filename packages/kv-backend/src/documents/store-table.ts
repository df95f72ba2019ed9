import {
  cursorCodec,
  type ListStoresRequest,
  MnemeError,
  type PutStoreRequest,
  pageOf,
  type StoreInfo,
} from '@mneme/core/contract';
import { addAuditEntries } from '../store/audit-chain.ts';
import type { Connection } from '../store/connection.ts';
import { markRemoval } from '../store/remains.ts';
import { findOrCreateScope } from '../store/scope-table.ts';
import { insertRow, rowOf, updateRow } from '../store/summed-rows.ts';
import { type StoreRow, toStore } from './rows.ts';

const cursors = cursorCodec('stores', ['number']);

function findRow(connection: Connection, scope: string, storeId: string): StoreRow | undefined {
  return connection
    .statement<StoreRow>(`SELECT * FROM document_stores WHERE id = ? AND scope = ?`)
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
): { stores: StoreInfo[]; nextCursor?: string } {
  const owner = [connection.cursorSecret, request.scope];
  const [before = Number.MAX_SAFE_INTEGER] = cursors.decode(request.cursor, owner) ?? [];
  const named = request.name === undefined ? [] : [request.name];
  const rows = connection
    .statement<StoreRow>(
      `SELECT * FROM document_stores
       WHERE scope = ? ${named.map(() => 'AND name = ?').join('')} AND number < ? AND (? OR archived_at IS NULL)
         AND created_at >= ? AND created_at <= ?
       ORDER BY number DESC LIMIT ?`,
    )
    .all(
      request.scope,
      ...named,
      before,
      request.includeArchived ? 1 : 0,
      request.createdFrom ?? '',
      request.createdTo ?? '~',
      request.limit + 1,
    );
  const { page, ...next } = pageOf(rows, request.limit, ({ number }) =>
    cursors.encode([number], owner),
  );
  return { stores: page.map(toStore), ...next };
}

export function putStore(
  connection: Connection,
  { store, expect, audit }: PutStoreRequest,
): boolean {
  return connection.write(() => {
    const stored = findRow(connection, store.scope, store.id);
    const columns = rowOf('document_stores', {
      ...store,
      metadata: JSON.stringify(store.metadata),
    });
    if ((stored?.version ?? 0) !== expect.version) return false;
    if (expect.freeName && isTaken(connection, store)) return false;
    if (stored === undefined) {
      const partition = findOrCreateScope(connection, partitionName(store.id)).number;
      const row = { ...columns, changed_at: store.createdAt, partition };
      insertRow(connection, 'document_stores', row);
    } else {
      updateRow(connection, 'document_stores', { number: stored.number, ...columns });
      markRemoval(connection);
    }
    addAuditEntries(connection, [audit]);
    return true;
  });
}

function isTaken(connection: Connection, { scope, name }: StoreInfo): boolean {
  return (
    connection
      .column(`SELECT 1 FROM document_stores WHERE scope = ? AND name = ? AND archived_at IS NULL`)
      .get(scope, name) !== undefined
  );
}
