import { randomBytes } from 'node:crypto';
import type { Keyring } from '../src/index.ts';

/** A keyring in memory, for one test. */
export function memoryKeyring(): Keyring {
  const keys = new Map<string, Uint8Array>();
  const get: Keyring['get'] = async (name) => keys.get(name);
  return {
    get,
    async make(name) {
      const key = keys.get(name) ?? randomBytes(32);
      keys.set(name, key);
      return key;
    },
    destroy: async (name) => keys.delete(name),
  };
}
