import type { Database, Driver } from './driver.ts';

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
    open: (path, key) => guard(open(path, key)),
    openToRead: (path) => guard(openToRead(path)),
  };
}

export type UnguardedDatabase = Omit<Database, 'copyInto'>;

/** One SQLite library. */
export interface UnguardedDriver {
  open(path: string, key?: string): UnguardedDatabase;
  openToRead(path: string): UnguardedDatabase;
}
