import type { KeyAccess, StoredKey } from '@mneme/core/contract';
import type { Connection } from '../store/connection.ts';
import { intactRow, rowSum } from '../store/row-sum.ts';

interface KeyRow {
  id: string;
  hash: string;
  scope: string;
  access: KeyAccess;
  created_at: string;
  revoked_at: string | null;
  row_sum: string;
}

const columns = 'id, hash, scope, access, created_at, revoked_at, row_sum';

export function addKey(connection: Connection, key: StoredKey): void {
  connection
    .statement(
      'INSERT INTO api_keys (id, hash, scope, access, created_at, row_sum) VALUES (?, ?, ?, ?, ?, ?)',
    )
    .run(
      key.id,
      key.hash,
      key.scope,
      key.access,
      key.createdAt,
      rowSum('api_keys', { ...key, created_at: key.createdAt }),
    );
}

export function getKey(connection: Connection, id: string): StoredKey | undefined {
  const row = connection.statement<KeyRow>(`SELECT ${columns} FROM api_keys WHERE id = ?`).get(id);
  return row && toKey(row);
}

export function listKeys(connection: Connection, scope: string | undefined): StoredKey[] {
  const where = scope === undefined ? '' : 'WHERE scope = ?';
  return connection
    .statement<KeyRow>(`SELECT ${columns} FROM api_keys ${where} ORDER BY number`)
    .all(...(scope === undefined ? [] : [scope]))
    .map(toKey);
}

export function revokeKey(connection: Connection, id: string, at: string): boolean {
  return connection.write(() => {
    const { changes } = connection
      .statement('UPDATE api_keys SET revoked_at = coalesce(revoked_at, ?) WHERE id = ?')
      .run(at, id);
    const row = connection
      .statement<KeyRow>(`SELECT ${columns} FROM api_keys WHERE id = ?`)
      .get(id);
    if (row !== undefined)
      connection
        .statement('UPDATE api_keys SET row_sum = ? WHERE id = ?')
        .run(rowSum('api_keys', row), id);
    return changes > 0;
  });
}

function toKey(row: KeyRow): StoredKey {
  intactRow('api_keys', row, `the key ${row.id}`);
  const { id, hash, scope, access, created_at: createdAt, revoked_at: revokedAt } = row;
  const key: StoredKey = { id, hash, scope, access, createdAt };
  return revokedAt === null ? key : { ...key, revokedAt };
}
