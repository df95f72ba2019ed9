/**
 * Stores data keys, outside the store and its backups: whoever has a key and a copy of the store can read what the key
 * sealed, and data whose key was destroyed is unreadable everywhere. A key service can implement these three methods.
 * Each rejects with a MnemeError.
 */
export interface Keyring {
  /**
   * The data key of that name, 32 bytes; undefined if there is none. Includes the last acknowledged change of any
   * process: a destroyed key is never returned again.
   */
  get(name: string): Promise<Uint8Array | undefined>;

  /** Like {@link get}, but makes a random key if there is none. Concurrent callers get the same key. */
  make(name: string): Promise<Uint8Array>;

  /** Destroys a key for good: when it resolves, the keyring has no form of it. False: there was none. */
  destroy(name: string): Promise<boolean>;
}
