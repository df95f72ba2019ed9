import type { MemoryBackend } from '@mneme/core/contract';
import { storeBackend } from '@mneme/store';
import { type PostgresRowsOptions, postgresBackend, postgresRows } from '../src/index.ts';

/** A memory in PostgreSQL, over rows and with statements of its own. */
export const ways = {
  rows: (options: PostgresRowsOptions): MemoryBackend => storeBackend(postgresRows(options)),
  statements: (options: PostgresRowsOptions): MemoryBackend => postgresBackend(options),
};
export type Way = keyof typeof ways;
