import type { AuditCheck, AuditEntry } from './audit.ts';
import type { Backend } from './backend.ts';
import type { LexicalStatistics } from './bm25.ts';
import type { CommitRequest, CommitResult } from './commit-request.ts';
import type { EmbedderIdentity, WithEmbedder } from './embedder.ts';
import type { AnyRecord, MemoryCategory, MemoryKind, MemoryRecord, ScanRow } from './record.ts';
import type { FoundByQueries, SearchQuery, TurnsAround } from './search-query.ts';

/**
 * The contract between the engine and a store. The engine validates, analyses, embeds, ranks and decides; a backend
 * stores rows and finds them. Arguments are exact: every default has been applied, every time is ISO 8601 in UTC with
 * milliseconds, every vector has length 1 (or is all zeros: then it is stored, but the vector arm never finds it).
 * Every method rejects with a MnemeError. `scope` is part of every read and write, and nothing of another scope is ever
 * returned, counted or changed. Returned records belong to the caller: changing one changes nothing that is stored. A
 * method that returns pages takes `cursor` and returns `nextCursor`: pass it to get the next page; absent: this was the
 * last page. Only the backend reads a cursor (see `cursorCodec`); an unreadable one rejects with `invalid_input`,
 * field `cursor`. Pages neither skip nor repeat a record that exists throughout. `storeBackend` of @mneme/store
 * implements all of it over rows.
 */
export interface MemoryBackend extends Backend {
  /** How many commits it helps to run at the same time, 1 or more. Absent: 1, they wait for one another. */
  readonly parallelCommits?: number;

  /**
   * A secret of the scope, the same on every call until the scope is erased. Ids computed from texts use it, so that
   * they reveal nothing about the texts to somebody who has only the store. For a store that encrypts its contents.
   * Absent: whoever has the ids has the texts too.
   */
  idSecret?(scope: string): Promise<string>;

  /**
   * What both arms find for each of several queries, and the turns around the best hits. Filters apply inside the
   * index, before any limit.
   */
  search(request: SearchRequest): Promise<SearchResponse>;

  /**
   * The sessions of a scope with a current turn, page by page, in a stable order: that of their names, or of hashes of
   * them.
   */
  sessions(request: SessionsRequest): Promise<SessionsResponse>;

  /**
   * Finds possible conflicts of new texts: one answer for each probe, in order. It looks only at current records (not
   * superseded, not expired), and of these only at facts, except for an external id. The answers include the last
   * acknowledged commit of any process.
   */
  lookUp(request: LookUpRequest): Promise<LookUpMatch[]>;

  /**
   * Writes puts, removals and audit lines of one scope in one step: all or none, also if the last vector has the wrong
   * length. A put replaces the whole record of that id (but lastAccessedAt and accessCount stay) or adds it. An id that
   * exists in another scope is stored beside that record, or refused. Removing a missing id is no error and is not
   * counted.
   *
   * Nothing is written if a record has another version than `expect` says at the moment of the write: if two commits
   * expect the same version of a record and put or remove it, one is written and the other gets the mismatch, in
   * whatever processes they run. Records that `expect` does not name may have changed.
   *
   * Ways to do this: a transaction that takes the write lock first, then reads the versions, then writes (SQLite);
   * `UPDATE … WHERE id = $1 AND version = $2` and `INSERT … ON CONFLICT DO NOTHING` in one transaction, rolled back if
   * one of them changes no row (PostgreSQL); without transactions a conditional update of one record, which holds the
   * decision until all are written (Qdrant). A lock in one process does not work, because the other writer may be on
   * another machine; nor does a counter of the scope, because writes to other records must not refuse a commit.
   */
  commit(request: CommitRequest): Promise<CommitResult>;

  /**
   * The records of these ids in the scope, expired and superseded ones too, in the order of `ids`. Only this call
   * returns a `SessionRecord`. `vectors`: with their vectors, if they have one.
   */
  get(
    scope: string,
    ids: readonly string[],
    options?: { vectors?: boolean },
  ): Promise<RecordWithVector[]>;

  /** The records of a scope that pass a filter, or the turns of one of its sessions, in an order, page by page. */
  list(request: ListRequest): Promise<ListResponse>;

  /**
   * All records connected to `id` through `supersededBy`, in either direction, including itself, in any order.
   */
  history(scope: string, id: string): Promise<MemoryRecord[]>;

  /**
   * The fields that pruning needs of every record of a scope, expired and superseded ones too, page by page, ordered by
   * id.
   */
  scan(request: ScanRequest): Promise<ScanResponse>;

  /**
   * Counts an access of each id at that time, as often as the id is given. Statistics only: may be lost in a crash, and changes no version.
   */
  touch(scope: string, ids: readonly string[], at: string): Promise<void>;

  /** Every scope with a record, ordered by name. */
  scopes(): Promise<string[]>;

  /**
   * The store without those of its databases that cannot be reached now, which {@link checkStore} names: for the doctor,
   * which examines the others. Absent: it is one database.
   */
  reachable?(): Promise<MemoryBackend>;

  stats(scope: string | undefined, now: string): Promise<BackendStats>;

