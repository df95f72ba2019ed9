import type { ExpireReport } from '@mneme/documents';
import type { BackendStats, Embedder, EmbedderIdentity, Remains } from '@mneme/engine/contract';
import type { PruneRecordsOptions, PruneRecordsReport } from '../records/index.ts';

/** What a prune removes. */
export interface PruneOptions extends PruneRecordsOptions {
  /** Also remove documents and empty stores that nobody has read or written for this many days. Default: they stay. */
  documentsUnreadForDays?: number;
}

/** What a prune removed, or would remove, and whether removed bytes are gone. */
export interface PruneReport extends PruneRecordsReport, Remains {
  /** Present if `documentsUnreadForDays` was given. */
  documents?: ExpireReport;
}

/** The new model, and the size of steps. */
export interface ReembedOptions {
  /** The new model. The memory does not close it. */
  embedder: Embedder;
  /** Texts embedded and written in one step, 1..10,000. Default: 256. */
  batchSize?: number;
  /** Ends the call between two steps; the next call continues. */
  signal?: AbortSignal;
  /** Called after each step, with counts of what is stored. */
  onProgress?: (progress: { done: number; total: number }) => void;
}

/** The result of a change of the model. */
export interface ReembedReport {
  /** The memory's embedder now. */
  embedder: EmbedderIdentity;
  /** The memory's embedder before; absent if it had none. */
  before?: EmbedderIdentity;
  /** Texts that this call has embedded. */
  embedded: number;
  /** Texts that had their new vector already: from an interrupted call, or from writes with both vectors. */
  known: number;
}

/** Counts of a scope, or of all. */
export type MemoryStats = BackendStats;
