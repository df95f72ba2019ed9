import type { AuditEntry, ErasureProof } from './audit.ts';
import type { DocumentBackend } from './document-backend.ts';
import type { EmbedderIdentity } from './embedder.ts';
import type { EmbeddingMigration } from './embedding-migration.ts';
import type { KeyBackend } from './key-backend.ts';

/**
 * A store of any technology for records (then it is a {@link MemoryBackend}), documents, server keys, or several of
 * them. It is opened, erased and closed as one. Every method rejects with a MnemeError.
 */
export interface Backend {
  /** Name of the technology in messages and statistics, one lower-case word. */
  readonly name: string;

  /** Absent: no documents. */
  readonly documents?: DocumentBackend;

  /** Absent: no server keys. */
  readonly keys?: KeyBackend;

  /** Changes the embedding model. Absent: it cannot be changed, and `reembed` rejects with `unsupported`. */
  readonly migration?: EmbeddingMigration;

  /**
   * Starts slow preparations for opening (a thread, a connection) and returns at once. It does not touch the store and
   * reports no failure, because {@link open} reports it. Absent: there is nothing to prepare.
   */
  prepare?(): void;

  /**
   * Opens the store, and creates it if it does not exist. An empty store remembers the given embedder identity. A store
   * of another embedder rejects with `embedder_mismatch` (naming both) before anything is written. Without an identity
   * only calls that need no vector may follow. Called once, before any other method except {@link prepare}.
   */
  open(options: { embedder?: EmbedderIdentity }): Promise<void>;

  /**
   * Removes a whole scope: records, vectors, index entries, audit lines, documents. When it resolves, nobody can read
   * any of it, and no byte of the content is left in the store's files, unless {@link remains} says so. Writes one
   * audit line under the scope named in `receipt`. `keyDestroyed`: another store of this erasure has destroyed the
   * scope's key; only a store that seals its contents uses it.
   */
  erase(
    scope: string,
    receipt: AuditEntry,
    options?: { keyDestroyed?: boolean },
  ): Promise<ErasedScope>;

  /**
   * Whether bytes of removed data (by erase, by removals of a commit, of documents) may still be in the store's files.
   * The store first tries to remove them: with `wait` it waits some seconds for others, otherwise it does not wait. It
   * removes pending bytes by itself as soon as it can, also after a crash. Absent: the store cannot know, so bytes are
   * always `pending` (see `remainsOf`).
   */
  remains?(options: { wait: boolean }): Promise<Remains>;

  /**
   * Gives the room of removed data back to the system, if at least this part of the files is free, from 0 (always) to
   * 1. Others may read and write meanwhile; how long they wait is the store's affair. Absent: the store does it by itself.
   */
  compact?(options: { freeShare: number }): Promise<Compaction>;

  /** How it uses this process now, for metrics. Costs nothing. Absent: it cannot tell. */
  gauges?(): BackendGauges;

  /** Finishes running calls and releases files and connections. Further calls reject with `closed`. Idempotent. */
  close(): Promise<void>;
}

/** What a store uses of the process that opened it. */
export interface BackendGauges {
  /** Its connections to a database: open ones, those of them that nobody uses, calls that wait for one, the limit. */
  connections?: { open: number; idle: number; waiting: number; max?: number };
  indexes?: IndexCounts;
}

/** Cached indexes, and how often one was found in the cache, was read, or was dropped for lack of room. */
export interface IndexCounts {
  scopes: number;
  bytes: number;
  hits: number;
  misses: number;
  evictions: number;
}

/** A backend with documents, and perhaps records. */
export type BackendWithDocuments = Backend & { readonly documents: DocumentBackend };

/** What a compaction of a store did. */
export interface Compaction {
  /**
   * `not_needed`: less than the requested part was free. `busy`: others used the store all the time, so try again.
   * `too_large`: an encrypted file of more than 256 MiB, which a change of its key writes anew. `not_owner`: the role
   * does not own the tables.
   */
  outcome: 'compacted' | 'not_needed' | 'busy' | 'too_large' | 'not_owner';
  /** The part of the files that was free before, 0 to 1. */
  freeShare: number;
  /** Size of the files. */
  bytesBefore: number;
  bytesAfter: number;
}

/** Whether a backend has documents. */
export function keepsDocuments<Kept extends Backend>(
  backend: Kept,
): backend is Kept & BackendWithDocuments {
  return backend.documents !== undefined;
}

/** What an erasure removed. */
export interface ErasedScope {
  records: number;
  /** What a store can report: counts, where it looked afterwards, and the line of a chained audit. */
  proof?: ErasureProof;
  /** Everything was sealed with a key that no longer exists, so no copy of the store can be read either. */
  keyDestroyed?: true;
}

/** Whether bytes of removed data may still be in the files of a store. */
export interface Remains {
  /** `removed`: none is left. `pending`: some may be left, for the reason given. */
  bytes: 'removed' | 'pending';
  /** What they wait for and when they will be removed. Present exactly if `bytes` is `pending`. */
  bytesReason?: string;
  /** Since when, if the store knows. ISO 8601 in UTC. */
  pendingSince?: string;
}

/** Of one or more stores: `removed` only if each says so. */
export async function remainsOf(
  stores: readonly Pick<Backend, 'name' | 'remains'>[],
  options: { wait: boolean },
): Promise<Remains> {
  const each = await Promise.all(
    stores.map(
      async (store): Promise<Remains> =>
        (await store.remains?.(options)) ?? {
          bytes: 'pending',
          bytesReason: `the ${store.name} store cannot tell when removed bytes leave it`,
        },
    ),
  );
  return each.find(({ bytes }) => bytes === 'pending') ?? { bytes: 'removed' };
}
