import type { DocumentBackend } from './document-backend.ts';
import type { EmbedderIdentity } from './embedder.ts';
import type { EmbeddingMigration } from './embedding-migration.ts';
import type { KeyBackend } from './key-backend.ts';
import type { MemoryCategory, MemoryRecord } from './record.ts';

/**
 * The contract between the engine and a store. The engine validates, analyses, embeds, ranks and decides; a backend
 * keeps rows and finds them. Arguments are exact: every default has been applied, every time is ISO 8601 in UTC
 * with milliseconds, every vector has length 1 (or is all zeros: then it is stored, but the vector arm never finds it).
 *
 * Every method rejects with a MnemeError. `scope` is part of every read and write, and nothing of another scope is
 * ever returned, counted or changed. The suite in @mneme/conformance checks all that is said here.
 */
export interface MemoryBackend {
  /** Names the technology in messages and statistics: `sqlite`, `qdrant`. */
  readonly name: string;
  readonly abilities: BackendAbilities;

  /** Keeps documents beside the records, and is opened and closed with them. Absent: it keeps none. */
  readonly documents?: DocumentBackend;

  /** Keeps the keys of a server beside the records. Absent: it keeps none. */
  readonly keys?: KeyBackend;

  /** Changes the embedding model, of {@link documents} too. */
  readonly migration: EmbeddingMigration;

  /**
   * Opens the store, and creates it where there is none. Given an embedder identity, an empty store remembers it and
   * one filled with another identity rejects with `embedder_mismatch` (naming both) before anything is written.
   * Without an identity only calls that need no vector may follow. Called once, before any other method.
   */
  open(options: { embedder?: EmbedderIdentity }): Promise<void>;

  /** Candidates of both arms for a query. Filters apply inside the index, before either limit. */
  search(request: SearchRequest): Promise<SearchResponse>;

  /**
   * The records around the given turns: same session, `sequence` from `turn.sequence - before` to
   * `turn.sequence + after`, passing the filter, without duplicates, in no promised order. They are of no arm, so they
   * carry neither `similarity` nor `termFrequencies`.
   */
  neighbours(request: NeighboursRequest): Promise<Candidate[]>;

  /** What a store might collide with. See {@link LookUpResponse}. */
  lookUp(request: LookUpRequest): Promise<LookUpResponse>;

  /**
   * Writes puts, removals and audit lines of one scope in one step: all of them or none. A put replaces the whole
   * record of that id (keeping its lastAccessedAt and accessCount) or adds it; a removal of an id that is not there
   * is no error and is not counted. With `expectedRevision`, nothing is written and `committed` is false when the
   * scope has changed since {@link lookUp} (or {@link scan}) gave that number.
   */
  commit(request: CommitRequest): Promise<CommitResult>;

  /** The records of these ids that are in the scope, expired and superseded ones too, in the order of `ids`. */
  get(scope: string, ids: readonly string[]): Promise<MemoryRecord[]>;

  /** One page of a scope. A page never repeats or skips a record that was there from the first page to the last. */
  list(request: ListRequest): Promise<ListResponse>;

  /** All records connected to `id` through `supersededBy`, in either direction, itself included, oldest first. */
  history(scope: string, id: string): Promise<MemoryRecord[]>;

  /** What pruning needs to know of every record of a scope, expired and superseded ones too, page by page by id. */
  scan(request: ScanRequest): Promise<ScanResponse>;

  /** The vectors stored for these ids; an id without one is left out. For copying a store without embedding again. */
  vectors(scope: string, ids: readonly string[]): Promise<Map<string, Float32Array>>;

  /** Counts one access of each id at that time. Statistics only: may be lost in a crash, and changes no revision. */
  touch(scope: string, ids: readonly string[], at: string): Promise<void>;

  /** Every scope that holds a record, in order of name. */
  scopes(): Promise<string[]>;

