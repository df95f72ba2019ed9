import type {
  BackendStats,
  BackendWithDocuments,
  ConflictJudge,
  DecaySettings,
  DocumentLimits,
  Embedder,
  EmbedderCalibration,
  EmbedderIdentity,
  Extractor,
  Logger,
  MemoryBackend,
  Remains,
  Reranker,
  RerankSettings,
} from '@mneme/contract';
import type { SecretPolicy } from '@mneme/contract/gate';
import type { TelemetryOptions } from '@mneme/contract/telemetry';
import type { ExpireReport } from '@mneme/documents';
import type { PruneRecordsOptions, PruneRecordsReport } from '../records/index.ts';

/** Everything that a memory depends on. Absent options have the default named here. */
export interface MemoryOptions {
  /** Where records are stored. The memory opens and closes it. */
  backend: MemoryBackend;
  /** Another backend for the documents. Default: the same as for records, if it supports documents. */
  documents?: BackendWithDocuments;
  /** Default: 102,400 bytes a document, 20,000 documents and 1 GiB a scope. */
  documentLimits?: Partial<DocumentLimits>;
  /** Without one, only calls that need no vector work: get, list, delete, history, prune, stats, audit. */
  embedder?: Embedder;
  /** Default: the system's clock. */
  clock?: () => Date;
  /** Default: no messages. */
  logger?: Logger;
  /** Default: 30 days for every category. */
  decay?: Partial<DecaySettings>;
  /**
   * What happens to a write with a password, key, token, card or account number in any of its texts: one action for
   * all, or `{ default, kinds: { card_number: 'mask', email: 'mask' } }`. Default: `reject`; for turns of
   * conversations `mask`, so that the rest of what was said is kept.
   */
  secrets?: SecretPolicy;
  /** In bytes of UTF-8. Default: 32,768. */
  maxContentBytes?: number;
  /** Maximum number of texts in one `storeMany`. Default: 10,000. */
  maxStoreItems?: number;
  /** Replaces the embedder's own calibration. */
  calibration?: Partial<EmbedderCalibration>;
  /** Reranks the best memories of every retrieve. Default: none. */
  reranker?: Reranker;
  /** How the reranker is used. Default: 30 candidates, weight 0.5, 10 seconds. */
  reranking?: Partial<RerankSettings>;
  /** Decides pairs that the rules leave open. Default: none; only the rules decide. */
  judge?: ConflictJudge;
  /**
   * Makes facts from turns as they are appended. Default: `ruleExtractor()`, which asks no model. `none`: turns are
   * only stored, and `consolidate` makes facts later.
   */
  extractor?: Extractor | 'none';
  /**
   * Names under which assistants speak, such as `Iris`: nothing is learned from their turns. `assistant`, `bot` and the
   * like are always known.
   */
  assistants?: readonly string[];
  /**
   * Spans and metrics by the conventions of OpenTelemetry: `{ api }`, the module `@opentelemetry/api`. Default: none.
   */
  telemetry?: TelemetryOptions;
}

/** What a prune removes. */
export interface PruneOptions extends PruneRecordsOptions {
  /** Also remove documents and empty stores that nobody has read or written for this many days. Default: they stay. */
  documentsUnreadForDays?: number;
  /** Also remove audit lines that are older than this many days; for the whole memory only. Default: they stay. */
  keepAuditForDays?: number;
}

/** What a prune removed, or would remove, and whether removed bytes are gone. */
export interface PruneReport extends PruneRecordsReport, Remains {
  /** Present if `documentsUnreadForDays` was given. */
  documents?: ExpireReport;
  /** Removed audit lines. Present if `keepAuditForDays` was given and this is no dry run. */
  auditLines?: number;
}

/** When a compaction is worth its time. */
export interface CompactOptions {
  /** Only if at least this part of the files is free, 0 to 1. Default: 0, always. */
  freeShare?: number;
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
