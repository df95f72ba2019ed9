import { createRequire } from 'node:module';

const require = createRequire(
  new URL('../../packages/postgres-backend/package.json', import.meta.url),
);

/** The driver of the PostgreSQL backend. */
export const pg = require('pg');

/** Makes copies of scope `a` inside the server, named `n1`, `n2`, … */
export async function copyScope({ url, schema, copies }) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`SET search_path TO "${schema}"; SET mneme.every_scope = 'on'`);
  for (const table of ['records', 'facets', 'vectors', 'scopes']) {
    const { rows } = await client.query(
      `SELECT string_agg(quote_ident(column_name), ', ' ORDER BY ordinal_position) AS names FROM information_schema.columns
       WHERE table_schema = current_schema() AND table_name = $1 AND column_name <> 'scope'`,
      [table],
    );
    const [{ names }] = rows;
    await client.query(
      `INSERT INTO ${table} (scope, ${names}) SELECT 'n' || g, ${names} FROM ${table}, generate_series(1, ${copies}) g WHERE scope = 'a'`,
    );
  }
  await client.query('ANALYZE');
  await client.end();
}
