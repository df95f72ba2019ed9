import { existsSync } from 'node:fs';
import {
  addressPath,
  defaultDatabase,
  type Environment,
  isOfFiles,
  type KeyringSource,
  type KeySource,
  missingFile,
  type OpenedBackend,
  openBackend,
  openKeyring,
  parseStoreAddress,
  rowsBeside,
  type StoreAddress,
  storeKey,
} from '@mneme/runtime';

/** The options that name a store and how to open it. */
type StoreValues = KeySource & KeyringSource & { db?: string; rows?: string };

/** The store's address from the options, else the environment; of a search index, that of the store with its data. */
export function addressOf(
  values: StoreValues,
  { environment, mustExist }: { environment: Environment; mustExist: boolean },
): StoreAddress {
  const named = values.db ?? environment.db;
  const given = parseStoreAddress(named ?? defaultDatabase(environment));
  const address = rowsBeside(given, { rows: values.rows, environment }) ?? given;
  const path = addressPath(address);
  if (mustExist && path !== undefined && !existsSync(path))
    throw missingFile(path, { byDefault: named === undefined });
  return address;
}

/** The same store without an engine and a search index, for moving records unchanged. Not opened yet. */
export async function backendOf(
  values: StoreValues,
  {
    environment,
    mustExist,
    readOnly,
    whole,
  }: { environment: Environment; mustExist: boolean; readOnly?: boolean; whole?: boolean },
): Promise<OpenedBackend> {
  const address = addressOf(values, { environment, mustExist });
  const forFile = isOfFiles(address);
  const key = await storeKey(values, { environment, forFile });
  const keyring = whole ? undefined : await openKeyring(values, environment);
  return openBackend(address, { mustExist, readOnly, key, keyring, whole });
}
