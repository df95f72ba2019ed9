import type { KeyBackend, StoredKey } from '@mneme/core/contract';
import type { ReferenceBackend } from './backend.ts';

/** The keys of a server: each is one value. */
export function keysOf(backend: ReferenceBackend): KeyBackend {
  const all = () => backend.table.readAll<StoredKey & { number: number }>('key');
  const bare = ({ number: _, ...key }: StoredKey & { number: number }): StoredKey => key;
  return {
    async addKey(key) {
      backend.table.transaction(() =>
        backend.table.write({ ...key, number: all().length }, 'key', key.id),
      );
    },
    async getKey(id) {
      const key = backend.table.read<StoredKey & { number: number }>('key', id);
      return key && bare(key);
    },
    async listKeys(scope) {
      return all()
        .filter((key) => scope === undefined || key.scope === scope)
        .sort((a, b) => a.number - b.number)
        .map(bare);
    },
    async revokeKey(id, at) {
      return backend.table.transaction(() => {
        const key = backend.table.read<StoredKey>('key', id);
        if (key === undefined) return false;
        backend.table.write({ revokedAt: at, ...key }, 'key', id);
        return true;
      });
    },
  };
}
