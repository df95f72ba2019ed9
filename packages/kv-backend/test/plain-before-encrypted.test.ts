import { sqliteBackend } from '@mneme/sqlite';
import { expect, it } from 'vitest';

it('in a process that already uses another driver, the error says how to open an encrypted file', () => {
  sqliteBackend({ path: 'plain.db' });
  expect(() => sqliteBackend({ path: 'encrypted.db', key: 'a passphrase' })).toThrow(
    /this process uses 'better-sqlite3' already.*open the encrypted file before the others, or give them driver: 'better-sqlite3-multiple-ciphers'/,
  );
});
