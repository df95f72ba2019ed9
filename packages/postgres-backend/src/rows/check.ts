import type { StoreFault } from '@mneme/core/contract';
import { type Cell, isScoped, type Tables, unlessDamaged } from '@mneme/store/rows';
import type { Connection } from '../connection.ts';
import { keysOf, type Reading, unreadableOf } from './questions.ts';

const everyScope = { everyScope: true } as const;
const pageRows = 1000;

/** Looks for damage: in indexes and pages, where the role may use amcheck, and in rows, which the server reads all. */
export async function check(reading: Reading, tables: Tables): Promise<StoreFault[]> {
  const faults = await checkFiles(reading.connection);
  for (const [name, table] of Object.entries(tables)) {
    const keyOf = (column: string, key: readonly Cell[]) => {
      const at = table.key.indexOf(column);
      return at === -1 ? undefined : String(key[at]);
    };
    for await (const key of unreadableRows(reading, name)) {
      const scope = isScoped(table) && key ? keyOf('scope', key) : undefined;
      const id = key && keyOf('id', key);
      faults.push({
        kind: 'checksum',
        problem: `PostgreSQL cannot read a row of ${name}`,
        ...(scope !== undefined && { scope }),
        ...(id !== undefined && { id }),
        mend: 'none',
      });
    }
  }
  return faults;
}

/** Keys of rows that the server cannot read. Undefined: not even the keys of those that follow. */
async function* unreadableRows(
  reading: Reading,
  table: string,
): AsyncGenerator<readonly Cell[] | undefined> {
  for (let after: readonly Cell[] | undefined; ; ) {
    const keys = await keysOf(reading, { table, is: [], after, limit: pageRows });
    if (keys === undefined) return yield undefined;
    if (keys.length > 0) yield* await unreadableOf(reading, table, keys);
    if (keys.length < pageRows) return;
    after = keys.at(-1);
  }
}

/** What is wrong in indexes and in pages of tables. */
async function checkFiles(connection: Connection): Promise<StoreFault[]> {
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
