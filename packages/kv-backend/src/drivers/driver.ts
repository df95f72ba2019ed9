/**
 * The part of a SQLite library that is used. All of it is synchronous, and the library's errors are passed on
 * unchanged.
 */
export interface Driver {
  /**
   * Creates the file if it does not exist, and never waits for a lock. `key`: the result of `parseFileKey`, for the driver
   * that encrypts.
   */
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

/** One SQLite library. */
export interface UnguardedDriver {
  open(path: string, key?: string): UnguardedDatabase;
  openToRead(path: string): UnguardedDatabase;
}

export type UnguardedDatabase = Omit<Database, 'copyInto'>;

/** SQL that opens or writes another file: only {@link Database.copyInto} may have it. */
const reachesOut = /\bATTACH\b|\bVACUUM\b[^;]*\bINTO\b/i;

/**
 * Makes any library safe for a file that somebody else made, before anything of it is read: its schema may call no
 * function with side effects, and damaged pages are noticed. The libraries are in defensive mode already. No statement
 * can reach another file, because SQLite reads the keywords for that from the statement's text only. This works for
 * every library, unlike an authorizer.
 */
export function guarded({ open, openToRead }: UnguardedDriver): Driver {
  const guard = (database: UnguardedDatabase): Database => {
    database.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON');
    const checked = (sql: string): string => {
      if (!reachesOut.test(sql)) return sql;
      throw new Error(`a statement would open another file: ${sql.slice(0, 100)}`);
    };
    return {
      exec: (sql) => database.exec(checked(sql)),
      prepare: (sql) => database.prepare(checked(sql)),
      prepareColumn: (sql) => database.prepareColumn(checked(sql)),
      copyInto: (path) => void database.prepare('VACUUM INTO ?').run(path),
      close: () => database.close(),
    };
  };
  return {
    open(path, key) {
      const database = guard(open(path, key));
      // The longer SQLite waits, the more rarely it checks a lock, and misses short pauses between writes: callers try again.
      database.exec('PRAGMA busy_timeout = 0');
      return database;
    },
    openToRead: (path) => guard(openToRead(path)),
  };
}

/** The common part of better-sqlite3 and its variants. */
interface BetterDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): { pluck(): unknown };
  close(): unknown;
}

export function databaseOf(database: BetterDatabase): UnguardedDatabase {
  return {
    exec: (sql) => void database.exec(sql),
    prepare: <T>(sql: string) => database.prepare(sql) as unknown as Statement<T>,
    prepareColumn: <T>(sql: string) => database.prepare(sql).pluck() as unknown as Statement<T>,
    close: () => void database.close(),
  };
}

/**
 * Everything inside happens, or nothing. `IMMEDIATE` takes the write lock at once, so that everything read inside is
 * still valid at the commit; `DEFERRED` sees one snapshot.
 */
export function transaction<T>(
  database: Database,
  kind: 'DEFERRED' | 'IMMEDIATE',
  work: () => T,
): T {
  database.exec(`BEGIN ${kind}`);
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    try {
      database.exec('ROLLBACK');
    } catch {
      // SQLite has rolled back by itself, as on a full disk: the first error is the useful one.
    }
    throw error;
  }
}
