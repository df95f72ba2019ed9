import type {
  ConflictJudge,
  Extractor,
  ForgottenFacts,
  ListOrder,
  MemoryKind,
  MemoryRecord,
  MnemeError,
  Relation,
  Remains,
} from '@mneme/contract';
import type { ConflictPolicy, FilterOptions, PageOptions } from '@mneme/contract/input';
import type { Explanation } from '../ranking/index.ts';

/** Who writes and why, for the audit. */
export interface WriteOptions {
  /** Name of the actor in the audit. Default: `application`. */
  actor?: string;
  /** Reason in the audit. */
  reason?: string;
  /** Ends the call with `aborted`. */
  signal?: AbortSignal;
}

/** How one memory is changed. */
export interface UpdateOptions extends WriteOptions {
  /**
   * Change the memory only if it still has this version, as it was read; otherwise the call rejects with `conflict`
   * (field `version`). Default: any version.
   */
  version?: number;
}

/** How one memory is deleted. `version`: only if the memory still has this version. */
export interface DeleteOptions extends UpdateOptions {
  /**
   * Delete only this record; earlier texts that it has replaced stay in the history. Default: false, they are deleted
   * too.
   */
  keepHistory?: boolean;
  /** Keep the turns that say a deleted fact. Default: false, they are deleted, or lose the statement. */
  keepTurns?: boolean;
  /** Only list what would be deleted. Default: false. */
  dryRun?: boolean;
}

/** What was deleted, when and why, and whether its bytes are gone. */
export interface RemovedForGood extends ForgottenFacts, Remains {
  /** Present for a dry run: nothing was deleted, and the ids are those that would be. */
  dryRun?: boolean;
  /** The deleted ids: its own, and those of the earlier texts that it had replaced. */
  removed: string[];
  /** Ids of deleted turns: those that said a deleted fact, and assistants' answers that repeated it. */
  turns: string[];
  /** Ids of turns that say something else too: only the statement was cut out. */
  cut: string[];
  /** ISO 8601 in UTC. */
  deletedAt: string;
  /** The reason in the audit. */
  reason: string;
}

/** The receipt of one deleted memory. */
export interface DeleteReceipt extends RemovedForGood {
  /** Id of the deleted memory. */
  id: string;
}

/** What is to be forgotten, and how. */
export interface ForgetOptions extends WriteOptions {
  /** What is meant, in words: `my pregnancy`. */
  about: string;
  /** Keep the turns that say it. Default: false, they are deleted, or lose the statement. */
  keepTurns?: boolean;
  /** Only list what would be forgotten. Default: false. */
  dryRun?: boolean;
}

/** What was forgotten. The ids in `removed` are those of facts and of earlier texts that they had replaced. */
export interface ForgetReceipt extends RemovedForGood {
  /** Each fact and turn as it was, facts first. `left`: what stays of a turn. */
  memories: { id: string; kind: MemoryKind; content: string; speaker?: string; left?: string }[];
}

/** How one text is stored. */
export interface StoreOptions extends WriteOptions {
  /** What to do with a text that conflicts with a stored one. Default: `supersede`. */
  onConflict?: ConflictPolicy;
}

/** How texts are stored. */
export interface StoreManyOptions extends StoreOptions {
  /**
   * `throw` (default): if one item is bad, nothing is written. `collect`: bad items get `{ outcome: 'rejected', error
   * }` and the others are stored.
   */
  onError?: 'throw' | 'collect';
  /**
   * For programs that store by themselves, such as a synchronisation: facts that were deleted in this scope are left
   * out, with the outcome `rejected`. Default: false, a person stores them again on purpose.
   */
  unlessForgotten?: boolean;
  /** Called after each batch with what is written. */
  onProgress?: (progress: { done: number; total: number }) => void;
}

/** The outcome for a text. See {@link StoreResult}. */
export type StoreOutcome = 'created' | 'confirmed' | 'superseded' | 'merged' | 'rejected';

