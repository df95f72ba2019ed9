import type { Database, Statement } from './driver.ts';

/** The common part of better-sqlite3 and its variants. */
interface BetterDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): { pluck(): unknown };
  unsafeMode(unsafe: boolean): unknown;
  close(): unknown;
}

export function databaseOf(database: BetterDatabase): Database {
  return {
    exec: (sql) => void database.exec(sql),
    prepare: <T>(sql: string) => database.prepare(sql) as unknown as Statement<T>,
    prepareColumn: <T>(sql: string) => database.prepare(sql).pluck() as unknown as Statement<T>,
    unlocked(work) {
      database.unsafeMode(true);
      try {
        work();
      } finally {
        database.unsafeMode(false);
      }
    },
    close: () => void database.close(),
  };
}
