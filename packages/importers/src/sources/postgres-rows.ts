import { MnemeError } from '@mneme/core';
import { loadOptional } from '@mneme/runtime';
import type { ClientBase } from 'pg';
import type { Fields } from '../values.ts';

const pageSize = 500;

/** All rows of each table `store` of LangGraph's form, in one snapshot. */
export async function* postgresRows(address: string): AsyncGenerator<Fields> {
  const { default: pg } = await loadOptional('pg', () => import('pg'));
  const client = new pg.Client({ connectionString: address, connectionTimeoutMillis: 15_000 });
  // A lost connection also fails the running query, which reports it.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('begin isolation level repeatable read read only');
    for (const table of await storesOf(client)) yield* rowsOf(client, table);
  } catch (error) {
    throw translated(error);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Python's table may be in any schema, JavaScript's in a named one. */
async function storesOf(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct format('%I.%I', table_schema, table_name) as name
      from information_schema.columns
      where table_name = 'store' and column_name in ('prefix', 'namespace_path')
      order by name`,
  );
  if (rows.length === 0)
    throw new MnemeError(
      'invalid_input',
      'the database has no table "store" of LangGraph that this user may read',
      { field: 'file' },
    );
  return rows.map(({ name }) => name);
}

async function* rowsOf(client: ClientBase, table: string): AsyncGenerator<Fields> {
  await client.query(`declare items no scroll cursor for select * from ${table}`);
  for (;;) {
    const { rows } = await client.query<Fields>(`fetch ${pageSize} from items`);
    yield* rows;
    if (rows.length < pageSize) break;
  }
  await client.query('close items');
}

/** Without the address, which may contain a password. */
function translated(error: unknown): unknown {
  if (MnemeError.isInstance(error) || !(error instanceof Error)) return error;
  const { code, message } = error as Error & { code?: string };
  if (code === undefined && !/connect|timeout|terminat/i.test(message)) return error;
  const why =
    code === '28P01' || code === '28000' ? 'the user or the password is wrong' : message || code;
  return new MnemeError('unavailable', `the PostgreSQL database cannot be read: ${why}`, {
    field: 'file',
  });
}
