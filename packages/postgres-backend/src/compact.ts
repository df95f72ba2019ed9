import type { Compaction } from '@mneme/core/contract';
import { Connection } from './connection.ts';
import type { Settings } from './options.ts';

/** Writing a table anew takes longer than a call. */
const timeoutMs = 6 * 3_600_000;
/** While a rewrite waits for its lock, all later calls wait behind it. */
const lockWaitMs = 3000;
/** Not worth a lock. */
const smallTableBytes = 1024 * 1024;
/** A page and a row have headers, and `fillfactor` leaves a tenth of a page empty. */
const room = { share: 1.15, rowBytes: 8 };

/**
 * Writes tables anew of which at least this part is free, one at a time; calls on that table wait meanwhile. VACUUM on
 * the others lets new rows use the room of removed ones. A table that is in use all the time is left out.
 */
export async function compact(
  settings: Settings,
  { freeShare, tables }: { freeShare: number; tables: readonly string[] },
): Promise<Compaction> {
  const connection = new Connection({ ...settings, timeoutMs, connections: 1 });
  const named = (table: string) => `"${settings.schema}".${table}`;
  // Without the maps of free room, which VACUUM makes.
  const sizes = async (): Promise<number[]> =>
    connection.read({ everyScope: true }, async (query) => {
      const rows = await query<{ name: string; bytes: number }>(
        `SELECT c.relname::text AS name, (pg_relation_size(c.oid)
           + coalesce(pg_relation_size(nullif(c.reltoastrelid, 0)), 0)
           + (SELECT coalesce(sum(pg_relation_size(indexrelid)), 0) FROM pg_index WHERE indrelid = c.oid))::float8 AS bytes
         FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relname = ANY ($1)`,
        [tables],
      );
      return tables.map((table) => rows.find(({ name }) => name === table)?.bytes ?? 0);
    });
  try {
    const before = await sizes();
    const bytesBefore = sum(before);
    if (!(await isOwner(connection, tables)))
      return { outcome: 'not_owner', freeShare: 0, bytesBefore, bytesAfter: bytesBefore };
    let free = 0;
    let rewritten = 0;
    let busy = false;
    for (const [at, table] of tables.entries()) {
      const share = (before[at] ?? 0) < smallTableBytes ? 0 : await freePart(connection, table);
      free += share * (before[at] ?? 0);
      if (share > 0 && share >= freeShare) {
        if (await rewrite(connection, table)) rewritten += 1;
        else busy = true;
      }
      await connection.alone(`VACUUM (PARALLEL 0, ANALYZE) ${named(table)}`);
    }
    const outcome = busy ? 'busy' : rewritten > 0 ? 'compacted' : 'not_needed';
    const share = bytesBefore === 0 ? 0 : free / bytesBefore;
    return { outcome, freeShare: share, bytesBefore, bytesAfter: sum(await sizes()) };
  } finally {
    await connection.close();
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

async function isOwner(connection: Connection, [table]: readonly string[]): Promise<boolean> {
  const [row] = await connection.read({ everyScope: true }, (query) =>
    query<{ owns: boolean }>(
      `SELECT pg_has_role(relowner, 'USAGE') AS owns FROM pg_class WHERE oid = $1::regclass`,
      [table],
    ),
  );
  return row?.owns === true;
}

/** Compares a table's file with the size of its rows, which it reads. */
async function freePart(connection: Connection, table: string): Promise<number> {
  const [row] = await connection.read({ everyScope: true }, (query) =>
    query<{ file: string; live: string }>(
      `SELECT pg_table_size('${table}') AS file,
         (SELECT coalesce(sum(pg_column_size(t.*) + ${room.rowBytes}), 0) FROM ${table} t) AS live`,
    ),
  );
  const { file = '0', live = '0' } = row ?? {};
  return Number(file) === 0 ? 0 : Math.max(0, 1 - (Number(live) * room.share) / Number(file));
}

/** False: others used the table all the time. CLUSTER writes it anew, like VACUUM FULL, but under limits of our own. */
async function rewrite(connection: Connection, table: string): Promise<boolean> {
  return connection.write({ everyScope: true }, async (query) => {
    await query('SET LOCAL statement_timeout TO 0');
    await query(`SET LOCAL lock_timeout TO ${lockWaitMs}`);
    await query(
      `DO $$ BEGIN LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE; PERFORM set_config('mneme.locked', 'on', true);
       EXCEPTION WHEN lock_not_available THEN PERFORM set_config('mneme.locked', 'off', true); END $$`,
    );
    const [row] = await query<{ locked: string }>(
      `SELECT current_setting('mneme.locked', true) AS locked`,
    );
    if (row?.locked !== 'on') return false;
    await query(`CLUSTER ${table} USING ${table}_pkey`);
    return true;
  });
}
