import { MnemeError } from '@mneme/core/contract';
import { type Connection, newerSchema, type Query } from './connection.ts';
import { schemaSteps } from './schema.ts';

/** Makes or upgrades the schema. If several processes start at once, one does it. */
export async function migrate(connection: Connection): Promise<void> {
  const { schema } = connection.settings;
  const found = await connection.read({ everyScope: true }, (query) =>
    schemaVersion(query, schema),
  );
  if (found !== schemaSteps.length) await upgrade(connection);
  connection.migrated();
}

async function upgrade(connection: Connection): Promise<void> {
  const { schema, create } = connection.settings;
  await connection.change(async (query) => {
    const version = await schemaVersion(query, schema);
    const known = schemaSteps.length;
    if (version > known) throw newerSchema(connection.where, { version, known });
    if (version === 0 && !create) throw noStore(connection.where);
    if (version === known) return;
    if (version === 0) await makeSchema(query, schema);
    for (const step of schemaSteps.slice(version)) await query(step);
    await query(
      `INSERT INTO meta (key, value) VALUES ('schema', $1) ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
      [JSON.stringify(schemaSteps.length)],
    );
  });
}

/** 0: there is none. */
async function schemaVersion(query: Query, schema: string): Promise<number> {
  // Not to_regclass: it may answer from a cache that is older than the lock.
  const [table] = await query(
    `SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1 AND c.relname = 'meta'`,
    [schema],
  );
  if (table === undefined) return 0;
  const [row] = await query<{ value: number }>(`SELECT value FROM meta WHERE key = 'schema'`);
  return row?.value ?? 0;
}

export function noStore(where: string): MnemeError {
  return new MnemeError(
    'not_found',
    `${where} has no store of Mneme: check the address, or let open create it`,
  );
}

/** An owner of the schema need not be allowed to make one. */
export async function makeSchema(query: Query, schema: string): Promise<void> {
  const [found] = await query('SELECT 1 FROM pg_namespace WHERE nspname = $1', [schema]);
  if (found === undefined) await query(`CREATE SCHEMA "${schema}"`);
}
