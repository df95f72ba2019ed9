import type { AuditEntry } from './audit.ts';
import type { Backend } from './backend.ts';
import type { LexicalStatistics } from './bm25.ts';
import type { CommitRequest, CommitResult } from './commit-request.ts';
import type { EmbedderIdentity, WithEmbedder } from './embedder.ts';
import type { AuditCheck } from './erasure.ts';
import type { KeptRecord } from './kept-record.ts';
import type { MemoryCategory, MemoryKind, MemoryRecord } from './record.ts';
import type { FoundByQueries, SearchQuery, TurnsAround } from './search-query.ts';
import type { StoreCheckPage } from './store-check.ts';

/**
 * The contract between the engine and a store. The engine validates, analyses, embeds, ranks and decides; a backend
 * keeps rows and finds them. Arguments are exact: every default has been applied, every time is ISO 8601 in UTC
 * with milliseconds, every vector has length 1 (or is all zeros: then it is stored, but the vector arm never finds it).
 *
 * Every method rejects with a MnemeError. `scope` is part of every read and write, and nothing of another scope is
 * ever returned, counted or changed. Records that are answered belong to the caller: changing one changes nothing
 * that is stored. The suite in @mneme/conformance checks all that is said here.
 *
 * A method that answers pages takes `cursor` and answers `nextCursor`: give it to get the next page; absent: this was
 * the last page. A cursor is a text that only the backend reads (see {@link cursorCodec}); one that it cannot read
 * rejects with `invalid_input`, field `cursor`. Where a record is there from the first page to the last, no page
 * skips or repeats it.
 *
 * docs/write-a-backend.md leads through a whole backend.
 */
export interface MemoryBackend extends Backend {
  /** How many commits gain from being under way at once, 1 or more. Absent: 1, they wait for one another. */
  readonly parallelCommits?: number;

  /**
   * A secret of the scope, the same on every call until the scope is erased: ids that are made from texts are made with
   * it, so that they tell nothing of the texts to who has the store alone. Absent: whoever has the ids has the texts too.
   */
  idSecret?(scope: string): Promise<string>;

  /**
   * What both arms find for each of several queries, and the turns around the best of it. Filters apply inside the index,
   * before any limit.
   */
  search(request: SearchRequest): Promise<SearchResponse>;

  /** The sessions of a scope that have a current turn, page by page, in an order that stays: that of their names, or of hashes of them. */
  sessions(request: SessionsRequest): Promise<SessionsResponse>;

  /**
   * What a store might collide with: one answer a probe, in order. Only current records (not superseded, not expired)
   * are looked at, and of these only facts, but for an external id.
   */
  lookUp(request: LookUpRequest): Promise<LookUpMatch[]>;

  /**
   * Writes puts, removals and audit lines of one scope in one step: all of them or none. A put replaces the whole
   * record of that id (keeping its lastAccessedAt and accessCount) or adds it; a removal of an id that is not there
   * is no error and is not counted.
   *
   * Nothing is written where a record has another version than `expect` says, at the instant of the write: of two
   * commits that expect the same version of a record and put or remove it, one is written and the other one told so,
   * in whatever processes they run. Records that `expect` does not name do not matter, changed or not.
   */
  commit(request: CommitRequest): Promise<CommitResult>;

  /**
   * The records of these ids that are in the scope, expired and superseded ones too, in the order of `ids`. The only call
   * that answers a `SessionRecord`. `vectors`: with their vectors, of those that have one.
   */
  get(scope: string, ids: readonly string[], options?: { vectors?: boolean }): Promise<KeptRow[]>;

  /** The records of a scope that pass a filter, or the turns of one of its sessions, in an order, page by page. */
  list(request: ListRequest): Promise<ListResponse>;

  /**
   * All records connected to `id` through `supersededBy`, in either direction, itself included, in no promised order. Absent:
   * they are found by {@link scan}, which reads the whole scope (see `historyOf`).
   */
  history?(scope: string, id: string): Promise<MemoryRecord[]>;

