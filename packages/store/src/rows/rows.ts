import type { BackendGauges, Compaction, Remains, StoreFault } from '@mneme/core/contract';

/**
 * The contract of a store of rows, which is all that a database has to offer: everything else is built on it, once.
 * Tables are data. Each call is one message, answered or written as a whole, so a thread, a connection pool and a
 * network carry it as it is. `rowsSuite` in @mneme/conformance checks all this; docs/write-a-backend.md shows a whole
 * store.
 *
 * Every method rejects with a MnemeError: `closed` after {@link Rows.close}, and `invalid_input` for a call that is not
 * as described here (an unknown name, a number in a column of texts). `assertQuestions` and `assertBatch` find all
 * such calls; a store calls them first. Whatever the error is, a write that rejects has changed nothing.
 */
export interface Rows {
  /** Name of the technology in messages and statistics, one lower-case word. */
  readonly name: string;
  /** The place as messages name it, such as the path of a file. Default: `the NAME store`. */
  readonly where?: string;

  /**
   * Opens the store and creates it, or what it lacks of these tables and indexes. Called once, before any other method
   * except {@link prepare}, and again if it rejected. Several processes may open the same store at once; a database that
   * only one can open rejects the others with `busy`. A store whose tables have other columns, or columns of other types,
   * rejects with `foreign_store`. Tables that are not named stay as they are.
   */
  open(tables: Tables): Promise<void>;

  /**
   * One answer for each question, in order, all of the same moment; it includes every acknowledged write of any process.
   * Rows belong to the caller. `scope`: questions may ask only for rows of this scope, and name it: in a table of scopes
   * (see {@link Table}) it is the first value of each list, or of `is`. Undefined: they may ask for all.
   *
   * `turn`: a write of this scope follows at once, and is empty if there is nothing to write. A store may keep other
   * processes from writing in between for a moment. It promises nothing: the write still names what it expects.
   */
  read(
    scope: string | undefined,
    questions: readonly Question[],
    options?: { turn?: boolean },
  ): Promise<Row[][]>;

  /**
   * Writes the whole batch, or nothing: false if an expectation is not met at the moment of the write, and only then.
   * Writes of all processes are as if one came after the other. What resolved to true survives a crash. `scope`: as in
   * {@link read}; it is the first value of each key. The caller changes nothing in a batch before the answer.
   */
  write(scope: string | undefined, batch: Batch): Promise<boolean>;

  /** Finishes running calls and releases files and connections. Idempotent. */
  close(): Promise<void>;

  /** Whether bytes of removed rows may still be in the store's files: see `Backend.remains`. Absent: cannot know. */
  remains?(options: { wait: boolean }): Promise<Remains>;

  /** Checks the store's own structure: files, pages, indexes. Damage is a fault and never rejects. Absent: cannot. */
  check?(): Promise<StoreFault[]>;

  /** Rebuilds what {@link check} finds and other data tells, as indexes. Absent: cannot. */
  mend?(): Promise<void>;

  /** Size of the whole store in bytes, about right, in a time that hardly grows with it. Absent: cannot tell. */
  bytes?(): Promise<number>;

  /** Gives free room back to the system: see `Backend.compact`. Absent: the store does it by itself. */
  compact?(options: { freeShare: number }): Promise<Compaction>;

  /** How the store uses this process now, for metrics. Absent: cannot tell. */
  gauges?(): BackendGauges;

  /** Starts slow preparations for opening and returns at once. Absent: there is nothing to prepare. */
  prepare?(): void;

  /** Present if the store seals its rows: see {@link Column.kept}. */
  readonly seal?: RowSeal;
}

/** What a store that seals its rows does besides. */
export interface RowSeal {
  /** Different for each scope, the same in each process, and known only with the scope's key: see `MemoryBackend.idSecret`. */
  idSecret(scope: string): Promise<string>;
  /**
   * Destroys the key of a scope: from then on nobody can read its rows in any copy. The next write makes another key.
   * The scope with the empty name is the store's own, and keeps its key. `unavailable`: the key is still there.
   */
  destroyKey(scope: string): Promise<void>;
  /** What the store below has as the name of a scope: ranges over scopes are in this order. */
  orderOf(scope: string): Promise<string>;
}

/** A value of a column, or null for none. A number of a key or an index equals another one of the same value; -0 is 0. */
export type Cell = string | number | Uint8Array | null;

/** A row by the names of its columns, all or those that were asked for. A put row without a column has null there. */
export type Row = Record<string, Cell>;

