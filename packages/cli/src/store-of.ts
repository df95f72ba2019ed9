import type { MemoryBackend } from '@mneme/core';
import { defaultDatabase, type Environment, openBackend, parseStoreAddress } from '@mneme/runtime';
import { UsageError } from './usage-error.ts';

type Values = Readonly<Record<string, string | boolean | undefined>>;

/** The store that the options name: `--db` and `--backend` say the same. */
export function storeOf({ db, backend }: Values): string | undefined {
  if (db !== undefined && backend !== undefined) {
    throw new UsageError('--db and --backend name the same thing: give one of them.', {
      field: 'backend',
    });
  }
  const named = backend ?? db;
  return typeof named === 'string' ? named : undefined;
}

/** The same store without an engine around it, for what moves records as they are. Not opened yet. */
export function backendOf(values: Values, environment: Environment): Promise<MemoryBackend> {
  const named = storeOf(values) ?? environment.db ?? defaultDatabase(environment);
  return openBackend(parseStoreAddress(named), { qdrantApiKey: environment.qdrantApiKey });
}
