import { randomBytes } from 'node:crypto';
import { Cipher } from '../cipher.ts';
import type { Ciphers } from '../ciphers.ts';

/** The ciphers that one call has used. The keyring is asked once for each scope. */
export class CallCiphers {
  /** Of the store itself. */
  readonly store: Cipher;
  readonly #ciphers: Ciphers;
  readonly #used = new Map<string, { cipher: Cipher; hasKey: boolean }>();

  private constructor(ciphers: Ciphers, store: Cipher) {
    this.#ciphers = ciphers;
    this.store = store;
  }

  static async of(ciphers: Ciphers): Promise<CallCiphers> {
    return new CallCiphers(ciphers, await ciphers.store());
  }

  /** Without a key it finds and opens nothing, because the scope has sealed nothing. */
  async reading(scope: string): Promise<Cipher> {
    const known = this.#used.get(scope);
    if (known !== undefined) return known.cipher;
    const found = await this.#ciphers.find(scope);
    const cipher = found ?? new Cipher(randomBytes(32));
    this.#used.set(scope, { cipher, hasKey: found !== undefined });
    return cipher;
  }

  /** Makes the scope's key if it has none. */
  async writing(scope: string): Promise<Cipher> {
    const known = this.#used.get(scope);
    if (known?.hasKey) return known.cipher;
    const cipher = await this.#ciphers.writing(scope);
    this.#used.set(scope, { cipher, hasKey: true });
    return cipher;
  }

  /** Whether a key that was used has been destroyed since; `orMade`: or one that was missing was made. */
  async haveChanged({ orMade }: { orMade: boolean }): Promise<boolean> {
    for (const [scope, { cipher, hasKey }] of this.#used)
      if (hasKey || orMade) {
        const now = await this.#ciphers.find(scope);
        if (now?.id !== (hasKey ? cipher.id : undefined)) return true;
      }
    return false;
  }
}
