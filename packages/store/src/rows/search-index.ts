import type { LexicalStatistics, Remains } from '@mneme/core/contract';

/**
 * The optional contract of a search engine beside a store of rows; without one, the index in memory searches. The rows
 * are the truth: an index is made from them, may be lost at any time, and is then filled again. `searchIndexSuite` in
 * @mneme/conformance checks all this.
 *
 * Every method rejects with a MnemeError: `unavailable` if the engine does not answer, `closed` after {@link close}.
 * Several processes may feed and ask one index at once.
 */
export interface SearchIndex {
  /** Name of the technology in messages and statistics, one lower-case word. */
  readonly name: string;

  /**
   * Takes changes of a scope, if it is where they begin, and resolves to where it is then, when searches see them.
   * Another position than `to`: it was elsewhere, and took nothing. A call that failed may have taken some rows, but its
   * position is the one before: the same call may be made again.
   */
  follow(scope: string, changes: IndexChanges): Promise<IndexPosition | undefined>;

  /** Answers if the index has seen the rows up to `at`; otherwise says where it is. */
  search(request: IndexSearch): Promise<IndexAnswer>;

  /** Removes all that the index has of a scope; it has no position then. Of a scope that it does not have: nothing. */
  forget(scope: string): Promise<void>;

  /** Finishes running calls and releases connections. Idempotent. */
  close(): Promise<void>;

  /** Whether bytes of what it forgot or removed may still be in its files. Absent: none are. */
  remains?(): Promise<Remains>;
}

/**
 * How far an index has followed a scope: it has every row that was changed up to this revision, as it was then or later.
 * After an erasure a scope has another epoch.
 */
export interface IndexPosition {
  epoch: string;
  revision: number;
}

/** What changed in a scope between two positions: whole revisions, as many as the caller likes. */
export interface IndexChanges {
  /** Where they begin. Absent: at the beginning, so the index first forgets what it has of the scope. */
  since?: IndexPosition;
  to: IndexPosition;
  /** As they are now. Each takes the place of the row with its id, unless that one has a higher version. */
  changed: readonly IndexedRow[];
  /** Ids of rows that are gone. */
  removed: readonly string[];
}

/** A row as an index finds it. */
export interface IndexedRow {
  /** Unique in its scope. */
  id: string;
  /** Higher after each change. */
  version: number;
  /** What {@link IndexCondition} asks for. */
  fields: IndexFields;
  /** Of the same dimensions in all rows. Absent: not found by vectors. */
  vector?: Float32Array;
  /** Analysed words, joined by spaces. Empty: not found by words. */
  words: string;
}

/** Values of a row to filter by. A list has several at once. */
export type IndexFields = Readonly<Record<string, IndexValue | readonly IndexValue[]>>;

/** Texts and numbers differ: `1` is not `'1'`. */
export type IndexValue = string | number;

/** A row passes if one of its values of the field is in the list, or in the range, or if it has none. */
export type IndexCondition =
  | { field: string; in: readonly IndexValue[] }
  /** Of numbers. `from` is inclusive, `below` exclusive. `orMissing`: a row without the field passes too. */
  | { field: string; from?: number; below?: number; orMissing?: true }
  | { field: string; missing: true };

/** Searches of one scope. */
export interface IndexSearch {
  scope: string;
  /** What the index must have seen at least. */
  at: IndexPosition;
  asks: readonly IndexAsk[];
}

/** One search, by vectors, by words, or by both. */
export interface IndexAsk {
  /** Conditions that a row must pass, all of them, before the limit is applied. */
  where: readonly IndexCondition[];
  /** Finds the nearest rows by cosine. */
  vector?: Float32Array;
  /** Find the best rows by `bm25` with the statistics of the scope. Unique; may be empty. */
  terms: readonly string[];
  /** How many rows each of the two finds at most. */
  limit: number;
}

/** What an index has found, or that it is behind. */
export interface IndexAnswer {
  /** Where it is. Undefined: it has nothing of the scope. */
  position: IndexPosition | undefined;
  /**
   * One for each search, in order. Absent: the index is behind, or in another epoch; the caller lets it follow from
   * `position` and asks again.
   */
  found?: IndexFound[];
}

/** What one search has found, best first. */
export interface IndexFound {
  dense: IndexHit[];
  lexical: IndexHit[];
  /** Of all rows of the scope that the index has, whatever passes. An index may estimate. */
  statistics: LexicalStatistics;
}

/**
 * A row that was found. If the store's row has another version or is gone, it has changed meanwhile: the caller filters
 * and computes scores by the store's rows.
 */
export interface IndexHit {
  id: string;
  version: number;
}