  /**
   * Counts and size of the whole store, about right, in a time that hardly grows with it: for gauges that are read all
   * the time.
   */
  estimate(now: string): Promise<StoreEstimate>;

  /** Audit lines by `at`, newest first; at the same time the last written first. Of one scope, or of all. */
  audit(request: { scope?: string; limit: number }): Promise<AuditEntry[]>;

  /**
   * Removes audit lines from before a time, oldest first, up to the first line that is not from before it. If the audit
   * has a chain, what stays can still be checked. `at` is now. Returns how many lines were removed.
   */
  cutAudit(request: { before: string; at: string }): Promise<number>;

  /** Adds the digest of a receipt to the audit's chain, for the erasure of that line. */
  noteReceipt(receipt: { line: number; digest: string }): Promise<void>;

  /** Checks the audit's chain of hashes. */
  checkAudit(request: { line?: number }): Promise<AuditCheck>;

  /**
   * Compares data that is stored more than once: records with their checksums, words, vectors and filter fields, counts
   * with what is counted, and indexes with their contents. It goes page by page, so that a large store needs little
   * memory; concurrent writes are no fault. Damage is reported as a fault and never rejects.
   */
  checkStore(request: { scope?: string; limit: number; cursor?: string }): Promise<StoreCheckPage>;

  /** Rebuilds what can be rebuilt from other data: all faults with `mend: 'store'`. Changes no record. */
  mendStore(): Promise<void>;
}

/** What is stored under an id. */
export interface RecordWithVector {
  record: AnyRecord;
  /** Present if vectors were requested and the record has one. */
  vector?: Float32Array;
}

/** Which records of a scope match. All conditions must be met; absent ones always are. */
export interface RecordFilter {
  /** The time of the query. Records with `expiresAt <= now` never match, unless `includeExpired`. */
  now: string;
  includeExpired?: boolean;
  /** Replaced records match too. */
  includeSuperseded?: boolean;
  /**
   * What was true at that time: `occurredAt <= asOf` and (`validTo` absent or `> asOf`). Used instead of the superseded
   * condition.
   */
  asOf?: string;
  /** Any of these; never empty. Absent: both. */
  kinds?: readonly MemoryKind[];
  /** Any of these; an empty list matches all. Episodes have no category. */
  categories?: readonly MemoryCategory[];
  /** All of these. */
  tags?: readonly string[];
  /** On the stored importance. */
  minImportance?: number;
  /** Inclusive. */
  occurredFrom?: string;
  /** Exclusive. */
  occurredBefore?: string;
  /** For each entry, the record has at least one of its facets (see {@link facetsOf}). No entry is empty. */
  where?: readonly (readonly string[])[];
}

/** A search of one scope by words, by meaning, or both. */
export interface SearchRequest extends WithEmbedder {
  scope: string;
  filter: RecordFilter;
  /** At least one. The first is the whole query; the others are questions in it. */
  queries: readonly SearchQuery[];
  /**
   * Filters with which the first query is searched again. What only these searches find counts as found by the first
   * query.
   */
  also?: readonly { filter: RecordFilter; limit: number }[];
  /** Absent: only turns that were found. */
  around?: TurnsAround;
  /**
   * While a large scope is read for the first time, the answer may be from what is read so far, and says so. Absent: it
   * has every acknowledged write.
   */
  mayBePartial?: boolean;
}

/** What was found, and the statistics to score words with. */
export interface SearchResponse {
  /** The union of everything found, each record once, in any order. */
  candidates: Candidate[];
  /**
   * One for each query: of the whole scope (superseded and expired records too, so that filters do not change scores),
   * with the frequencies of the query's terms.
   */
  statistics: LexicalStatistics[];
  /** How the search was less than usual, and why, as a sentence. Absent: it was as usual. */
  degraded?: string;
}

/** A record that a search found. It may be shared, so nobody may change it. */
export interface Candidate extends FoundByQueries {
  /** `lastAccessedAt` and `accessCount` may be out of date. */
  record: MemoryRecord;
}

/** Asks for the sessions of a scope. */
export interface SessionsRequest {
  scope: string;
  now: string;
  limit: number;
  cursor?: string;
}

/** A page of sessions, with the way to the next one. */
export interface SessionsResponse {
  sessions: SessionInfo[];
  nextCursor?: string;
}

/** A session, computed from its current turns. */
export interface SessionInfo {
  session: string;
  /** How many turns it has. */
  turns: number;
  /** Times of the earliest and the latest turn. */
  firstAt: string;
  lastAt: string;
  firstSequence: number;
  lastSequence: number;
}

/** Asks for possible conflicts of new texts, all at once. */
export interface LookUpRequest extends WithEmbedder {
  scope: string;
  now: string;
  probes: readonly LookUpProbe[];
}