  /** What pruning needs to know of every record of a scope, expired and superseded ones too, page by page, in order of id. */
  scan(request: ScanRequest): Promise<ScanResponse>;

  /**
   * Counts one access of each id at that time. Statistics only: may be lost in a crash, and changes no version. Absent: the
   * store counts none, and importance fades from the last write on.
   */
  touch?(scope: string, ids: readonly string[], at: string): Promise<void>;

  /** Every scope that holds a record, in order of name. */
  scopes(): Promise<string[]>;

  stats(scope: string | undefined, now: string): Promise<BackendStats>;

  /** Audit lines by `at`, newest first, and of one instant the last that was written; of one scope, or of all. */
  audit(request: { scope?: string; limit: number }): Promise<AuditEntry[]>;

  /** Adds the digest of a receipt to the audit's chain, for the erasure in that line. There exactly where {@link checkAudit} is. */
  noteReceipt?(receipt: { line: number; digest: string }): Promise<void>;

  /** Goes through the audit's chain of hashes. Absent: the audit is kept without one. */
  checkAudit?(request: { line?: number }): Promise<AuditCheck>;

  /**
   * Compares what is kept more than once: records with their checksums, their words, their vectors and what they are found
   * by, counts with what is counted, and an index with what it is of. Page by page, so that a large store needs no memory;
   * what others write meanwhile is no fault. Damage is a fault here, and never rejects. Absent: the store cannot tell.
   */
  checkStore?(request: { scope?: string; limit: number; cursor?: string }): Promise<StoreCheckPage>;

  /** Makes anew what can be made of what is there: all faults with `mend: 'store'`. Changes no record. */
  mendStore?(): Promise<void>;
}

/** What lies under an id. */
export interface KeptRow {
  record: KeptRecord;
  /** There where vectors were asked for and the record has one. */
  vector?: Float32Array;
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
  /** Any of these; never empty. Absent: both. */
  kinds?: readonly MemoryKind[];
  /** Any of these; an empty list passes all. Episodes have none. */
  categories?: readonly MemoryCategory[];
  /** All of these. */
  tags?: readonly string[];
  /** On the stored importance. */
  minImportance?: number;
  /** Inclusive. */
  occurredFrom?: string;
  /** Exclusive. */
  occurredBefore?: string;
  /** For each entry, the record has one or more of its facets (see {@link facetsOf}). No entry is empty. */
  where?: readonly (readonly string[])[];
}

/** A search of one scope by words, by meaning, or both. */
export interface SearchRequest extends WithEmbedder {
  scope: string;
  filter: RecordFilter;
  /** At least one. The first is what was asked; the others are questions in it. */
  queries: readonly SearchQuery[];
  /** Filters under which the first query is searched again. What only that finds counts as found by the first query. */
  also?: readonly { filter: RecordFilter; limit: number }[];
  /** Absent: no turns but those that were found. */
  around?: TurnsAround;
}

/** What was found, and the statistics to score words with. */
export interface SearchResponse {
  /** The union of all that was found, each record once, in no promised order. */
  candidates: Candidate[];
  /**
   * One a query: of the whole scope (superseded and expired records too, so that filters do not change scores), with the
   * frequencies of the query's terms.
   */
  statistics: LexicalStatistics[];
}

