import type { Cipher } from '../cipher.ts';
import { type Ciphers, openScopeName, sealScopeName } from '../ciphers.ts';

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
    const cipher = found ?? (await this.#ciphers.reading(scope));
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

  /** False: a key that was used, or was missing, has been destroyed or made since. */
  async areCurrent(): Promise<boolean> {
    for (const [scope, { cipher, hasKey }] of this.#used)
      if ((await this.#ciphers.find(scope))?.id !== (hasKey ? cipher.id : undefined)) return false;
    return true;
  }

  /** Whether nobody can read any longer what was sealed. */
  async areDestroyed(): Promise<boolean> {
    for (const [scope, { cipher, hasKey }] of this.#used)
      if (hasKey && !(await this.#ciphers.isCurrent(scope, cipher))) return true;
    return false;
  }

  sealScope(scope: string): string {
    return sealScopeName(this.store, scope);
  }

  openScope(sealed: string): string {
    return openScopeName(this.store, sealed);
  }
}
