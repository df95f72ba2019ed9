import { rowsSuite } from '@mneme/conformance';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { whyNoPostgres } from '../../../tools/postgres-server.mjs';
import { type PostgresPool, postgresRows } from '../src/index.ts';
import { newSchema } from './on-server.ts';
import { pglitePool } from './pglite-pool.ts';

const isNeeded = whyNoPostgres() !== undefined || process.env.MNEME_TEST_PGLITE !== undefined;
const skipped = isNeeded
  ? ''
  : ' [skipped: there is a server; MNEME_TEST_PGLITE=1 runs it all the same]';

describe.skipIf(!isNeeded)(`PostgreSQL in this process${skipped}`, () => {
  let pool: PostgresPool;
  beforeAll(async () => {
    pool = await pglitePool();
  });
  afterAll(() => pool.end());

  rowsSuite({
    describe,
    it,
    lacks: { files: 'it keeps them in memory' },
    create: async () => {
      const schema = newSchema();
      const make = () => postgresRows({ pool, schema });
      return {
        rows: make(),
        reopen: make,
        async destroy() {
          const client = await pool.connect();
          await client.query(`DROP SCHEMA IF EXISTS "${schema}" CASCADE`);
          client.release();
        },
      };
    },
  });
});
