import type { KeyBackend, Lifecycle, StoredKey } from '@mneme/core/contract';
import { inScope, type Store } from './store/store.ts';

interface KeyRow {
  key: StoredKey;
  revoked_at: string | null;
}

const everyScope = { everyScope: true } as const;

/** Server keys, in the same database as their memories. */
export function postgresKeys(life: Lifecycle<Store>): KeyBackend {
  return life.calls({
    addKey: inScope('write', async (query, key: StoredKey) => {
      await query('INSERT INTO api_keys (id, scope, key) VALUES ($1, $2, $3)', [
        ...[key.id, key.scope, JSON.stringify(key)],
      ]);
    }),
    getKey: ({ connection }: Store, id: string) =>
      connection.read(everyScope, async (query) => {
        const [row] = await query<KeyRow>('SELECT key, revoked_at FROM api_keys WHERE id = $1', [
          id,
        ]);
        return row && toKey(row);
      }),
    hasKey: ({ connection }: Store) =>
      connection.read(everyScope, async (query) => {
        const rows = await query('SELECT 1 FROM api_keys WHERE revoked_at IS NULL LIMIT 1');
        return rows.length > 0;
      }),
    listKeys: ({ connection }: Store, scope: string | undefined) =>
      connection.read(scope === undefined ? everyScope : { scope }, async (query) => {
        const rows = await query<KeyRow>(
          'SELECT key, revoked_at FROM api_keys WHERE $1::text IS NULL OR scope = $1 ORDER BY number',
          [scope],
        );
        return rows.map(toKey);
      }),
    revokeKey: ({ connection }: Store, id: string, at: string) =>
      connection.write(everyScope, async (query) => {
        const rows = await query(
          'UPDATE api_keys SET revoked_at = coalesce(revoked_at, $2) WHERE id = $1 RETURNING 1',
          [id, at],
        );
        return rows.length > 0;
      }),
  });
}

function toKey({ key, revoked_at: revokedAt }: KeyRow): StoredKey {
  return revokedAt === null ? key : { ...key, revokedAt };
}