  stats(scope: string | undefined, now: string): Promise<BackendStats>;

  /** Audit lines, newest first; of one scope, or of all. */
  audit(request: { scope?: string; limit: number }): Promise<AuditEntry[]>;

  /**
   * Removes a scope wholly: records, vectors, index entries, audit lines, documents. When it resolves, no byte of the
   * content is left in the store's files. Leaves one audit line under the scope given in `receipt`.
   */
  erase(scope: string, receipt: AuditEntry): Promise<{ records: number }>;

  /** Finishes what was begun and releases files and connections. Further calls reject with `closed`. Idempotent. */
  close(): Promise<void>;
}

export interface BackendAbilities {
  /**
   * True: `expectedRevision` is honoured, so two writers of the same fact are told apart and ids may be random.
   * False: ids must be made from the fact itself, so that two equal stores at once converge on one record.
   */
  readonly revisions: boolean;
  /** How many commits gain from being under way at once, 1 or more. Absent: 1, they wait for one another. */
  readonly parallelCommits?: number;
}

/** Which records of a scope count. All conditions must hold; an absent one always holds. */
export interface RecordFilter {
  /** The instant of the question. Records with `expiresAt <= now` never pass, unless `includeExpired`. */
  now: string;
  includeExpired?: boolean;
  /** Records that were replaced pass too. */
  includeSuperseded?: boolean;
  /** What held at that time: `occurredAt <= asOf` and (`validTo` absent or `> asOf`). Takes the place of the superseded condition. */
  asOf?: string;
  /** Any of these; an empty list passes all. */
  categories?: readonly MemoryCategory[];
  /** All of these. */
  tags?: readonly string[];
  /** On the stored importance. */
  minImportance?: number;
  /** Inclusive. */
  occurredFrom?: string;
  /** Exclusive. */
  occurredBefore?: string;
}

/** Part of a request that may bring vectors. */
export interface WithEmbedder {
  /**
   * Whose vectors they are. Rejects with `embedder_mismatch`, before anything is written, where the store answers
   * with another embedder (by now). Absent: the one given to `open`.
   */
  embedder?: EmbedderIdentity;
}

export interface SearchRequest extends WithEmbedder {
  scope: string;
  filter: RecordFilter;
  /** The nearest records by cosine. Absent: the query has no vector. */
  dense?: { vector: Float32Array; limit: number };
  /** The best records by BM25 over the scope's own statistics (see `rules/bm25.ts`). Terms are analysed, unique. */
  lexical?: { terms: readonly string[]; limit: number };
}

export interface SearchResponse {
  /** The union of both arms, each record once, in no promised order. */
  candidates: Candidate[];
  /** Of the whole scope (superseded and expired records too, so that filters do not change scores). */
  statistics: LexicalStatistics;
}

export interface Candidate {
  record: MemoryRecord;
  /** Cosine, -1..1. Absent: not among the nearest. */
  similarity?: number;
  /** How often each query term stands in the record, in the order of `terms`. Absent: not among the best by words. */
  termFrequencies?: number[];
  /**
   * Where the record is not among the best by words: how often each query term stands in it all the same, in the same
   * order. Absent where `termFrequencies` is there, and where the request has no terms.
   */
  unrankedFrequencies?: number[];
  /** How many terms were indexed for the record. */
  length: number;
}

export interface LexicalStatistics {
  /** Records in the scope. */
  count: number;
  /** Mean `length`; 0 in an empty scope. */
  averageLength: number;
  /** Records of the scope that hold the term, in the order of `terms`. A backend may estimate. */
  documentFrequencies: number[];
}

export interface NeighboursRequest {
  scope: string;
  filter: RecordFilter;
  turns: readonly { session: string; sequence: number }[];
  before: number;
  after: number;
  /** The analysed terms of the query, unique: what `unrankedFrequencies` counts. Absent or empty: nothing is counted. */
  terms?: readonly string[];
}

