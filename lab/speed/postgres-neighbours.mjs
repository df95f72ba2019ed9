import { createRequire } from 'node:module';
import { postgresRows } from '../../packages/postgres-backend/src/index.ts';
import { SummedRows } from '../../packages/store/src/checksums/summed-rows.ts';
import { tables } from '../../packages/store/src/index.ts';

const require = createRequire(
  new URL('../../packages/postgres-backend/package.json', import.meta.url),
);

/** The driver of the PostgreSQL backend. */
export const pg = require('pg');

const copied = ['records', 'facets', 'vectors', 'scopes'];

/** Makes copies of the records of scope `a`, in scopes named `n1`, `n2`, … */
export async function copyScope({ url, schema, copies }) {
  const given = { connectionString: url, schema, timeoutMs: 120_000 };
  const rows = new SummedRows(postgresRows(given), tables);
  await rows.open(tables);
  const found = await rows.unchecked.read(
    'a',
    copied.map((table) => ({ table, is: ['a'] })),
  );
  for (let at = 1; at <= copies; at++) {
    const inCopy = (row) => ({ ...row, scope: `n${at}` });
    const put = Object.fromEntries(copied.map((table, index) => [table, found[index].map(inCopy)]));
    put.scopes = put.scopes.map((row) => ({ ...row, sums: null }));
    await rows.write(`n${at}`, { put });
  }
  await rows.close();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('ANALYZE');
  await client.end();
}
