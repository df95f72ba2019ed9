import type {
  ConflictJudge,
  Extractor,
  Importance,
  ListOrder,
  MemoryCategory,
  MemoryKind,
  MemoryMetadata,
  MemoryRecord,
  MemorySource,
  MnemeError,
  Relation,
  Remains,
} from '@mneme/engine/contract';
import type { ConflictPolicy, FilterOptions } from '@mneme/engine/input';
import type { Explanation } from '../ranking/index.ts';

/** Who writes and why, for the audit. */
export interface WriteOptions {
  /** Who, for the audit. Default: `application`. */
  actor?: string;
  /** Why, for the audit. */
  reason?: string;
  /** Ends the call with `aborted`. */
  signal?: AbortSignal;
}

/** How one memory is deleted. */
export interface DeleteOptions extends WriteOptions {
  /** Only this record goes; earlier texts that it has replaced stay in the history. Default: false, they go with it. */
  keepHistory?: boolean;
  /** Only tells what would go. Default: false. */
  dryRun?: boolean;
}

/** What was deleted, when and why, and whether its bytes are gone. */
export interface DeleteReceipt extends Remains {
  /** Of the memory that is gone. */
  id: string;
  /** There where it was a dry run: nothing is gone, and the ids are of what would be. */
  dryRun?: boolean;
  /** The ids that went: its own, and those of the earlier texts that it had replaced. */
  removed: string[];
  /** Facts that rested on it alone, and went too. */
  forgotten: string[];
  /** Facts that rested on it and on something else, and stay with that. */
  kept: string[];
  /** ISO 8601 in UTC. */
  deletedAt: string;
  /** As the audit has it. */
  reason: string;
}

/** How one text is stored. */
export interface StoreOptions extends WriteOptions {
  /** What to do with a text that collides with a stored one. Default: `supersede`. */
  onConflict?: ConflictPolicy;
}

/** How texts are stored. */
export interface StoreManyOptions extends StoreOptions {
  /**
   * `throw` (default): one bad item, and nothing is written. `collect`: bad items come back as
   * `{ outcome: 'rejected', error }` and the others are stored.
   */
  onError?: 'throw' | 'collect';
  /** Called after each batch: what is counted is written. */
  onProgress?: (progress: { done: number; total: number }) => void;
}

/** What became of a text. See {@link StoreResult}. */
export type StoreOutcome = 'created' | 'confirmed' | 'superseded' | 'merged' | 'rejected';

/**
 * What became of one text.
 * `created`: a new record; where it likely gives another value of older ones, or says them again, `contests` has their ids:
 * both stay. `confirmed`: it was known; the record `id` counts as confirmed now, its tags are united
 * and the higher importance wins. `superseded`: a new record, which replaced those in `superseded`. `merged`: it
 * was worked into the record `id`. `rejected`: nothing was written; `id` is the record in the way (policy `reject`),
 * or `error` says what is wrong with the item (`storeMany` with `onError: 'collect'`).
 */
export interface StoreResult {
  /** The record that has the text now; empty for an item that is refused. */
  id: string;
  /** See above. */
  outcome: StoreOutcome;
  /** Ids of the records that the new one replaced. */
  superseded?: string[];
  /** Ids of older records that the new one contests. */
  contests?: string[];
  /** Cosine to the record that decided the outcome. */
  similarity?: number;
  /** In words, why. */
  reason?: string;
  /** Kinds of secrets that were masked. */
  masked?: string[];
  /** What is wrong with the item (`onError: 'collect'`). */
  error?: MnemeError;
}

/**
 * What became of an update. The record keeps its id.
 * `updated`: it was rewritten; `replaced` is the record that keeps the old text in the history, where the text changed.
 * `unchanged`: it says all that already, and nothing was written.
 */
export interface UpdateResult {
  id: string;
  outcome: 'updated' | 'unchanged';
  replaced?: string;
  /** Kinds of secrets that were masked. */
  masked?: string[];
}

/** How a memory that was replaced is brought back. */
export interface RestoreOptions extends WriteOptions {
  /** What holds in its place now goes into the history. Default: false, both hold from now on. */
  instead?: boolean;
}

/**
 * What became of a restore. `restored`: it holds again, beside the memory `beside`, or in place of `replaced`.
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
  /** Is asked about each pair: a function, a model. Default: the memory's own. */
  judge?: ConflictJudge;
  /** The ids of two memories that contest each other, where only these are settled. Default: all pairs. */
  pair?: readonly [string, string];
  /** Ask and report, and change nothing. */
  dryRun?: boolean;
  /** The judge is asked at most so often; the pairs left over stay contested. Default: no bound. */
  maxCalls?: number;
  /** Called after each pair. */
  onProgress?: (progress: { scope: string; done: number; open: number }) => void;
}

/** What came of the contested pairs. */
export interface SettleReport {
  /** True: nothing was changed. */
  dryRun: boolean;
  /** How often the judge was asked. */
  calls: number;
  /** Pairs that say the same: the newer one holds, with the tags and the importance of both. */
  same: number;
  /** Pairs of which the newer one holds. */
  superseded: number;
  /** Pairs of which the older one holds. */
  stood: number;
  /** Pairs of which both hold. They are contested no more. */
  bothHold: number;
  /** Pairs of which one had been replaced, had expired or was deleted: nobody was asked. */
  gone: number;
  /** Pairs that stay contested: the judge failed or could not tell, or was not asked. */
  open: number;
  /** Why the judge was not asked about all: `maxCalls`, or five calls in a row that failed. */
  stopped?: 'max_calls' | 'failing';
  /** Pair by pair, in the order in which they were decided. */
  decided: { scope: string; newer: string; older: string; verdict: Relation | 'gone' }[];
}

