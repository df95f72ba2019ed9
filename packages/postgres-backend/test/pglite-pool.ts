import { PGlite, type Results, types } from '@electric-sql/pglite';
import type { PostgresPool } from '../src/index.ts';

/** PostgreSQL in this process, with its only connection as a pool: callers wait until it is free. */
export async function pglitePool(): Promise<PostgresPool> {
  const database = await PGlite.create({
    parsers: { [types.BYTEA]: (value) => Buffer.from(value.slice(2), 'hex') },
  });
  let free: Promise<void> = Promise.resolve();
  return {
    async connect() {
      const before = free;
      const { promise, resolve } = Promise.withResolvers<void>();
      free = promise;
      await before;
      return {
        async query(text, values) {
          if (values !== undefined) return database.query(text, values);
          const results: Results[] = await database.exec(text);
          return { rows: results.at(-1)?.rows ?? [] };
        },
        release(broken) {
          const end = () => resolve();
          if (broken) void database.exec('ROLLBACK').then(end, end);
          else end();
        },
      };
    },
    end: () => database.close(),
  };
}
