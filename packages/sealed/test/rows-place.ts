import type { Rows } from '@mneme/store/rows';
import { Cipher } from '../src/cipher.ts';
import { type Keyring, sealedRows } from '../src/index.ts';
import { memoryKeyring } from './memory-keyring.ts';

export function sealedBy(keyring: Keyring, make: () => Rows): () => Rows {
  return () => sealedRows(make(), { keyring });
}

/**
 * A keyring under which these scopes have the same order as by name. A range of all scopes with a limit is in the order
 * of sealed names, so the suite, which expects the other one, gets a keyring where they agree.
 */
export async function keyringInOrder(scopes: readonly string[]): Promise<Keyring> {
  for (;;) {
    const keyring = memoryKeyring();
    const store = new Cipher(await keyring.make('store'));
    const sealed = scopes.map((scope) => store.sealScope(scope));
    if (sealed.every((name, at) => at === 0 || sealed[at - 1]! < name)) return keyring;
  }
}
