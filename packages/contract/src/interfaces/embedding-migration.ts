import type { EmbedderIdentity } from './embedder.ts';
import type { MemoryRecord } from './record.ts';

/**
 * Changes the embedding model of a store that is in use. A second space of vectors is built beside the current one,
 * batch by batch, and replaces it in one step. The new space is stored: a later {@link begin} with the same identity,
 * after a crash or from another process, continues it. Every method rejects with a MnemeError; with `conflict` if the
 * space being built is not that of `next`.
 */
export interface EmbeddingMigration {
  /**
   * How many milliseconds after {@link finish} a write that began before it may still arrive. Its records are then
   * pending. 0 if writes and the change exclude each other.
   */
  readonly lateWritesMs: number;

  /**
   * Begins or continues the space of `next`. Rejects with `conflict`, naming both, while another one is being built. If
   * the store uses `next` already, nothing is left to build: `switched` is true.
   */
  begin(next: EmbedderIdentity): Promise<SpaceProgress>;

  /**
   * Texts of all scopes without a vector in the space of `next`, page by page, in a stable order. Texts may become
   * pending before the cursor: only {@link finish} tells that none is left. For a store that uses `next` already: late
   * writes, and texts that were written without a vector. It is called at each opening, so it must be cheap if nothing
   * is pending.
   */
  pending(request: {
    next: EmbedderIdentity;
    limit: number;
    /** `nextCursor` of the previous page. */
    cursor?: string;
  }): Promise<{ texts: PendingText[]; nextCursor?: string }>;

  /**
   * Writes these vectors into the space of `next`, in one step, and returns how many were used: texts that were changed
   * or removed meanwhile are skipped. Also works if the store uses `next` already.
   */
  fill(request: {
    next: EmbedderIdentity;
    vectors: readonly { text: PendingText; vector: Float32Array }[];
  }): Promise<number>;

  /**
   * Replaces the old space with that of `next`, in one step. Until then searches use the old space; from then on a
   * vector of the old model is rejected with `embedder_mismatch`, by open backends too: read the store's model at each
   * write and each search. Resolves to false, and changes nothing, while a text
   * is pending.
   */
  finish(next: EmbedderIdentity): Promise<boolean>;

  /** Removes the vectors that {@link finish} or {@link abandon} left behind. */
  clear(): Promise<void>;

  /** Abandons the space of `next` that is being built. No error if there is none. */
  abandon(next: EmbedderIdentity): Promise<void>;
}

/** How far new vectors are built: texts done and texts pending. */
export interface SpaceProgress {
  /** The store uses this identity already. */
  switched: boolean;
  /** Texts with a vector in the space being built. */
  done: number;
  pending: number;
}

/** A text to embed, and its place. Passed back to `fill` unchanged. */
export type PendingText =
  | { key: string; kind: 'record'; record: MemoryRecord }
  | { key: string; kind: 'chunk'; text: string };
