import type { KeyBackend, StoredKey } from '@mneme/core/backend';
import type { ReferenceBackend } from './backend.ts';

type KeyRow = { key: StoredKey; number: number };

/** The keys of a server: each is one value. */
export function keysOf(backend: ReferenceBackend): KeyBackend {
  return {
    async addKey(key) {
      backend.table.transaction(() =>
        backend.table.write({ key, number: backend.nextNumber() }, 'key', key.id),
      );
    },
    async getKey(id) {
      return backend.table.read<KeyRow>('key', id)?.key;
    },
    async hasKey() {
      return backend.table.readAll<KeyRow>('key').some(({ key }) => key.revokedAt === undefined);
    },
    async listKeys(scope) {
      return backend.table
        .readAll<KeyRow>('key')
        .filter(({ key }) => scope === undefined || key.scope === scope)
        .sort((one, other) => one.number - other.number)
        .map(({ key }) => key);
    },
    async revokeKey(id, at) {
      return backend.table.transaction(() => {
        const row = backend.table.read<KeyRow>('key', id);
        if (row === undefined) return false;
        backend.table.write({ ...row, key: { revokedAt: at, ...row.key } }, 'key', id);
        return true;
      });
    },
  };
}
