import { sqliteBackend } from '@mneme/sqlite';
import { expect, it } from 'vitest';

it('a process that uses another driver already is told how to open an encrypted file', () => {
  sqliteBackend({ path: 'plain.db' });
  expect(() => sqliteBackend({ path: 'encrypted.db', key: 'a passphrase' })).toThrow(
    /this process uses 'better-sqlite3' already.*open the encrypted file before the others, or give them driver: 'better-sqlite3-multiple-ciphers'/,
  );
});
