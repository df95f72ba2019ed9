/**
 * The part of a SQLite library that is used. All of it is synchronous, and the library's errors are passed on
 * unchanged.
 */
export interface Driver {
  /** Creates the file if it does not exist. `key`: the result of `parseFileKey`, for the driver that encrypts. */
  open(path: string, key?: string): Database;
  /** An existing plain file, without changing anything in it. */
  openToRead(path: string): Database;
}

export interface Database {
  /** One or several statements without parameters; their rows are ignored. */
  exec(sql: string): void;
  /** Rows come back as objects; a BLOB is a Uint8Array, an INTEGER a number. */
  prepare<T>(sql: string): Statement<T>;
  /** Like {@link prepare}, returning the first column of each row. */
  prepareColumn<T>(sql: string): Statement<T>;
  /** Writes a copy to an empty file. */
  copyInto(path: string): void;
  close(): void;
}

/** A statement with positional parameters: text, numbers (bound as REAL), bigint (as INTEGER), bytes, null. */
export interface Statement<T> {
  all(...parameters: unknown[]): T[];
  get(...parameters: unknown[]): T | undefined;
  run(...parameters: unknown[]): { changes: number };
}
