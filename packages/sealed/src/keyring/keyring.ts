/**
 * Where data keys are kept: outside the store and outside its backups, since whoever has a key and a copy of the store
 * can read what the key sealed, and what no keyring has any more is readable nowhere. A service that manages keys fits
 * behind these three methods. Each rejects with a MnemeError.
 */
export interface Keyring {
  /**
   * The data key of that name, 32 bytes; undefined where there is none. As fresh as the last acknowledged change of any
   * process: a destroyed key is not answered again.
   */
  get(name: string): Promise<Uint8Array | undefined>;

  /** As {@link get}; makes a random one where there is none. Of two callers at once both get the same. */
  make(name: string): Promise<Uint8Array>;

  /** Forgets a key for good: when it resolves, the keyring holds no form of it. False: there was none. */
  destroy(name: string): Promise<boolean>;
}
