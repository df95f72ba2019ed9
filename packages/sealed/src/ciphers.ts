import { hash } from 'node:crypto';
import { MnemeError } from '@mneme/core/contract';
import { invalid } from '@mneme/core/input';
import { Cipher } from './cipher.ts';
import type { Keyring } from './keyring/keyring.ts';
import { Remembered } from './remembered.ts';
import { assertSealedBy } from './sealed-scope.ts';

/**
 * The one data key that belongs to no scope and is never destroyed, for names of scopes and audit lines of erasures.
 */
const storeKey = 'store';
const keyBytes = 32;
const rememberedCiphers = 64;
const rememberedTexts = 100_000;

/**
 * The ciphers of a store, by the keys of a keyring. The keyring is asked each time, because a key may have been
 * destroyed.
 */
export class Ciphers {
  readonly #keyring: Keyring;
  /** Cached by a hash of the key, because making a cipher costs more than opening a record. */
  readonly #known = new Map<string, Cipher>();
  readonly #remembered = new Remembered(rememberedTexts);
  #sealed: SealedNames | undefined;
  #store: Cipher | undefined;

  constructor(keyring: Keyring) {
    this.#keyring = keyring;
  }

  /** The cipher of the store itself. Its key is made once, for a store that has sealed nothing. */
  async store(): Promise<Cipher> {
    if (this.#store === undefined) {
      if ((await this.#keyring.get(storeKey)) === undefined) await this.#assertOurs();
      this.#store = this.#of(await this.#keyring.make(storeKey));
    }
    return this.#store;
  }

  /** Undefined: the scope has no key, so it has sealed nothing. */
  async find(scope: string): Promise<Cipher | undefined> {
    const key = await this.#keyring.get(await this.#keyName(scope));
    return key && this.#of(key);
  }

  /** Makes the scope's key if it has none. */
  async writing(scope: string): Promise<Cipher> {
    return this.#of(await this.#keyring.make(await this.#keyName(scope)));
  }

  async destroy(scope: string): Promise<void> {
    const name = await this.#keyName(scope);
    // A name that cannot be opened is ignored.
    const before = await this.#keyring.get(name).catch((error: unknown) => {
      if (!MnemeError.isInstance(error) || error.code !== 'damaged') throw error;
      return undefined;
    });
    await this.#keyring.destroy(name);
    const after = await this.#keyring.get(name);
    if (before !== undefined && after !== undefined && this.#of(before).id === this.#of(after).id)
      throw new MnemeError(
        'unavailable',
        'the keyring still returns the key that it should have destroyed, so nothing was erased',
        { field: 'keyring' },
      );
    // Not cached here either.
    this.#known.clear();
    this.#remembered.clear();
  }

  /**
   * Throws `wrong_key` if names are not of scopes that this keyring has sealed: now, and before it makes a key of the
   * store. Makes no key itself.
   */
  async assertOurs(names: SealedNames): Promise<void> {
    this.#sealed = names;
    await this.#assertOurs();
  }

  async #assertOurs(): Promise<void> {
    const scopes = (await this.#sealed?.()) ?? [];
    if (scopes.length === 0) return;
    const key = await this.#keyring.get(storeKey);
    const own = key && this.#of(key).id;
    for (const scope of scopes) assertSealedBy(own, scope);
  }

  async #keyName(scope: string): Promise<string> {
    return (await this.store()).hash('keyring', scope);
  }

  #of(key: Uint8Array): Cipher {
    if (!(key instanceof Uint8Array) || key.length !== keyBytes)
      throw invalid('keyring', `does not return a key of ${keyBytes} bytes`);
    const name = hash('sha256', key);
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const cipher = new Cipher(key, this.#remembered);
    const [oldest] = this.#known.keys();
    if (this.#known.size >= rememberedCiphers && oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(name, cipher);
    return cipher;
  }
}

/** The store's names of some scopes in it. */
export type SealedNames = () => Promise<readonly string[]>;