/** Why one memory replaced another, or contests it. */
export interface ConflictExplanation {
  /** Ids. */
  older: string;
  newer: string;
  outcome: 'superseded' | 'contested';
  /** Which rule, judge or call decided, in words. */
  rule: string;
  /** The words of each text that the other one lacks. */
  olderWords: string[];
  newerWords: string[];
}

/** How one record is read. */
export interface GetOptions {
  /** An expired record too. Default: false. */
  includeExpired?: boolean;
}

/** What may come back, and how much. What is absent has the default that is named here. */
export interface RetrieveOptions extends FilterOptions {
  /** 1..1000. Default: 10. */
  limit?: number;
  /** 0..1: only memories of this `relevance` or more. Default: 0. */
  minRelevance?: number;
  /** Adds an `explanation` to every memory. */
  explain?: boolean;
  /** False: without the memory's reranker. Default: true, which changes nothing where it has none. */
  rerank?: boolean;
  /** Ends the call with `aborted`. */
  signal?: AbortSignal;
}

/** What a query found. */
export interface RetrieveResult {
  /** Best first. */
  memories: RetrievedMemory[];
}

/** A memory as a query found it. Times are ISO 8601 in UTC. */
export interface RetrievedMemory {
  /** A UUID: for `get`, `delete` and `history`. */
  id: string;
  /** 1 at first, and one more with each change. */
  version: number;
  /** The text as stored. */
  content: string;
  /** What was said, or what is known. */
  kind: MemoryKind;
  /** What kind of thing it says. Absent exactly on episodes. */
  category?: MemoryCategory;
  /** What a fact rests on: ids of episodes, and of documents (`mem_…`). */
  evidence?: string[];
  /** The extractor that made the fact. Absent: it was stored as it is. */
  extractedBy?: string;
  /** In the order given. */
  tags: string[];
  /** As stored, before it fades. */
  importance: Importance;
  /** 0..1, higher is better. Comparable within one answer. */
  score: number;
  /** When the engine learned it. */
  createdAt: string;
  /** When it was said or happened. */
  occurredAt: string;
  /** From then on no retrieve returns it. Absent: kept. */
  expiresAt?: string;
  /** The newer record that replaced it. Absent: current. */
  supersededBy?: string;
  /** Until when it held. Absent: it still does. */
  validTo?: string;
  /** Older memories that hold now and of which this one likely gives another value. */
  contests?: string[];
  /** Newer memories that hold now and that likely give another value of this one. */
  contestedBy?: string[];
  /** When each of those in `contests` and `contestedBy` was said. ISO 8601 in UTC. */
  contestedAt?: Record<string, string>;
  /** Where it comes from. */
  source: MemorySource;
  metadata?: MemoryMetadata;
  /**
   * How surely it answers, 0..1: of the best memory the chance that the first ten hold what was asked for, of another
   * one that chance times its own beside the best one's. What a relevance floor compares.
   */
  relevance: number;
  /** With `explain`: where the score comes from. */
  explanation?: Explanation;
}

/** Why a memory does or does not come back for a query. */
export interface WhyNot {
  /** The memory that was asked about. */
  id: string;
  /** It does come back. */
  returned: boolean;
  /** Its place in the full ranking, from 1; absent where it is no candidate at all. */
  rank?: number;
  /** Where it comes back, but not from a `recall` with the query as its message: what kept it back, in words. */
  withheld?: string;
  /** In words, most decisive first: another scope or unknown id, expired, superseded by …, category, below the limit, … */
  reasons: { code: WhyNotCode; message: string }[];
  /** Where its score comes from, where it is a candidate. */
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
export interface ListOptions extends FilterOptions {
  /** Default: `newest`. */
  order?: ListOrder;
  /** 1..1000. Default: 50. */
  limit?: number;
  /** A page ends before it has so many bytes as JSON, unless one item is larger. Default: no bound. */
  maxBytes?: number;
  /** The `nextCursor` of the page before. */
  cursor?: string;
}

/** A page of memories. */
export interface ListResult {
  /** In the order asked for. */
  memories: MemoryRecord[];
  /** Absent on the last page. */
  nextCursor?: string;
}

/** What is pruned among records. */
export interface PruneRecordsOptions extends WriteOptions {
  /**
   * Its `summarise` is asked what the turns of a session were about before they go over the cap, and the session keeps that
   * (see `sessions.get`). Turns of which it makes no summary stay. Default: turns go, and nothing is kept of them.
   */
  extractor?: Pick<Extractor, 'summarise'>;
  /** The cap of each scope. Default: 10,000. */
  maxRecords?: number;
  /** Report, and change nothing. */
  dryRun?: boolean;
  /** Called after each batch. */
  onProgress?: (progress: { scope: string; done: number; total: number }) => void;
}

/** What a prune removed of the records. */
export interface PruneRecordsReport {
  /** True: nothing was removed. */
  dryRun: boolean;
  /** Records removed (or to be removed) in all, expired ones included. */
  pruned: number;
  /** How many of them had expired. */
  expired: number;
  /** Scope by scope, with the ids that were (or would be) removed. */
  scopes: {
    scope: string;
    before: number;
    expired: number;
    overCap: number;
    after: number;
    ids: string[];
  }[];
}