/**
 * The result for one text. `created`: a new record; if it probably updates or repeats older ones, `contests` has their
 * ids: both stay. `confirmed`: it was known; the record `id` is confirmed now, its tags are united and the higher
 * importance wins. `superseded`: a new record, which replaced those in `superseded`. `merged`: it was merged into the
 * record `id`. `rejected`: nothing was written; `id` is the conflicting record (policy `reject`), or `error` says what
 * is wrong with the item (`storeMany` with `onError: 'collect'`), or the fact was forgotten (`unlessForgotten`).
 */
export interface StoreResult {
  /** The record with the text; empty for a refused item. */
  id: string;
  /** See above. */
  outcome: StoreOutcome;
  /** Ids of the records that the new one replaced. */
  superseded?: string[];
  /** Ids of older records that the new one contests. */
  contests?: string[];
  /** Cosine with the record that decided the outcome. */
  similarity?: number;
  /** The reason, in words. */
  reason?: string;
  /** Kinds of secrets that were masked. */
  masked?: string[];
  /** What is wrong with the item (`onError: 'collect'`). */
  error?: MnemeError;
}

/**
 * The result of an update. The record keeps its id. `updated`: it was changed; if the text changed, `replaced` is the
 * record with the old text in the history. `unchanged`: it has all that already, and nothing was written.
 */
export interface UpdateResult {
  id: string;
  outcome: 'updated' | 'unchanged';
  replaced?: string;
  /** Kinds of secrets that were masked. */
  masked?: string[];
}

/** How a replaced memory is restored. `version`: only if the memory that had replaced it still has this version. */
export interface RestoreOptions extends UpdateOptions {
  /** The memory that replaced it goes to the history. Default: false, both are current. */
  instead?: boolean;
}

/**
 * The result of a restore. `restored`: it is current again, beside the memory `beside`, or in place of `replaced`.
 * `unchanged`: it had not been replaced.
 */
export interface RestoreResult {
  id: string;
  outcome: 'restored' | 'unchanged';
  beside?: string;
  replaced?: string;
}

/** How contested pairs are settled. */
export interface SettleOptions extends WriteOptions {
  /** Decides each pair: a function, a model. Default: the memory's own judge. */
  judge?: ConflictJudge;
  /** The ids of two memories that contest each other, to settle only these. Default: all pairs. */
  pair?: readonly [string, string];
  /** Ask and report, but change nothing. */
  dryRun?: boolean;
  /** Maximum number of calls of the judge; the remaining pairs stay contested. Default: no limit. */
  maxCalls?: number;
  /** Called after each pair. */
  onProgress?: (progress: { scope: string; done: number; open: number }) => void;
}

/** The result of settling contested pairs. */
export interface SettleReport {
  /** True: nothing was changed. */
  dryRun: boolean;
  /** How often the judge was asked. */
  calls: number;
  /** Pairs that say the same: the newer one stays, with the tags and the importance of both. */
  same: number;
  /** Pairs in which only the newer one is true. */
  superseded: number;
  /** Pairs in which only the older one is true. */
  olderTrue: number;
  /** Pairs in which both are true. They are no longer contested. */
  bothTrue: number;
  /** Pairs in which one had been replaced, had expired or was deleted: the judge was not asked. */
  gone: number;
  /** Pairs that stay contested: the judge failed, could not tell, or was not asked. */
  open: number;
  /** Why the judge was not asked about all: `maxCalls`, or five failed calls in a row. */
  stopped?: 'max_calls' | 'failing';
  /** The pairs, in the order in which they were decided. */
  decided: { scope: string; newer: string; older: string; verdict: Relation | 'gone' }[];
}

/** Why one memory replaced another, or contests it. */
export interface ConflictExplanation {
  /** Ids. */
  older: string;
  newer: string;
  outcome: 'superseded' | 'contested';
  /** Which rule, judge or call decided. */
  rule: string;
  /** The words of each text that the other one does not have. */
  olderWords: string[];
  newerWords: string[];
}

/** How one record is read. */
export interface GetOptions {
  /** Also an expired record. Default: false. */
  includeExpired?: boolean;
}

