import type { EmbedderIdentity } from '../contract/index.ts';
import type { StoreItem } from '../input/index.ts';

/** A text to store with all that was worked out of it. */
export interface PreparedItem extends StoreItem {
  contentKey: string;
  vector: Float32Array;
  /** For the space that is being built. */
  nextVector?: Float32Array;
  terms: string[];
}

export interface PlanRequest {
  scope: string;
  now: string;
  actor: string;
  reason: string;
  signal?: AbortSignal;
}

/** Whose the vectors of a batch are. */
export interface BatchEmbedders {
  embedder: EmbedderIdentity;
  next?: EmbedderIdentity;
}