/** One new text, as a look-up asks about it. */
export interface LookUpProbe {
  /** Absent: an episode, for which only an external id is looked up. */
  category?: MemoryCategory;
  /**
   * Equal for texts that say the same in the same words; only compared. Absent: do not look for equal or near texts.
   */
  contentKey?: string;
  /** Absent (or all zeros): do not look for near texts. */
  vector?: Float32Array;
  /** The analysed words of the text, unique. */
  terms?: readonly string[];
  /** Absent: do not look for records of the same matter. */
  matter?: string;
  /** Limit of near records, and of records of the same matter. */
  limit: number;
  externalId?: string;
  /** Absent: do not look for episodes at this place. */
  turn?: { session: string; sequence: number };
}

/** What a look-up found for one text. */
export interface LookUpMatch {
  /** The record of the same category and content key. */
  equal?: MemoryRecord;
  /** The record with the same `source.externalId`, of any category. */
  sameExternalId?: MemoryRecord;
  /**
   * Nearest of the same category by cosine, best first. A store that would have to read all vectors looks only at
   * records that share one of `terms`, and for each term at the {@link newestOfTerm} added last, so that a look-up
   * costs the same in small and large scopes.
   */
  nearest: { record: MemoryRecord; similarity: number }[];
  /** The episodes at the requested place, ordered by id. */
  atTurn: MemoryRecord[];
  /**
   * The newest of the same category and matter, by createdAt, then id, descending. Without a similarity if one of the
   * two has no vector.
   */
  sameMatter: { record: MemoryRecord; similarity?: number }[];
}

/** See {@link LookUpMatch.nearest}. */
export const newestOfTerm = 24;

/**
 * `newest`: by createdAt, then id, descending. `importance`: by stored importance, then as newest. `first`, `last`:
 * turns of one session by sequence, then id, from its beginning or its end.
 */
export type ListOrder = 'newest' | 'importance' | 'first' | 'last';

/** One page of a scope's records. */
export interface ListRequest {
  scope: string;
  filter: RecordFilter;
  order: ListOrder;
  /**
   * Only turns of this session, with inclusive bounds on their sequence. Present exactly with the orders `first` and
   * `last`.
   */
  turns?: { session: string; from?: number; to?: number };
  limit: number;
  /**
   * `nextCursor` of a page with the same filter, order and session. A cursor of another order or session is refused.
   */
  cursor?: string;
  /**
   * The caller neither changes the records nor reads their access times, so a backend may return cached ones if they
   * are still what is stored.
   */
  readOnly?: boolean;
}

/** A page of records, with the way to the next one. */
export interface ListResponse {
  records: MemoryRecord[];
  nextCursor?: string;
}

/** One page of the records of a scope, as pruning needs them. */
export interface ScanRequest {
  scope: string;
  limit: number;
  /** `nextCursor` of the previous page. */
  cursor?: string;
}

/** A page of rows for pruning. */
export interface ScanResponse {
  rows: ScanRow[];
  nextCursor?: string;
}

/** Counts of a scope, or of all. */
export interface BackendStats {
  /** Current records: neither expired nor superseded. */
  current: number;
  /** Replaced records that have not expired. */
  superseded: number;
  /** Expired and not yet removed. */
  expired: number;
  /** Current records of each kind. */
  byKind: Record<MemoryKind, number>;
  /** Current facts of each category. */
  byCategory: Record<MemoryCategory, number>;
  /**
   * Bytes of the whole store, if known. Never together with the counts of one scope, because it depends on other
   * scopes.
   */
  bytes?: number;
  /** The embedder of the stored vectors. Absent: none yet. */
  embedder?: EmbedderIdentity;
  /** The embedder that the store is being changed to. */
  nextEmbedder?: EmbedderIdentity;
  /** Since when removed bytes have been waiting to leave the store's files: see {@link Remains}. */
  pendingSince?: string;
}

/** The part of {@link BackendStats} that a gauge shows. */
export type StoreEstimate = Pick<BackendStats, 'current' | 'superseded' | 'expired' | 'bytes'>;

/** What may be wrong in a store. */
export type StoreFaultKind =
  /** One of several databases does not answer. */
  | 'unreachable'
  /** The file's own structure, or one of its indexes. */
  | 'structure'
  /** A record or a document is not what was written. Reading it is refused with `damaged`. */
  | 'checksum'
  /** A record is missing in the index of words, or its entry is wrong. */
  | 'words'
  /** A record has no vector, or not the one that was written. */
  | 'vector'
  /** The tags or fields by which a record is found do not match the record. */
  | 'facets'
  /** An index has an entry for something that does not exist. */
  | 'orphan'
  /** Stored counts differ from what is there. */
  | 'counts'
  /** A write or a change was interrupted and never finished. */
  | 'unfinished';

/** One fault of a store. */
export interface StoreFault {
  kind: StoreFaultKind;
  /** A sentence without any content. */
  problem: string;
  /** Absent: it concerns the whole store. */
  scope?: string;
  /** Id of the record or the document. */
  id?: string;
  /**
   * How it can be mended without loss: `store`: by {@link MemoryBackend.mendStore}; `rewrite`: by putting the record
   * again with its words and its vector; `none`: not at all.
   */
  mend: 'store' | 'rewrite' | 'none';
}

/** One part of a check. */
export interface StoreCheckPage {
  faults: StoreFault[];
  nextCursor?: string;
}
