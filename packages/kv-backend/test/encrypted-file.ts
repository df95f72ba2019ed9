import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3-multiple-ciphers';
import { testFile } from './test-file.ts';

export const passphrase = 'the heron sleeps at noon';

/** The files below a folder in which the bytes of a text stand. */
export function filesWith(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .filter((name) => readFileSync(join(folder, name)).includes(text));
}

/** As {@link testFile}, with a key; its bytes are those that somebody who has the key can find in the pages. */
export async function encryptedFile<Backend>(
  make: (options: { path: string; key: string }) => Backend,
) {
  let file = '';
  const tested = await testFile((path) => {
    file = path;
    return make({ path, key: passphrase });
  });
  const bytes = async () => [decryptedPages(file, passphrase), ...(await tested.bytes())];
  return { ...tested, bytes };
}

/** Every page of a file as it is under the seal, gaps and all. */
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
