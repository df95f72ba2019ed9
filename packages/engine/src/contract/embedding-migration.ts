import type { EmbedderIdentity } from './embedder.ts';
import type { MemoryRecord } from './record.ts';

/**
 * Changes the embedding model of a store that is in use. A second space of vectors is built beside the one that
 * answers, batch by batch, and takes its place in one step. What is built lies in the store: whoever calls
 * {@link begin} with the same identity again, after a crash or from another process, goes on where it stopped.
 *
 * Every method rejects with a MnemeError; with `conflict` where the space being built is not that of `next`.
 */
export interface EmbeddingMigration {
  /**
   * How long, in ms, a write that began before {@link finish} may still arrive after it. What it brought is pending
   * then. 0 where writes and the change exclude each other.
   */
  readonly stragglersMs: number;

  /**
   * Begins the space of `next`, or goes on with it. Rejects with `conflict`, naming both, while another one is being
   * built. Where the store answers with `next` already, nothing is left to build: `switched` is true.
   */
  begin(next: EmbedderIdentity): Promise<SpaceProgress>;

  /**
   * Texts of all scopes that have no vector in the space of `next`, a page at a time, in an order that stays. Texts
   * may come to be pending before the cursor: only {@link finish} tells that none is left. Of a store that answers
   * with `next` already: what stragglers have left, and what was written without a vector. Asked at each opening, so it
   * must be cheap where there is none.
   */
  pending(request: {
    next: EmbedderIdentity;
    limit: number;
    /** `nextCursor` of the page before. */
    cursor?: string;
  }): Promise<{ texts: PendingText[]; nextCursor?: string }>;

  /**
   * Puts these vectors into the space of `next`, all in one step, and answers how many were taken: a text that has
   * changed or gone since it was pending is left out. A store that answers with `next` already takes them too.
   */
  fill(request: {
    next: EmbedderIdentity;
    vectors: readonly { text: PendingText; vector: Float32Array }[];
  }): Promise<number>;

  /**
   * Takes the space of `next` in the place of the old one, in one step. Before it, searches are answered from the old
   * space; from then on, what brings a vector of the old model is rejected with `embedder_mismatch`. Resolves to
   * false, and changes nothing, while a text is pending.
   */
  finish(next: EmbedderIdentity): Promise<boolean>;

  /** Removes the vectors that {@link finish} or {@link abandon} have left behind. */
  clear(): Promise<void>;

  /** Gives up the space of `next` that is being built. No error where there is none. */
  abandon(next: EmbedderIdentity): Promise<void>;
}

/** How far new vectors are built: texts done and texts pending. */
export interface SpaceProgress {
  /** The store answers with this identity already. */
  switched: boolean;
  /** Texts that have a vector in the space being built. */
  done: number;
  pending: number;
}

/** A text to embed, and where it stands. Handed back to `fill` as it was given. */
export type PendingText =
  | { key: string; kind: 'record'; record: MemoryRecord }
  | { key: string; kind: 'chunk'; text: string };
