import type { KeyBackend } from '@mneme/core/contract';
import type { Ciphers } from './ciphers.ts';

/** Server keys, with sealed names of scopes. */
export function sealKeys(keys: KeyBackend, ciphers: Ciphers): KeyBackend {
  ciphers.watch(async () => (await keys.listKeys(undefined)).map(({ scope }) => scope));
  return {
    addKey: async (key) => keys.addKey({ ...key, scope: await ciphers.sealScope(key.scope) }),
    async getKey(id) {
      const key = await keys.getKey(id);
      return key && { ...key, scope: await ciphers.openScope(key.scope) };
    },
    async listKeys(scope) {
      const sealed = await keys.listKeys(scope && (await ciphers.sealScope(scope)));
      return Promise.all(
        sealed.map(async (key) => ({ ...key, scope: await ciphers.openScope(key.scope) })),
      );
    },
    revokeKey: (id, at) => keys.revokeKey(id, at),
  };
}
