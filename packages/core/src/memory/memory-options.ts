import type {
  BackendWithDocuments,
  ConflictJudge,
  DecaySettings,
  DocumentLimits,
  Embedder,
  EmbedderCalibration,
  Extractor,
  Logger,
  MemoryBackend,
  Reranker,
  RerankSettings,
} from '@mneme/engine/contract';
import type { SecretPolicy } from '@mneme/engine/gate';
import type { TelemetryOptions } from '@mneme/engine/telemetry';

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
  /** Makes ids of new records; must return UUIDs. Default: time-ordered (version 7). */
  makeId?: () => string;
  /** Default: no messages. */
  logger?: Logger;
  /** Default: 30 days for every category. */
  decay?: Partial<DecaySettings>;
  /**
   * What happens to a write with a password, key, token, card or account number in any of its texts: one action for
   * all, or `{ default, kinds: { card_number: 'mask', email: 'mask' } }`. Default: `reject`.
   */
  secrets?: SecretPolicy;
  /** In bytes of UTF-8. Default: 32,768. */
  maxContentBytes?: number;
  /** Of a query, in bytes of UTF-8. Default: 8,192. */
  maxQueryBytes?: number;
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
