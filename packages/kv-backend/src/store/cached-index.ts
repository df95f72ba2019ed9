import type { ListResponse } from '@mneme/core/contract';
import type { Snapshot } from '@mneme/core/index';

/** The index of a scope in memory, and the revision up to which it was read. */
export interface CachedIndex {
  snapshot: Snapshot;
  revision: number;
  words: number;
  /** Checksums by table: of each block, and of all blocks. */
  sums: Map<string, { all: number; ofBlock: number[] }>;
  /** Words of ranges that were read, by range and bucket. */
  buckets: Map<string, Uint8Array>;
  /** Result for the last vector. */
  near?: { vector: Float32Array; cosines: Float32Array };
  /** Cached pages of lists, by request. `until`: the time when one of their records expires. */
  lists: Map<string, { page: ListResponse; from: number; until: number }>;
  readonly bytes: number;
  release(): void;
}
