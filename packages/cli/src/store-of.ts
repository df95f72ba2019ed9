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
import type { GlobalValues } from './options.ts';

/** What of the options says where a store is, and how it opens. */
export type StoreValues = Pick<
  GlobalValues,
  'db' | 'key-file' | 'key-command' | 'keyring' | 'master-key-file' | 'master-key-command'
>;

/** The address of the store that the options name, else the environment. */
export function addressOf(
  values: StoreValues,
  { environment, mustExist }: { environment: Environment; mustExist: boolean },
): StoreAddress {
  const named = values.db ?? environment.db;
  const address = parseStoreAddress(named ?? defaultDatabase(environment));
  const path = addressPath(address);
  if (mustExist && path !== undefined && !existsSync(path))
    throw missingFile(path, { byDefault: named === undefined });
  return address;
}

/** The same store without an engine around it, for what moves records as they are. Not opened yet. */
export async function backendOf(
  values: StoreValues,
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
export function keyringSource(values: StoreValues): KeyringSource {
  return {
    keyring: values.keyring,
    masterKeyFile: values['master-key-file'],
    masterKeyCommand: values['master-key-command'],
  };
}

/** What the options say of the key. */
export function keySource(values: StoreValues): KeySource {
  return { keyFile: values['key-file'], keyCommand: values['key-command'] };
}
