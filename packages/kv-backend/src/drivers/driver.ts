/** What we need of a SQLite library, no more. All of it is synchronous, and vendors' errors go through as they are. */
export interface Driver {
  /** Makes the file where there is none. `key`: as `parseFileKey` answers it, for the driver that encrypts. */
  open(path: string, key?: string): Database;
  /** A file that is there, without a key, and without changing anything in it. */
  openToRead(path: string): Database;
}

export interface Database {
  /** One or several statements without parameters; rows that come of them are dropped. */
  exec(sql: string): void;
  /** Rows come back as objects; a BLOB is a Uint8Array, an INTEGER a number. */
  prepare<T>(sql: string): Statement<T>;
  /** As {@link prepare}, answering the first column of each row. */
  prepareColumn<T>(sql: string): Statement<T>;
  /** Lets `work` write to the schema itself, which the libraries refuse otherwise. */
  unlocked(work: () => void): void;
  close(): void;
}

/** A statement takes positional parameters: text, numbers (bound as REAL), bigint (as INTEGER), bytes, null. */
export interface Statement<T> {
  all(...parameters: unknown[]): T[];
  get(...parameters: unknown[]): T | undefined;
  run(...parameters: unknown[]): { changes: number };
}
