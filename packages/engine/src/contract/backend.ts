import type { AuditEntry } from './audit.ts';
import type { DocumentBackend } from './document-backend.ts';
import type { EmbedderIdentity } from './embedder.ts';
import type { EmbeddingMigration } from './embedding-migration.ts';
import type { ErasureProof } from './erasure.ts';
import type { KeyBackend } from './key-backend.ts';
import type { Remains } from './remains.ts';

/**
 * One place of any technology, whatever it keeps: records (then it is a {@link MemoryBackend}), documents, keys of a server. It is
 * opened, erased and closed as one. Every method rejects with a MnemeError.
 */
export interface Backend {
  /** Names the technology in messages and statistics, in one lower-case word. */
  readonly name: string;

  /** Absent: it keeps no documents. */
  readonly documents?: DocumentBackend;

  /** Absent: it keeps no keys of a server. */
  readonly keys?: KeyBackend;

  /** Changes the embedding model of all that is kept here. Absent: it cannot be changed, and `reembed` rejects with `unsupported`. */
  readonly migration?: EmbeddingMigration;

  /**
   * Begins what opening takes time for (a thread, a connection), so that it goes on while the caller does something else.
   * The store is not touched, and nothing is told: what fails is met again by {@link open}. Absent: there is nothing to begin.
   */
  prepare?(): void;

  /**
   * Opens the store, and creates it where there is none. Given an embedder identity, an empty store remembers it and
   * one filled with another identity rejects with `embedder_mismatch` (naming both) before anything is written.
   * Without an identity only calls that need no vector may follow. Called once, before any other method but {@link prepare}.
   */
  open(options: { embedder?: EmbedderIdentity }): Promise<void>;

  /**
   * Removes a scope wholly: records, vectors, index entries, audit lines, documents. When it resolves, nobody can read any
   * of it, and no byte of the content is left in the store's files, unless {@link remains} says so. Leaves one audit line
   * under the scope given in `receipt`. `keyDestroyed`: the scope's key was destroyed by another store that goes with this
   * one; only a store that seals its contents looks at it.
   */
  erase(
    scope: string,
    receipt: AuditEntry,
    options?: { keyDestroyed?: boolean },
  ): Promise<ErasedScope>;

  /**
   * Whether bytes of anything that was removed (by erase, by removals of a commit, among the documents) may still lie in
   * the store's files. The store tries to remove them first: with `wait` for some seconds where others are in the way,
   * else without waiting. What is pending it removes by itself as soon as it can, also after a crash. Absent: the store
   * cannot know, so they are `pending` (see `remainsOf`).
   */
  remains?(options: { wait: boolean }): Promise<Remains>;

  /** Finishes what was begun and releases files and connections. Further calls reject with `closed`. Idempotent. */
  close(): Promise<void>;
}

/** A place that keeps documents, and records or not. */
export type BackendWithDocuments = Backend & { readonly documents: DocumentBackend };

/** Whether a place keeps documents. */
export function keepsDocuments<Kept extends Backend>(
  backend: Kept,
): backend is Kept & BackendWithDocuments {
  return backend.documents !== undefined;
}

/** What an erasure removed. */
export interface ErasedScope {
  records: number;
  /** What a store can show of it: counts, where it looked afterwards, and the line of a chained audit. */
  proof?: ErasureProof;
  /** All of it was sealed with a key that no longer exists, so no copy of the store can be read either. */
  keyDestroyed?: true;
}
