import { databaseOf } from './database-of.ts';
import type { Driver } from './driver.ts';

// By a name that a bundler does not follow: who gives no key need not have it.
const library = ['better-sqlite3', 'multiple-ciphers'].join('-');
const { default: Sqlite } = (await import(
  library
)) as typeof import('better-sqlite3-multiple-ciphers');

/**
 * AEGIS-256: each page is sealed and checked, with a nonce of its own, and a passphrase becomes a key by Argon2id, which is
 * dear to guess. A page costs 1 µs; with SQLCipher's format, or the library's own default, a scan of vectors beyond the page
 * cache took four times as long.
 */
const cipher = 'aegis';

export const driver: Driver = {
  open(path, key) {
    const database = new Sqlite(path);
    // Files that are attached to a plain one take it from here.
    database.pragma(`cipher = '${cipher}'`);
    if (key !== undefined) database.key(Buffer.from(key));
    return databaseOf(database);
  },
  openToRead: (path) => databaseOf(new Sqlite(path, { readonly: true, fileMustExist: true })),
};
