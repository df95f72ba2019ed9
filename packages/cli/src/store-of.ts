import { existsSync } from 'node:fs';
import {
  addressPath,
  defaultDatabase,
  type Environment,
  type KeyringSource,
  type KeySource,
  missingFile,
  type OpenedBackend,
  openBackend,
  openKeyring,
  parseStoreAddress,
  type StoreAddress,
  storeKey,
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

/** The address of that store. */
export function addressOf(
  values: AnyValues,
  { environment, mustExist }: { environment: Environment; mustExist: boolean },
): StoreAddress {
  const named = storeOf(values) ?? environment.db;
  const address = parseStoreAddress(named ?? defaultDatabase(environment));
  const path = addressPath(address);
  if (mustExist && path !== undefined && !existsSync(path))
    throw missingFile(path, { byDefault: named === undefined });
  return address;
}

/** The same store without an engine around it, for what moves records as they are. Not opened yet. */
export async function backendOf(
  values: AnyValues,
  {
    environment,
    mustExist,
    whole,
  }: { environment: Environment; mustExist: boolean; whole?: boolean },
): Promise<OpenedBackend> {
  const address = addressOf(values, { environment, mustExist });
  const forFile = addressPath(address) !== undefined;
  const key = await storeKey(keySource(values), { environment, forFile });
  const keyring = whole ? undefined : await openKeyring(keyringSource(values), environment);
  const { qdrantApiKey } = environment;
  return openBackend(address, { qdrantApiKey, mustExist, key, keyring, whole });
}

/** What the options say of the keyring. */
export function keyringSource(values: AnyValues): KeyringSource {
  const text = (name: string) => values[name] as string | undefined;
  return {
    keyring: text('keyring'),
    masterKeyFile: text('master-key-file'),
    masterKeyCommand: text('master-key-command'),
  };
}

/** What the options say of the key. */
export function keySource(values: AnyValues): KeySource {
  const text = (name: string) => values[name] as string | undefined;
  return { keyFile: text('key-file'), keyCommand: text('key-command') };
}