/** Which memories are returned, and how many. Absent options have the default named here. */
export interface RetrieveOptions extends FilterOptions {
  /** 1..1000. Default: 10. */
  limit?: number;
  /** 0..1: minimum `relevance`. Default: 0. */
  minRelevance?: number;
  /** Adds an `explanation` to every memory. */
  explain?: boolean;
  /** False: do not use the memory's reranker. Default: true. */
  rerank?: boolean;
  /** Ends the call with `aborted`. */
  signal?: AbortSignal;
}

/** The result of a query. */
export interface RetrieveResult {
  /** Best first. */
  memories: RetrievedMemory[];
  /**
   * Why the search was less than usual, as a sentence: a search index beside the store was down, or a large scope is
   * still being read and the answer is from what is read so far.
   */
  degraded?: string;
}

/**
 * A memory that a query found, with most fields of its record. Of `contests` and `contestedBy` it has those that are
 * current. Times are ISO 8601 in UTC.
 */
export interface RetrievedMemory
  extends Omit<
    MemoryRecord,
    'scope' | 'updatedAt' | 'confirmedAt' | 'supersededReason' | 'lastAccessedAt' | 'accessCount'
  > {
  /** 0..1, higher is better. Comparable within one answer. */
  score: number;
  /** When each memory in `contests` and `contestedBy` was said. ISO 8601 in UTC. */
  contestedAt?: Record<string, string>;
  /**
   * The probability of an answer, 0..1: for the best memory, that the first ten contain the answer; for others, that
   * probability times their own relative to the best one's. `minRelevance` compares with it.
   */
  relevance: number;
  /** With `explain`: where the score comes from. */
  explanation?: Explanation;
}

/** Why a query does or does not find a memory. */
export interface WhyNot {
  /** The memory that was asked about. */
  id: string;
  /** Whether it is found. */
  returned: boolean;
  /** Its place in the full ranking, from 1; absent if it is not a candidate. */
  rank?: number;
  /** Why `recall` with the query as its message leaves the memory out, although a search finds it. */
  withheld?: string;
  /**
   * The reasons in words, most decisive first: another scope or unknown id, expired, superseded by …, category, below
   * the limit, …
   */
  reasons: { code: WhyNotCode; message: string }[];
  /** The parts of its score, if it is a candidate. */
  explanation?: Explanation;
}

/** One reason, for programs. */
export type WhyNotCode =
  | 'unknown'
  | 'expired'
  | 'superseded'
  | 'not_yet'
  | 'kind'
  | 'category'
  | 'tags'
  | 'importance'
  | 'occurred_at'
  | 'where'
  | 'below_relevance'
  | 'below_limit'
  | 'said_in_turn'
  | 'no_match';

/** Which memories to list. */
export interface ListOptions extends FilterOptions, PageOptions {
  /** Default: `newest`. */
  order?: ListOrder;
  /** 1..1000. Default: 50. */
  limit?: number;
}

/** A page of memories. */
export interface ListResult {
  /** In the requested order. */
  memories: MemoryRecord[];
  /** Absent on the last page. */
  nextCursor?: string;
}

/** How records are pruned. */
export interface PruneRecordsOptions extends WriteOptions {
  /**
   * Its `summarise` summarises the turns of a session that exceed the cap, and the session keeps the summary (see
   * `sessions.get`). Turns without a summary stay. Default: turns are removed without a summary.
   */
  extractor?: Pick<Extractor, 'summarise'>;
  /** The cap of each scope. Default: 10,000. */
  maxRecords?: number;
  /** Report, but change nothing. */
  dryRun?: boolean;
  /** Called after each batch. */
  onProgress?: (progress: { scope: string; done: number; total: number }) => void;
}

/** What a prune removed of the records. */
export interface PruneRecordsReport {
  /** True: nothing was removed. */
  dryRun: boolean;
  /** Records removed (or to be removed), including expired ones. */
  pruned: number;
  /** How many of them had expired. */
  expired: number;
  /** For each scope, the ids that were (or would be) removed. */
  scopes: {
    scope: string;
    before: number;
    expired: number;
    overCap: number;
    after: number;
    ids: string[];
  }[];
}
