import type { ListResponse } from '@mneme/core/contract';
import type { Snapshot } from '@mneme/core/index';

/** The index of a scope in memory, and how far it is that of the file. */
export interface KeptIndex {
  snapshot: Snapshot;
  revision: number;
  words: number;
  /** By table: of each block, and of all of them. */
  sums: Map<string, { all: number; ofBlock: number[] }>;
  /** Words of ranges that were read, by range and bucket. */
  buckets: Map<string, Uint8Array>;
  /** Of the last vector that was asked about. */
  near?: { vector: Float32Array; cosines: Float32Array };
  /** Pages that were asked for as they are, by what was asked. `until`: then one of the records expires. */
  lists: Map<string, { page: ListResponse; from: number; until: number }>;
  readonly bytes: number;
  release(): void;
}
