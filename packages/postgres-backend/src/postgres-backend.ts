import { type StoreBackend, storeBackend } from '@mneme/store';
import { type PostgresBackendOptions, parseOptions } from './options.ts';
import { openRows } from './rows/postgres-rows.ts';

export type { PostgresBackendOptions, PostgresPool } from './options.ts';

/**
 * A memory in one schema of a PostgreSQL database: records, documents and keys, each call one transaction or a few. Any
 * number of processes may use it at once.
 *
 * @example
 * const backend = postgresBackend({ connectionString: 'postgres://mneme@127.0.0.1/mneme' });
 * const memory = await createMemory({ backend, embedder: staticEmbedder() });
 */
export function postgresBackend(options: PostgresBackendOptions): StoreBackend {
  const { cacheBytes, ...settings } = parseOptions(options);
  return { ...storeBackend(openRows(settings), { cacheBytes }), parallelCommits: 2 };
}