/** What a column contains. */
export interface Column {
  /**
   * `text`: Unicode without NUL and lone surrogates, kept as it is, compared by its UTF-8 bytes; empty is not null.
   * `integer`: from -(2^53 - 1) to 2^53 - 1. `real`: any finite number, kept exactly (but -0 may become 0). `bytes`:
   * megabytes of them; not in keys and indexes.
   */
  type: 'text' | 'integer' | 'real' | 'bytes';
  /**
   * How a store that seals its contents keeps it. All read what was put.
   * - `plain`: as it is.
   * - `hashed`: found by equal values. Answers to look-ups and to ranges with a limit are in an order of the store's own,
   *   in which the next range continues.
   * - `sorted`: like hashed, but in its own order: for a range, such a store reads all rows with the values before it.
   * - `sealed`: only read and expected. In no key and index.
   */
  kept: 'plain' | 'hashed' | 'sorted' | 'sealed';
  /** A checksum: where it alone is replaced, nothing was removed of which bytes may be left. */
  isSum?: true;
}

/**
 * A table. If the first column of its key is named `scope`, each row belongs to that scope: it is a table of scopes.
 * Columns of a key are never null. The texts of a key, and those of an index with the columns of the key that it lacks,
 * take 2,500 bytes of UTF-8 together at most. A column named `scope` is the name of a scope in each table: a store that
 * seals its contents hashes it.
 */
export interface Table {
  columns: Readonly<Record<string, Column>>;
  key: readonly string[];
  /**
   * Columns of each index. Its rows are in the order of these columns, then of those of the key that it lacks. Rows with
   * null in one of them are not in it. In a table of scopes the first one is `scope`, or the index serves all scopes.
   */
  indexes: Readonly<Record<string, readonly string[]>>;
  /** Most of the store: a database may divide it by a hash of the scope. */
  large?: true;
}

/**
 * Tables by name. Names of tables, columns and indexes are lower-case letters and underscores, and no words that SQL
 * reserves.
 */
export type Tables = Readonly<Record<string, Table>>;

/** Asks for rows of one table: those with certain values, or a range of an index. */
export type Question = LookUpQuestion | RangeQuestion;

interface OfTable {
  table: string;
  /** Absent: the key, which is an index too. */
  index?: string;
  /** One or more. Absent: all. */
  columns?: readonly string[];
  /** What is sealed and cannot be opened is null; otherwise the read rejects with `wrong_key` or `damaged`. */
  lenient?: boolean;
}

/**
 * Rows with one of these lists of values in the first columns of the index: first those of the first list, in the order
 * of the index, then those of the next one.
 */
export interface LookUpQuestion extends OfTable {
  /**
   * Thousands are usual. All have the same length, 1 or more. A list that is given twice is answered twice; one with a
   * null finds nothing. None: no rows.
   */
  any: readonly (readonly Cell[])[];
}

/** Rows in the order of the index. */
export interface RangeQuestion extends OfTable {
  /** Values of the first columns of the index. Empty: all rows. With a null: none. */
  is: readonly Cell[];
  /**
   * Exclusive lower bound: values, not null, of one or more columns behind `is`, in the order of the index to the end of
   * the key. They are compared one after the other, so rows are left out that are equal in all of them.
   */
  after?: readonly Cell[];
  /** Exclusive upper bound, of the same kind. */
  before?: readonly Cell[];
  /** From the end: the order is reversed, the bounds stay. */
  reverse?: boolean;
  /** At most so many rows, 0 or more. Absent: all. */
  limit?: number;
}

/** A row by its whole key, in the order of its columns. */
export interface RowKey {
  table: string;
  key: readonly Cell[];
}

/**
 * The column of that row must have this value at the moment of the write; null: the row is there without one.
 * Undefined: there must be no such row.
 */
export interface RowExpectation extends RowKey {
  column: string;
  value: Cell | undefined;
}

/** Changes one or more columns of one row, each once and none of the key. Without such a row nothing happens. */
export interface RowPatch extends RowKey {
  set?: Row;
  /** Added to numbers. Null stays null. */
  add?: Readonly<Record<string, number>>;
}

/** What one write does, in this order: expectations, removals, puts, patches. Each may be missing or empty. */
export interface Batch {
  expect?: readonly RowExpectation[];
  /**
   * For each table: the rows whose first columns of the key have these values. The lists have the same length; an empty
   * list removes all rows.
   */
  remove?: Readonly<Record<string, readonly (readonly Cell[])[]>>;
  /** For each table: rows to add, or to put in place of the row with the same key. Of several the last one stays. */
  put?: Readonly<Record<string, readonly Row[]>>;
  /** One after the other. */
  patch?: readonly RowPatch[];
}
