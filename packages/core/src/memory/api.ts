import type {
  BackendStats,
  DocumentBackend,
  DocumentLimits,
  Embedder,
  EmbedderCalibration,
  EmbedderIdentity,
  Importance,
  ListOrder,
  MemoryBackend,
  MemoryCategory,
  MemoryRecord,
  MemorySource,
  Reranker,
  RerankSettings,
} from '../contract/index.ts';
import type { ExpireReport } from '../documents/document-api.ts';
import type { DecaySettings } from '../forgetting/index.ts';

/** Everything that a memory depends on. What is absent has the default that is named here. */
export interface MemoryOptions {
  backend: MemoryBackend;
  /** Where memory stores are kept. Default: with the records, where the backend can. */
  documents?: DocumentBackend;
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
  /** What happens to content that holds a password, key, token or card number. Default: `reject`. */
  secrets?: SecretPolicy;
  /** In bytes of UTF-8. Default: 32,768. */
  maxContentBytes?: number;
  /** Takes the place of the embedder's own calibration. */
  calibration?: Partial<EmbedderCalibration>;
  /** Reads the best memories of every retrieve again. Default: none; the ranking has the last word. */
  reranker?: Reranker;
  /** How the reranker is used. Default: 30 candidates, weight 0.5, 10 seconds. */
  reranking?: Partial<RerankSettings>;
  /** Decides pairs that the rules leave open. Default: none; the rules decide alone. */
  judge?: ConflictJudge;
}

export type SecretPolicy = 'reject' | 'mask' | 'allow';

export interface Logger {
  debug(message: string, details?: object): void;
  warn(message: string, details?: object): void;
}

/** `supersede` by default. See `store`. */
export type ConflictPolicy = 'supersede' | 'merge' | 'keepBoth' | 'reject';

export type Relation = 'same' | 'update' | 'distinct';

/** Is asked about near texts only. A judge that throws is logged, and the rules decide. */
export type ConflictJudge = (
  pair: { stored: MemoryRecord; incoming: string; similarity: number },
  options: { signal?: AbortSignal },
) => Promise<Relation>;

export interface StoreInput {
  /** Stands on its own; non-empty after trimming. */
  content: string;
  /** Default: `factual_knowledge`. */
  category?: MemoryCategory;
  /** Default: 3. */
  importance?: Importance;
  tags?: readonly string[];
  /** ISO 8601 or a Date, in the future. */
  expiresAt?: string | Date;
  /** ISO 8601 or a Date. Default: now. */
  occurredAt?: string | Date;
  source?: MemorySource;
  onConflict?: ConflictPolicy;
}

export interface WriteOptions {
  /** Who, for the audit. Default: `application`. */
  actor?: string;
  /** Why, for the audit. */
  reason?: string;
  signal?: AbortSignal;
}

export interface StoreOptions extends WriteOptions {
  onConflict?: ConflictPolicy;
}

export interface StoreManyOptions extends StoreOptions {
  /**
   * `throw` (default): one bad item, and nothing is written. `collect`: bad items come back as
   * `{ outcome: 'rejected', error }` and the others are stored.
   */
  onError?: 'throw' | 'collect';
  onProgress?: (progress: { done: number; total: number }) => void;
}

export type StoreOutcome = 'created' | 'confirmed' | 'superseded' | 'merged' | 'rejected';

/**
 * What became of one text.
 * `created`: a new record. `confirmed`: it was known; the record `id` counts as confirmed now, its tags are united
 * and the higher importance wins. `superseded`: a new record, which replaced those in `superseded`. `merged`: it
 * was worked into the record `id`. `rejected`: nothing was written; `id` is the record in the way (policy `reject`),
 * or `error` says what is wrong with the item (`storeMany` with `onError: 'collect'`).
 */
export interface StoreResult {
  id: string;
  outcome: StoreOutcome;
  /** Ids of the records that the new one replaced. */
  superseded?: string[];
  /** Cosine to the record that decided the outcome. */
  similarity?: number;
  /** In words, why. */
  reason?: string;
  /** Kinds of secrets that were masked. */
  masked?: string[];
  error?: import('../contract/mneme-error.ts').MnemeError;
}

export interface TimeRange {
  /** Inclusive. ISO 8601 or a Date. */
  from?: string | Date;
  /** Exclusive. ISO 8601 or a Date. */
  before?: string | Date;
}

