import type { ExpireReport } from '@mneme/documents';
import type { BackendStats, Embedder, EmbedderIdentity, Remains } from '@mneme/engine/contract';
import type { PruneRecordsOptions, PruneRecordsReport } from '../records/index.ts';

/** What a prune removes. */
export interface PruneOptions extends PruneRecordsOptions {
  /** Documents and empty stores that nobody has read or written for so many days go too. Default: they stay. */
  documentsUnreadForDays?: number;
}

/** What a prune removed, or would remove, and whether the bytes of what was removed are gone. */
export interface PruneReport extends PruneRecordsReport, Remains {
  /** Present where `documentsUnreadForDays` was given. */
  documents?: ExpireReport;
}

/** The model to change over to, and in which steps. */
export interface ReembedOptions {
  /** The model to change over to. Not closed by the memory. */
  embedder: Embedder;
  /** Texts that are embedded and written in one step, 1..10,000. Default: 256. */
  batchSize?: number;
  /** Ends the call between two steps; what was built stays for the next one. */
  signal?: AbortSignal;
  /** After each step: what is counted here is safe in the store. */
  onProgress?: (progress: { done: number; total: number }) => void;
}

/** What a change of the model has done. */
export interface ReembedReport {
  /** What the memory is open with now. */
  embedder: EmbedderIdentity;
  /** What the memory was open with; absent where it was opened without an embedder. */
  before?: EmbedderIdentity;
  /** Texts that this call has embedded. */
  embedded: number;
  /** Texts that had their new vector already: from a call that was cut off, or from writes to both spaces. */
  known: number;
}

/** Counts of a scope, or of all. */
export type MemoryStats = BackendStats;