export interface LookUpRequest extends WithEmbedder {
  scope: string;
  now: string;
  probes: readonly LookUpProbe[];
}

export interface LookUpProbe {
  category: MemoryCategory;
  /** See `rules/content-key.ts`. Absent: do not look for equal or near texts. */
  contentKey?: string;
  /** Absent (or all zeros): do not look for near texts. */
  vector?: Float32Array;
  /** How many near records. */
  limit: number;
  externalId?: string;
}

/** Only current records (not superseded, not expired) are looked at. */
export interface LookUpResponse {
  /** Changes with every commit to the scope. 0 for a scope without records. */
  revision: number;
  /** One a probe, in order. */
  matches: LookUpMatch[];
}

export interface LookUpMatch {
  /** The record of the same category and content key. */
  equal?: MemoryRecord;
  /** The record of the same `source.externalId`, of any category. */
  sameExternalId?: MemoryRecord;
  /** Nearest of the same category by cosine, best first. */
  nearest: { record: MemoryRecord; similarity: number }[];
}

/** A record together with what the index needs. */
export interface StoredRecord {
  record: MemoryRecord;
  contentKey: string;
  /** Absent in a put of a record that exists: its vector stays. */
  vector?: Float32Array;
  /**
   * Goes with `vector`, into the space that is being built (see {@link EmbeddingMigration}). A `vector` without it leaves
   * the record pending there.
   */
  nextVector?: Float32Array;
  /** The analysed words of the record, with repetitions. Absent in a put of a record that exists: they stay. */
  terms?: readonly string[];
}

export interface CommitRequest extends WithEmbedder {
  scope: string;
  expectedRevision?: number;
  /** Whose vectors `nextVector` are. They are left out where no space of this identity is being built. */
  nextEmbedder?: EmbedderIdentity;
  puts: readonly StoredRecord[];
  removals: readonly string[];
  audit: readonly AuditEntry[];
}

export interface CommitResult {
  committed: boolean;
  revision: number;
  /** Ids of `removals` that were there. */
  removed: string[];
}

export type ListOrder = 'newest' | 'importance';

export interface ListRequest {
  scope: string;
  filter: RecordFilter;
  /** `newest`: by createdAt, then id, descending. `importance`: by stored importance, then as newest. */
  order: ListOrder;
  limit: number;
  /** A cursor of an earlier page with the same filter and order. A cursor that cannot be read rejects with `invalid_input`, field `cursor`. */
  cursor?: string;
}

export interface ListResponse {
  records: MemoryRecord[];
  /** Absent on the last page. */
  nextCursor?: string;
}

export interface ScanRequest {
  scope: string;
  /** Start behind this id. */
  after?: string;
  limit: number;
}

export interface ScanResponse {
  revision: number;
  rows: ScanRow[];
}

export type ScanRow = Pick<
  MemoryRecord,
  'id' | 'category' | 'importance' | 'confirmedAt' | 'expiresAt' | 'supersededBy' | 'lastAccessedAt'
>;

export type AuditAction =
  | 'create'
  | 'update'
  | 'confirm'
  | 'supersede'
  | 'merge'
  | 'delete'
  | 'prune'
  | 'erase'
  | 'redact';

/** Who, what, when, why. Never holds content. */
export interface AuditEntry {
  at: string;
  action: AuditAction;
  scope: string;
  /** The record; absent where the line is about a whole scope. */
  id?: string;
  actor: string;
  reason: string;
}

export interface BackendStats {
  /** Current records: neither expired nor superseded. */
  current: number;
  superseded: number;
  /** Expired and not yet removed. */
  expired: number;
  byCategory: Record<MemoryCategory, number>;
  /** Bytes of the whole store, where it can tell. */
  bytes?: number;
  embedder?: EmbedderIdentity;
  /** The embedder that the store is being changed over to. */
  nextEmbedder?: EmbedderIdentity;
}
