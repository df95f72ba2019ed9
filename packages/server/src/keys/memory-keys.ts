import type { KeyBackend, StoredKey } from '@mneme/core/contract';

/** Keys in memory, which end with the process: for tests, and for a server that makes keys at each start. */
export function memoryKeys(): KeyBackend {
  const keys = new Map<string, StoredKey>();
  return {
    async addKey(key) {
      keys.set(key.id, { ...key });
    },
    async getKey(id) {
      const key = keys.get(id);
      return key && { ...key };
    },
    async listKeys(scope) {
      return [...keys.values()]
        .filter((key) => scope === undefined || key.scope === scope)
        .map((key) => ({ ...key }));
    },
    async revokeKey(id, at) {
      const key = keys.get(id);
      if (key === undefined) return false;
      key.revokedAt ??= at;
      return true;
    },
  };
}
