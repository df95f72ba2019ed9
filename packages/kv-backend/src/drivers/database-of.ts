import type { Statement } from './driver.ts';
import type { UnguardedDatabase } from './guard.ts';

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
