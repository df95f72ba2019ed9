import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3-multiple-ciphers';
import { testFile } from './test-file.ts';

export const passphrase = 'the heron sleeps at noon';

/** The files in a folder that contain the bytes of a text. */
export function filesWith(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .filter((name) => readFileSync(join(folder, name)).includes(text));
}

/** Like {@link testFile}, with a key that needs no derivation at each open; its bytes are the decrypted pages. */
export async function encryptedFile<Backend>(
  make: (options: { path: string; key: string }) => Backend,
) {
  const key = 'ab'.repeat(32);
  let file = '';
  const tested = await testFile((path) => {
    file = path;
    return make({ path, key });
  });
  const bytes = async () => [decryptedPages(file, `raw:${key}`), ...(await tested.bytes())];
  return { ...tested, bytes };
}

/** Every page of a file, decrypted, including unused space. */
export function decryptedPages(path: string, key: string): Buffer {
  const database = new Sqlite(path);
  try {
    database.pragma(`cipher = 'aegis'`);
    database.key(Buffer.from(key));
    return database.serialize();
  } finally {
    database.close();
  }
}
