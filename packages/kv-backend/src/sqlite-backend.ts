import { type StoreBackend, storeBackend } from '@mneme/store';
import { type SqliteRows, sqliteRows } from './rows/sqlite-rows.ts';
import type { SqliteBackendOptions } from './sqlite-options.ts';

/** A memory in one SQLite file. Made by {@link sqliteBackend}. */
export type SqliteBackend = StoreBackend & Pick<SqliteRows, 'backup'>;

/**
 * A memory in one SQLite file: records, vectors, words, documents and audit, one transaction for each write. Several
 * processes may use one file at once. Short operations run at once; long ones, such as reading more than 1,000 rows, run
 * in a thread beside the event loop, where those of several scopes take turns.
 * @example
 * const memory = await createMemory({ backend: sqliteBackend({ path: 'ada.db' }), embedder: staticEmbedder() });
 */
export function sqliteBackend(options: SqliteBackendOptions): SqliteBackend {
  const rows = sqliteRows(options);
  return { ...storeBackend(rows), backup: (to) => rows.backup(to) };
}