/** A record that a search found. It may be handed out to others too: nobody changes it. */
export interface Candidate extends FoundByQueries {
  /** `lastAccessedAt` and `accessCount` may be those of an earlier time. */
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

/** A session as its current turns show it. */
export interface SessionInfo {
  session: string;
  /** How many turns it has. */
  turns: number;
  /** When the earliest turn was said, and the latest. */
  firstAt: string;
  lastAt: string;
  firstSequence: number;
  lastSequence: number;
}

/** Asks what new texts might collide with, all at once. */
export interface LookUpRequest extends WithEmbedder {
  scope: string;
  now: string;
  probes: readonly LookUpProbe[];
}

/** One new text, as a look-up asks about it. */
export interface LookUpProbe {
  /** Absent: an episode, of which only an external id is looked for. */
  category?: MemoryCategory;
  /** Equal for texts that say the same in the same words: compare it, nothing else. Absent: do not look for equal or near texts. */
  contentKey?: string;
  /** Absent (or all zeros): do not look for near texts. */
  vector?: Float32Array;
  /** The analysed words of the text, unique. */
  terms?: readonly string[];
  /** Absent: do not look for records of the same matter. */
  matter?: string;
  /** How many near records, and how many of the same matter. */
  limit: number;
  externalId?: string;
  /** Absent: do not look for episodes at this place. */
  turn?: { session: string; sequence: number };
}

/** What a look-up found for one text. */
export interface LookUpMatch {
  /** The record of the same category and content key. */
  equal?: MemoryRecord;
  /** The record of the same `source.externalId`, of any category. */
  sameExternalId?: MemoryRecord;
  /**
   * Nearest of the same category by cosine, best first. A store that would read all vectors for that looks at records that
   * share one of `terms` only, and of each term at the {@link newestOfTerm} that were added last: a look-up costs the same in a
   * small scope and in a large one.
   */
  nearest: { record: MemoryRecord; similarity: number }[];
  /** The episodes at the place that was asked for, by id. */
  atTurn: MemoryRecord[];
  /** The newest of the same category and matter, by createdAt, then id, descending. Without a similarity where one of the two has no vector. */
  sameMatter: { record: MemoryRecord; similarity?: number }[];
}

/** See {@link LookUpMatch.nearest}. */
export const newestOfTerm = 24;

/**
 * `newest`: by createdAt, then id, descending. `importance`: by stored importance, then as newest. `first`, `last`: turns of
 * one session by sequence, then id, from its beginning or its end.
 */
export type ListOrder = 'newest' | 'importance' | 'first' | 'last';

/** One page of a scope's records. */
export interface ListRequest {
  scope: string;
  filter: RecordFilter;
  order: ListOrder;
  /** Only turns of this session, with bounds on their sequence, both inclusive. There exactly with `first` and `last`. */
  turns?: { session: string; from?: number; to?: number };
  limit: number;
  /** `nextCursor` of a page with the same filter, order and session. One of another order or session cannot be read. */
  cursor?: string;
  /**
   * The caller changes nothing of the records, and does not look at when they were accessed: a backend may answer such as
   * it keeps, where they are still what is stored.
   */
  readOnly?: boolean;
}

/** A page of records, with the way to the next one. */
export interface ListResponse {
  records: MemoryRecord[];
  nextCursor?: string;
}

/** One page of what pruning needs to know of a scope's records. */
export interface ScanRequest {
  scope: string;
  limit: number;
  /** `nextCursor` of the page before. */
  cursor?: string;
}

/** A page of rows for pruning. */
export interface ScanResponse {
  rows: ScanRow[];
  nextCursor?: string;
}

/** What pruning needs to know of a record. */
export type ScanRow = Pick<
  MemoryRecord,
  | 'id'
  | 'version'
  | 'kind'
  | 'category'
  | 'importance'
  | 'confirmedAt'
  | 'expiresAt'
  | 'supersededBy'
  | 'lastAccessedAt'
>;

/** Counts of a scope, or of all. */
export interface BackendStats {
  /** Current records: neither expired nor superseded. */
  current: number;
  /** Records that others replaced, and that have not expired. */
  superseded: number;
  /** Expired and not yet removed. */
  expired: number;
  /** Current records of each kind. */
  byKind: Record<MemoryKind, number>;
  /** Current facts of each category. */
  byCategory: Record<MemoryCategory, number>;
  /** Bytes of the whole store, where it can tell. Never with the counts of one scope: they would tell of others. */
  bytes?: number;
  /** Whose vectors the store holds. Absent: none yet. */
  embedder?: EmbedderIdentity;
  /** The embedder that the store is being changed over to. */
  nextEmbedder?: EmbedderIdentity;
  /** Bytes of what was removed have been waiting since then to leave the store's files: see {@link Remains}. */
  pendingSince?: string;
}
