import type { KeyBackend, StoredKey } from '@mneme/core/contract';
import type { Connection } from './connection.ts';

interface KeyRow {
  key: StoredKey;
  revoked_at: string | null;
}

const everyScope = { everyScope: true } as const;

/** Keys of a server, in the same database as what they open. */
export function postgresKeys(
  run: <T>(work: (connection: Connection) => Promise<T>) => Promise<T>,
): KeyBackend {
  return {
    async addKey(key) {
      await run((connection) =>
        connection.write({ scope: key.scope }, (query) =>
          query('INSERT INTO api_keys (id, scope, key) VALUES ($1, $2, $3)', [
            key.id,
            key.scope,
            JSON.stringify(key),
          ]),
        ),
      );
    },
    getKey: (id) =>
      run((connection) =>
        connection.read(everyScope, async (query) => {
          const [row] = await query<KeyRow>('SELECT key, revoked_at FROM api_keys WHERE id = $1', [
            id,
          ]);
          return row && toKey(row);
        }),
      ),
    listKeys: (scope) =>
      run((connection) =>
        connection.read(scope === undefined ? everyScope : { scope }, async (query) => {
          const rows = await query<KeyRow>(
            'SELECT key, revoked_at FROM api_keys WHERE $1::text IS NULL OR scope = $1 ORDER BY number',
            [scope],
          );
          return rows.map(toKey);
        }),
      ),
    revokeKey: (id, at) =>
      run((connection) =>
        connection.write(everyScope, async (query) => {
          const rows = await query(
            'UPDATE api_keys SET revoked_at = coalesce(revoked_at, $2) WHERE id = $1 RETURNING 1',
            [id, at],
          );
          return rows.length > 0;
        }),
      ),
  };
}

function toKey({ key, revoked_at: revokedAt }: KeyRow): StoredKey {
  return revokedAt === null ? key : { ...key, revokedAt };
}
