import { existsSync } from 'node:fs';
import type { MemoryBackend } from '@mneme/core';
import {
  addressPath,
  defaultDatabase,
  type Environment,
  missingFile,
  openBackend,
  parseStoreAddress,
} from '@mneme/runtime';
import type { AnyValues } from './options.ts';
import { UsageError } from './usage-error.ts';

/** The store that the options name: `--db` and `--backend` say the same. */
export function storeOf({ db, backend }: AnyValues): string | undefined {
  if (db !== undefined && backend !== undefined) {
    throw new UsageError('--db and --backend name the same thing: give one of them.', {
      field: 'backend',
    });
  }
  const named = backend ?? db;
  return typeof named === 'string' ? named : undefined;
}

/** The same store without an engine around it, for what moves records as they are. Not opened yet. */
export function backendOf(
  values: AnyValues,
  { environment, mustExist }: { environment: Environment; mustExist: boolean },
): Promise<MemoryBackend> {
  const named = storeOf(values) ?? environment.db;
  const address = parseStoreAddress(named ?? defaultDatabase(environment));
  const path = addressPath(address);
  if (mustExist && path !== undefined && !existsSync(path))
    throw missingFile(path, { byDefault: named === undefined });
  return openBackend(address, { qdrantApiKey: environment.qdrantApiKey, mustExist });
}
