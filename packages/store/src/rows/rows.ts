import type { BackendGauges, Compaction, Remains, StoreFault } from '@mneme/core/contract';

/**
 * The contract of a store of rows, which is all that a database has to offer: everything else is built on it, once.
 * Tables are data. Each call is one message, answered or written as a whole, so a thread, a connection pool and a
 * network carry it as it is. Every method rejects with a MnemeError. `rowsSuite` in @mneme/conformance checks all this;
 * docs/write-a-backend.md shows a whole store.
 */
export interface Rows {
  /** Name of the technology in messages and statistics, one lower-case word. */
  readonly name: string;

  /**
   * Opens the store and creates it, or what it lacks of these tables and indexes. Called once, before any other method
   * except {@link prepare}, and again if it rejected. A store whose tables have other columns rejects with
   * `foreign_store` and is not changed.
   */
  open(tables: Tables): Promise<void>;

  /**
   * One answer for each question, in order, all of the same moment; it includes every acknowledged write of any process.
   * `scope`: the only scope whose rows may be read (see {@link Table}); undefined: all. Rows belong to the caller.
   */
  read(scope: string | undefined, questions: readonly Question[]): Promise<Row[][]>;

  /**
   * Writes the whole batch, or nothing: false if an expectation is not met at the moment of the write. What resolved to
   * true survives a crash. `scope`: the only scope whose rows may be written: others reject with `invalid_input`;
   * undefined: all.
   */
  write(scope: string | undefined, batch: Batch): Promise<boolean>;

  /** Finishes running calls and releases files and connections. Idempotent. */
  close(): Promise<void>;

  /** Whether bytes of removed rows may still be in the store's files: see `Backend.remains`. Absent: cannot know. */
  remains?(options: { wait: boolean }): Promise<Remains>;

  /** Checks the store's own structure: files, pages, indexes. Damage is a fault and never rejects. Absent: cannot. */
  check?(): Promise<StoreFault[]>;

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
   * `unavailable`: the key is still there.
   */
  destroyKey(scope: string): Promise<void>;
}

/** A value of a column. Texts compare by their UTF-8 bytes, numbers by value; integers are safe integers. */
export type Cell = string | number | Uint8Array | null;

/** A row by the names of its columns. A put row without a column has null there. */
export type Row = Record<string, Cell>;

/** What a column contains. */
export interface Column {
  type: 'text' | 'integer' | 'real' | 'bytes';
  /**
   * How a store that seals its contents keeps it. All read what was put.
   * - `plain`: as it is.
   * - `hashed`: found by equal values. Rows are in an order of the store's own, in which a range continues behind a row.
   * - `sorted`: like hashed, but in its order: such a store reads all rows with the values before it for a range.
   * - `sealed`: only read. In no key, index or expectation.
   * - `lasting`: like sealed, and not lost with the key of its scope.
   */
  kept: 'plain' | 'hashed' | 'sorted' | 'sealed' | 'lasting';
}

/**
 * A table. If the first column of its key is named `scope`, each row belongs to that scope, and the first column of
 * each of its indexes is the scope too, or the index serves all scopes. Columns of a key are never null. In each table a
 * column named `scope` is the name of a scope, which a store that seals its contents hashes.
 */
export interface Table {
  columns: Readonly<Record<string, Column>>;
  key: readonly string[];
  /** Columns of each index, in order. Rows with a null in one of them are not in it. Rows with equal columns are in the order of their keys. */
  indexes: Readonly<Record<string, readonly string[]>>;
  /** Most of the store: a database may divide it by a hash of the scope. */
  large?: true;
}

/** Tables by name. Names of tables, columns and indexes are lower-case letters and underscores. */
export type Tables = Readonly<Record<string, Table>>;

/** Asks for rows of one table: those with certain values, or a range of an index. */
export type Question = LookUpQuestion | RangeQuestion;

interface OfTable {
  table: string;
  /** Absent: the key. */
  index?: string;
  /** Absent: all. */
  columns?: readonly string[];
  /** What is sealed and cannot be opened is null; otherwise the read rejects with `wrong_key` or `damaged`. */
  lenient?: boolean;
}

/** Rows with one of these lists of values in the first columns of the index, in the order of the lists, then of the index. */
export interface LookUpQuestion extends OfTable {
  /** All lists have the same length, 1 or more. None: no rows. A list that is given twice is answered twice. */
  any: readonly (readonly Cell[])[];
}

/** Rows in the order of the index. */
export interface RangeQuestion extends OfTable {
  /** Values of the first columns of the index. Empty: all rows. */
  is: readonly Cell[];
  /** Exclusive lower bound of the columns behind `is`, compared in their order; it may name fewer than there are. */
  after?: readonly Cell[];
  /** Exclusive upper bound. */
  before?: readonly Cell[];
  /** From the end. */
  reverse?: boolean;
  limit?: number;
}

/** A row by its key. */
export interface RowKey {
  table: string;
  key: readonly Cell[];
}

/** The column of that row must have this value at the moment of the write. Undefined: there must be no such row. */
export interface RowExpectation extends RowKey {
  column: string;
  value: Cell | undefined;
}

/** Changes some columns of one row. Without such a row nothing happens. */
export interface RowPatch extends RowKey {
  set?: Row;
  /** Added to what is there, which is not null. */
  add?: Readonly<Record<string, number>>;
}

/** What one write does, in this order: expectations, removals, puts, patches. */
export interface Batch {
  expect?: readonly RowExpectation[];
  /** For each table: the rows whose first columns of the key have these values. An empty list removes all rows. */
  remove?: Readonly<Record<string, readonly (readonly Cell[])[]>>;
  /** For each table: rows to add, or to put in place of the row with the same key. */
  put?: Readonly<Record<string, readonly Row[]>>;
  patch?: readonly RowPatch[];
}
