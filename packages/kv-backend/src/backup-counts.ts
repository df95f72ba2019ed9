import { type Row, Sums } from '@mneme/store/rows';
import type { Connection } from './file/connection.ts';
import { everyRow } from './file/statements.ts';

/** The contents of a backup, counted in the backup itself. */
export interface BackupCounts {
  records: number;
  documents: number;
  /** Versions of documents. */
  versions: number;
  /** Ids of records and versions that are damaged in the store, and so in the backup. Of sealed ones nobody can tell. */
  damaged: string[];
}

/** A file without such tables has none. */
export function countRows(connection: Connection): BackupCounts {
  const { tables } = connection.rows;
  const count = (table: string, where = '1') =>
    table in tables
      ? (connection.column<number>(`SELECT count(*) FROM ${table} WHERE ${where}`).get() ?? 0)
      : 0;
  return {
    // Without the engine's own notes.
    records: count('records', 'family IS NOT NULL'),
    documents: count('documents'),
    versions: count('versions'),
    damaged: ['records', 'versions'].flatMap((table) => [...damagedIn(connection, table)]),
  };
}

/** Compared with the checksums from when they were written. */
function* damagedIn(connection: Connection, table: string): Generator<string> {
  const { tables } = connection.rows;
  const { columns } = tables[table] ?? {};
  if (columns?.sum?.type !== 'integer') return;
  const sums = new Sums(tables);
  const rows = everyRow<Row>(
    connection,
    `SELECT rowid AS place, ${Object.keys(columns).join(', ')} FROM ${table} WHERE rowid > ? ORDER BY rowid`,
  );
  for (const row of rows) if (!sums.isIntact(table, row)) yield String(row.id);
}
