import type { StoredKey } from '@mneme/core/contract';
import type { Connection } from '../store/connection.ts';
import {
  insertRow,
  intactValue,
  rowOf,
  type SummedRow,
  updateRow,
  withSum,
} from '../store/summed-rows.ts';

interface KeyRow extends SummedRow<'api_keys'> {
  number: number;
}

export function addKey(connection: Connection, key: StoredKey): void {
  insertRow(connection, 'api_keys', rowOf('api_keys', key));
}

export function getKey(connection: Connection, id: string): StoredKey | undefined {
  const row = findRow(connection, id);
  return row && toKey(row);
}

export function hasKey(connection: Connection): boolean {
  const sql = 'SELECT * FROM api_keys WHERE revoked_at IS NULL LIMIT 1';
  return connection.statement<KeyRow>(sql).get() !== undefined;
}

export function listKeys(connection: Connection, scope: string | undefined): StoredKey[] {
  return connection
    .statement<KeyRow>('SELECT * FROM api_keys WHERE scope = coalesce(?, scope) ORDER BY number')
    .all(scope ?? null)
    .map(toKey);
}

export function revokeKey(connection: Connection, id: string, at: string): boolean {
  return connection.write(() => {
    const row = findRow(connection, id);
    if (row === undefined) return false;
    const revoked = { ...row, revoked_at: row.revoked_at ?? at };
    updateRow(connection, 'api_keys', withSum('api_keys', revoked));
    return true;
  });
}

function findRow(connection: Connection, id: string): KeyRow | undefined {
  return connection.statement<KeyRow>('SELECT * FROM api_keys WHERE id = ?').get(id);
}

function toKey(row: KeyRow): StoredKey {
  return intactValue('api_keys', row, `the key ${row.id}`);
}
