/** What a key may do in its scope. */
export type KeyAccess = 'read_only' | 'read_write';

/** A key as it is stored: only its hash, not the key itself. Times are ISO 8601 in UTC with milliseconds. */
export interface StoredKey {
  /** `key_…`, a part of the key that may be shown. */
  id: string;
  /** SHA-256 of the key's secret part, in lower-case hex. */
  hash: string;
  /** The one scope that the key opens. */
  scope: string;
  access: KeyAccess;
  createdAt: string;
  /** From then on the key is refused. */
  revokedAt?: string;
}

/**
 * Where the keys of a server are stored. It is independent of a memory's backend, so a server over any memory can use
 * any of these. Every method rejects with a MnemeError.
 */
export interface KeyBackend {
  /** Adds a key with a new id. */
  addKey(key: StoredKey): Promise<void>;

  /** Includes the last acknowledged write of any process: a revoked key is refused at once. */
  getKey(id: string): Promise<StoredKey | undefined>;

  /** Whether there is a key that is not revoked, in a time that does not grow with the number of keys in use. */
  hasKey(): Promise<boolean>;

  /** Of one scope or of all, in the order in which they were added. */
  listKeys(scope: string | undefined): Promise<StoredKey[]>;

  /** False: there is no such key. Revoking it again changes nothing. */
  revokeKey(id: string, at: string): Promise<boolean>;
}
