import type { StoreFault } from '@mneme/core/contract';
import { unlessDamaged } from '@mneme/store/rows';
import type { Connection } from '../connection.ts';

const everyScope = { everyScope: true } as const;

/** What is wrong in indexes and in pages of tables, where the role may use amcheck. */
export async function check(connection: Connection): Promise<StoreFault[]> {
  const relations = await connection.read(everyScope, (query) =>
    query<{ name: string; kind: string; valid: boolean | null }>(
      `SELECT c.oid::regclass::text AS name, c.relkind::text AS kind, i.indisvalid AS valid
       FROM pg_class c LEFT JOIN pg_index i ON i.indexrelid = c.oid
       WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'i') ORDER BY 1`,
    ),
  );
  const functions = await connection.read(everyScope, (query) =>
    query<{ name: string; at: string }>(
      `SELECT p.proname::text AS name, p.pronamespace::regnamespace::text AS at
       FROM pg_proc p JOIN pg_depend d ON d.objid = p.oid AND d.deptype = 'e'
         JOIN pg_extension e ON e.oid = d.refobjid AND e.extname = 'amcheck'
       WHERE p.proname IN ('bt_index_check', 'verify_heapam') AND has_function_privilege(p.oid, 'EXECUTE')
         AND has_schema_privilege(p.pronamespace, 'USAGE')`,
    ),
  );
  const placeOf = (wanted: string) => functions.find(({ name }) => name === wanted)?.at;
  const ways = {
    i:
      placeOf('bt_index_check') &&
      `SELECT ${placeOf('bt_index_check')}.bt_index_check($1::regclass, true)`,
    r:
      placeOf('verify_heapam') &&
      `SELECT msg FROM ${placeOf('verify_heapam')}.verify_heapam($1::regclass)`,
  };
  const faults: StoreFault[] = [];
  for (const { name, kind, valid } of relations) {
    const what = kind === 'i' ? 'index' : 'table';
    const sql = ways[kind as keyof typeof ways];
    const problem =
      valid === false ? 'it is not complete' : sql && (await problemOf(connection, { sql, name }));
    if (problem)
      faults.push({
        kind: 'structure',
        problem: `the ${what} ${name} is damaged: ${problem}`,
        mend: 'none',
      });
  }
  return faults;
}

/** What amcheck says of an index or a table. */
async function problemOf(
  connection: Connection,
  { sql, name }: { sql: string; name: string },
): Promise<string | undefined> {
  const reading = connection.read(everyScope, (query) => query<{ msg?: string }>(sql, [name]));
  return unlessDamaged(
    reading.then((rows) => rows[0]?.msg),
    ({ cause }) => (cause as Error).message,
  );
}
