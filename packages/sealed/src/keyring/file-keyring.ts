import { randomBytes, randomUUID } from 'node:crypto';
import { MnemeError } from '@mneme/core/contract';
import { type FieldsOf, parseOptions, parseText } from '@mneme/core/input';
import { PrivateFile } from '@mneme/files';
import { Cipher } from '../cipher.ts';
import type { Keyring } from './keyring.ts';
import { parseMasterKey } from './master-key.ts';

/** The file of the keys, and the key that wraps them. */
export interface FileKeyringOptions {
  /** A separate file, outside the store and its backups. The first key creates it. */
  path: string;
  /** 32 bytes, or as text: 64 hexadecimal characters or Base64. Store it apart from the file. */
  masterKey: Uint8Array | string;
}

/** A {@link Keyring} in a file, whose master key can be changed. */
export interface FileKeyring extends Keyring {
  /**
   * Wraps all keys with another master key, which this keyring then uses. Sealed data does not change. Returns the
   * number of keys.
   */
  rewrap(masterKey: Uint8Array | string): Promise<number>;
}

const fields = {
  path: parseText,
  masterKey: parseMasterKey,
} satisfies FieldsOf<FileKeyringOptions>;

/**
 * Data keys in one small file that only its owner can read (0600), each wrapped with the master key (AES-256-GCM). The
 * file is replaced as a whole at each change under a lock, so several processes may use it. `wrong_key`: the file was
 * made with another master key.
 * @example
 * const keyring = fileKeyring({ path: 'ada.keys', masterKey: await readFile('/run/secrets/mneme') });
 * const memory = await createMemory({ backend: sealedBackend(sqliteBackend({ path: 'ada.db' }), { keyring }) });
 */
export function fileKeyring(options: FileKeyringOptions): FileKeyring {
  const { path, masterKey } = parseOptions(options ?? {}, fields, ['path', 'masterKey']);
  const file = keyringFile(path);
  let master = new Cipher(masterKey);
  const about = (name: string) => ['key of the keyring', name] as const;
  const unwrap = (name: string, wrapped: string) => {
    try {
      return Buffer.from(master.open(wrapped, about(name)), 'base64');
    } catch (error) {
      if (!MnemeError.isInstance(error) || error.code !== 'wrong_key') throw error;
      const message = `the keyring ${path} was made with another master key than the one given: give that one`;
      throw new MnemeError('wrong_key', message, { field: 'masterKey', cause: error });
    }
  };
  const wrap = (by: Cipher, name: string, key: Uint8Array) =>
    by.seal(Buffer.from(key).toString('base64'), about(name));

  const get: Keyring['get'] = async (name) => {
    const wrapped = (await file.read()).keys.get(name);
    return wrapped === undefined ? undefined : unwrap(name, wrapped);
  };
  return {
    get,
    async make(name) {
      const known = await get(name);
      if (known !== undefined) return known;
      return file.change(({ keys }) => {
        const made = keys.get(name);
        if (made !== undefined) return unwrap(name, made);
        // With two master keys in one file, each would open only a part of it.
        const [other] = keys;
        if (other !== undefined) unwrap(...other);
        const key = randomBytes(32);
        keys.set(name, wrap(master, name, key));
        return key;
      });
    },
    destroy: (name) => file.change(({ keys }) => keys.delete(name)),
    async rewrap(given) {
      const next = new Cipher(parseMasterKey(given, 'masterKey'));
      const count = await file.change(({ keys }) => {
        for (const [name, wrapped] of keys) keys.set(name, wrap(next, name, unwrap(name, wrapped)));
        return keys.size;
      });
      master = next;
      return count;
    },
  };
}

interface Content {
  /** Identifies the keyring, and reveals nothing about its keys. */
  id: string;
  /** Wrapped keys by name. */
  keys: Map<string, string>;
}

function keyringFile(path: string): PrivateFile<Content> {
  return new PrivateFile<Content>({
    path,
    name: 'keyring',
    field: 'keyring',
    overwrites: true,
    // If a keyring that is missing for a moment were replaced by a new one, nobody could later read what the new one
    // sealed.
    idOf: ({ id }) => id,
    parse: (text) =>
      text === undefined ? { id: randomUUID(), keys: new Map() } : parseContent(text),
    print: ({ id, keys }) =>
      `${JSON.stringify({ version: 1, id, keys: Object.fromEntries(keys) }, null, 2)}\n`,
  });
}

function parseContent(text: string): Content {
  const { version, id, keys } = JSON.parse(text) as Record<string, unknown>;
  if (version !== 1) throw new Error('its version is not 1');
  if (typeof keys !== 'object' || keys === null) throw new Error('it has no keys');
  const entries = Object.entries(keys);
  if (entries.some(([, wrapped]) => typeof wrapped !== 'string'))
    throw new Error('a key is not text');
  if (typeof id !== 'string') throw new Error('it has no id');
  return { id, keys: new Map(entries as [string, string][]) };
}
