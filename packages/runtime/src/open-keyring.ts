import { type FieldsOf, invalid, parseText } from '@mneme/core/input';
import type { FileKeyring } from '@mneme/sealed';
import type { Environment } from './environment.ts';
import { readKey } from './read-key.ts';

/** The keyring of a sealed store, and the master key that wraps its keys. */
export interface KeyringSource {
  /** The file. */
  keyring?: string;
  /** A file with the master key that only its owner may read. */
  masterKeyFile?: string;
  /** A shell command that prints the master key. */
  masterKeyCommand?: string;
}

/** Checks of a {@link KeyringSource}. */
export const keyringFields = {
  keyring: parseText,
  masterKeyFile: parseText,
  masterKeyCommand: parseText,
} satisfies FieldsOf<KeyringSource>;

type Surroundings = Pick<Environment, 'keyring' | 'masterKey' | 'masterKeyFile'>;

/**
 * The keyring of the given source, else `MNEME_KEYRING`, with the master key of the source, else `MNEME_MASTER_KEY`,
 * else of the file `MNEME_MASTER_KEY_FILE`. Undefined if none is named.
 */
export async function openKeyring(
  source: KeyringSource,
  environment: Surroundings,
): Promise<FileKeyring | undefined> {
  const path = source.keyring ?? environment.keyring;
  if (path !== undefined) {
    const masterKey = await readMasterKey(source, environment);
    const { fileKeyring } = await import('@mneme/sealed');
    return fileKeyring({ path, masterKey });
  }
  for (const field of ['masterKeyFile', 'masterKeyCommand'] as const)
    if (source[field] !== undefined)
      throw invalid(field, 'is for a keyring, and none is given', 'give keyring too');
  return undefined;
}

async function readMasterKey(
  { masterKeyFile: keyFile, masterKeyCommand: keyCommand }: KeyringSource,
  { masterKey, masterKeyFile }: Surroundings,
): Promise<string> {
  const fields = { keyFile: 'masterKeyFile', keyCommand: 'masterKeyCommand' };
  const given = await readKey({ keyFile, keyCommand }, fields);
  if (given !== undefined || masterKey !== undefined) return (given ?? masterKey) as string;
  const named = { keyFile: 'MNEME_MASTER_KEY_FILE', keyCommand: '' };
  const found = await readKey({ keyFile: masterKeyFile }, named);
  if (found !== undefined) return found;
  throw invalid(
    'masterKey',
    'is missing, and the keyring opens with it',
    'give masterKeyFile or masterKeyCommand, or set MNEME_MASTER_KEY',
  );
}
