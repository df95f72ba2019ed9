/** What a key may do in its scope. */
export type KeyAccess = 'read_only' | 'read_write';

/** A key as it is kept: the key itself is not, only its hash. Times are ISO 8601 in UTC with milliseconds. */
export interface StoredKey {
  /** `key_…`, a part of the key that may be shown. */
  id: string;
  /** SHA-256 of the key's secret part, in lower-case hex. */
  hash: string;
  /** The one scope that the key reaches. */
  scope: string;
  access: KeyAccess;
  createdAt: string;
  /** From then on it opens nothing. */
  revokedAt?: string;
}

/**
 * Where the keys of a server are kept. It stands on its own: no part of a memory's backend, so a server over any memory
 * takes its keys from wherever they are. Every method rejects with a MnemeError. `keyBackendSuite` in @mneme/conformance
 * checks all that is said here.
 */
export interface KeyBackend {
  /** Adds a key. Its id is new. */
  addKey(key: StoredKey): Promise<void>;

  /** As fresh as the last acknowledged write of any process: a revoked key opens nothing more. */
  getKey(id: string): Promise<StoredKey | undefined>;

  /** In the order in which they were added; of one scope, or of all. */
  listKeys(scope: string | undefined): Promise<StoredKey[]>;

  /** False: there is no such key. A second time changes nothing. */
  revokeKey(id: string, at: string): Promise<boolean>;
}
