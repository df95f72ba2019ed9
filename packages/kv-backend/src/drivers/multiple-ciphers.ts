import { databaseOf, type UnguardedDriver } from './driver.ts';

// A name that bundlers do not follow: without a key the package need not be installed.
const library = ['better-sqlite3', 'multiple-ciphers'].join('-');
const { default: Sqlite } = (await import(
  library
)) as typeof import('better-sqlite3-multiple-ciphers');

/**
 * AEGIS-256 seals and checks each page with its own nonce, and Argon2id, which is expensive to guess, makes a key from
 * a passphrase. A page costs 1 µs; with SQLCipher's format or the library's default, a scan of vectors beyond the page
 * cache took four times as long.
 */
const cipher = 'aegis';

export const driver: UnguardedDriver = {
  open(path, key) {
    const database = new Sqlite(path);
    database.pragma(`cipher = '${cipher}'`);
    if (key !== undefined) database.key(Buffer.from(key));
    return databaseOf(database);
  },
  openToRead: (path) => databaseOf(new Sqlite(path, { readonly: true, fileMustExist: true })),
};
