import { randomBytes } from 'node:crypto';
import { MnemeError } from '@mneme/core/contract';
import { type FieldsOf, parseOptions, parseText } from '@mneme/core/input';
import { Cipher } from '../cipher.ts';
import type { Keyring } from './keyring.ts';
import { keyringFile } from './keyring-file.ts';
import { parseMasterKey } from './master-key.ts';

/** Where the keys are, and what they are wrapped with. */
export interface FileKeyringOptions {
  /** A file of its own, outside the store and outside its backups. The first key makes it. */
  path: string;
  /** 32 bytes, or a text of them: 64 hexadecimal characters or Base64. Kept elsewhere than the file. */
  masterKey: Uint8Array | string;
}

/** A {@link Keyring} in a file, whose keys can be wrapped anew. */
export interface FileKeyring extends Keyring {
  /**
   * Wraps all keys with another master key, and this keyring goes on with it. No data is touched: what they sealed stays
   * as it is. Answers how many there are.
   */
  rewrap(masterKey: Uint8Array | string): Promise<number>;
}

const fields = {
  path: parseText,
  masterKey: parseMasterKey,
} satisfies FieldsOf<FileKeyringOptions>;

/**
 * Data keys in one small file that only its owner can read (0600), each wrapped with the master key (AES-256-GCM). It is
 * replaced as a whole at each change and locked meanwhile, so several processes may use it. `wrong_key`: the file was
 * made with another master key.
 *
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
        // Two master keys in one file would each open a part of it.
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