export interface FilterOptions {
  /** Any of these; empty: all. */
  categories?: readonly MemoryCategory[];
  /** All of these. */
  tags?: readonly string[];
  /** On the stored importance, 1..5. */
  minImportance?: number;
  occurredAt?: TimeRange;
  /** As things stood at that time: what had happened by then and was not yet replaced. ISO 8601 or a Date. */
  asOf?: string | Date;
  /** Replaced records too. */
  includeSuperseded?: boolean;
}

export interface RetrieveOptions extends FilterOptions {
  /** 1..1000. Default: 10. */
  limit?: number;
  /** Adds an `explanation` to every memory. */
  explain?: boolean;
  /** False: without the memory's reranker. Default: true, which changes nothing where it has none. */
  rerank?: boolean;
  signal?: AbortSignal;
}

export interface RetrieveResult {
  /** Best first. */
  memories: RetrievedMemory[];
}

export interface RetrievedMemory {
  id: string;
  content: string;
  category: MemoryCategory;
  tags: string[];
  importance: Importance;
  /** 0..1, higher is better. Comparable within one answer. */
  score: number;
  createdAt: string;
  occurredAt: string;
  expiresAt?: string;
  supersededBy?: string;
  validTo?: string;
  source: MemorySource;
  /**
   * How near the memory is to the query on an absolute scale, 0..1; what a relevance floor compares.
   */
  relevance: number;
  explanation?: Explanation;
}

/** Where a score comes from. `parts` sum to `total`; `score` is `total` squeezed into 0..1. */
export interface Explanation {
  /** Cosine between query and memory; absent where it was not among the nearest. */
  similarity?: number;
  /** BM25 with the scope's own statistics; absent where it was not among the best by words. */
  keyword?: number;
  matchedTerms: string[];
  /** Stored importance after fading. */
  effectiveImportance: number;
  parts: { name: string; value: number; why: string }[];
  total: number;
}

export interface WhyNot {
  id: string;
  /** It does come back. */
  returned: boolean;
  /** Its place in the full ranking, from 1; absent where it is no candidate at all. */
  rank?: number;
  /** In words, most decisive first: another scope or unknown id, expired, superseded by …, category, below the limit, … */
  reasons: { code: WhyNotCode; message: string }[];
  explanation?: Explanation;
}

export type WhyNotCode =
  | 'unknown'
  | 'expired'
  | 'superseded'
  | 'not_yet'
  | 'category'
  | 'tags'
  | 'importance'
  | 'occurred_at'
  | 'below_limit'
  | 'no_match';

export interface ListOptions extends FilterOptions {
  /** Default: `newest`. */
  order?: ListOrder;
  /** 1..1000. Default: 50. */
  limit?: number;
  cursor?: string;
}

export interface ListResult {
  memories: MemoryRecord[];
  nextCursor?: string;
}

export interface DeleteReceipt {
  id: string;
  deletedAt: string;
  reason: string;
}

export interface EraseReceipt {
  scope: string;
  records: number;
  erasedAt: string;
}

export interface PruneOptions extends WriteOptions {
  /** The cap of each scope. Default: 10,000. */
  maxRecords?: number;
  /** Report, and change nothing. */
  dryRun?: boolean;
  /** Documents and empty stores that nobody has read or written for so many days go too. Default: they stay. */
  documentsUnreadForDays?: number;
  /** Called after each batch. */
  onProgress?: (progress: { scope: string; done: number; total: number }) => void;
}

export interface PruneReport {
  dryRun: boolean;
  /** Records removed (or to be removed) in all, expired ones included. */
  pruned: number;
  /** How many of them had expired. */
  expired: number;
  scopes: {
    scope: string;
    before: number;
    expired: number;
    overCap: number;
    after: number;
    ids: string[];
  }[];
  /** Present where `documentsUnreadForDays` was given. */
  documents?: ExpireReport;
}

export interface ReembedOptions {
  /** The model to change over to. Not closed by the memory. */
  embedder: Embedder;
  /** Texts that are embedded and written in one step, 1..10,000. Default: 256. */
  batchSize?: number;
  signal?: AbortSignal;
  /** After each step: what is counted here is safe in the store. */
  onProgress?: (progress: { done: number; total: number }) => void;
}

export interface ReembedReport {
  embedder: EmbedderIdentity;
  /** What the memory was open with; absent where it was opened without an embedder. */
  before?: EmbedderIdentity;
  /** Texts that this call has embedded. */
  embedded: number;
  /** Texts that had their new vector already: from a call that was cut off, or from writes to both spaces. */
  known: number;
}

export type MemoryStats = BackendStats;
