import pg from 'pg';
import type { PostgresPool } from '../src/index.ts';

type Answer = Promise<{ rows: unknown[] }>;

/** A pool whose statements pass `watch`. */
export function watchedPool(
  connectionString: string,
  watch: (text: string, query: () => Answer) => Answer,
): { pool: PostgresPool; end(): Promise<void> } {
  const options = { connectionString, max: 10, pipeline: true };
  const pool = new pg.Pool(options);
  return {
    pool: {
      async connect() {
        const client = await pool.connect();
        return {
          query: (text, values) => watch(text, () => client.query(text, values)),
          release: (broken) => client.release(broken),
        };
      },
      end: () => pool.end(),
    },
    end: () => pool.end(),
  };
}
