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

/** Everything that a memory depends on. What is absent has the default that is named here. */
export interface MemoryOptions {
  /** Where records are kept. Opened and closed by the memory. */
  backend: MemoryBackend;
  /** Another backend, which keeps the documents: they lie apart from the records. Default: with the records, where the backend can. */
  documents?: BackendWithDocuments;
  /** Default: 102,400 bytes a document, 20,000 documents and 1 GiB a scope. */
  documentLimits?: Partial<DocumentLimits>;
  /** Without one, only calls that need no vector work: get, list, delete, history, prune, stats, audit. */
  embedder?: Embedder;
  /** Default: the system's clock. */
  clock?: () => Date;
  /** Makes ids of new records; must answer UUIDs. Default: time-ordered (version 7). */
  makeId?: () => string;
  /** Default: silent. */
  logger?: Logger;
  /** Default: 30 days for every category. */
  decay?: Partial<DecaySettings>;
  /**
   * What happens to a write that holds a password, key, token, card or account number in any of its texts: one action
   * for all, or `{ default, kinds: { card_number: 'mask', email: 'mask' } }`. Default: `reject`.
   */
  secrets?: SecretPolicy;
  /** In bytes of UTF-8. Default: 32,768. */
  maxContentBytes?: number;
  /** Of a query, in bytes of UTF-8. Default: 8,192. */
  maxQueryBytes?: number;
  /** Texts that one `storeMany` takes. Default: 10,000. */
  maxStoreItems?: number;
  /** Takes the place of the embedder's own calibration. */
  calibration?: Partial<EmbedderCalibration>;
  /** Reads the best memories of every retrieve again. Default: none; the ranking has the last word. */
  reranker?: Reranker;
  /** How the reranker is used. Default: 30 candidates, weight 0.5, 10 seconds. */
  reranking?: Partial<RerankSettings>;
  /** Decides pairs that the rules leave open. Default: none; the rules decide alone. */
  judge?: ConflictJudge;
  /**
   * Makes facts of turns as they are appended. Default: `ruleExtractor()`, which asks no model. `none`: turns are kept, and
   * facts are made by `consolidate` alone.
   */
  extractor?: Extractor | 'none';
  /**
   * Names under which assistants speak, such as `Iris`: nothing is learned from what they say. `assistant`, `bot` and the like
   * are always known.
   */
  assistants?: readonly string[];
  /** Spans and metrics by the conventions of OpenTelemetry: `{ api }`, the module `@opentelemetry/api`. Default: none. */
  telemetry?: TelemetryOptions;
}
