import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rowsSuite } from '@mneme/conformance';
import { sqliteRows } from '@mneme/sqlite';
import { describe, expect, it } from 'vitest';
import { encryptedFile, filesWith, passphrase } from './encrypted-file.ts';
import { openRows } from './kept.ts';
import { closeAll, folder, path, useStore } from './store.ts';

describe('rows in an encrypted file pass', () => {
  rowsSuite({
    describe,
    it,
    async create() {
      const { backend, reopen, bytes, destroy } = await encryptedFile(sqliteRows);
      return { rows: backend, reopen, files: bytes, destroy };
    },
  });
});

describe('a file of rows with a key', () => {
  useStore();
  const marker = 'zqxjkvmarker';
  const note = { scope: 'ada', id: marker, at: 1, content: `${marker} sails` };
  const key = passphrase;

  it('contains no readable text, and neither does its backup', async () => {
    const rows = await openRows({ key });
    await rows.write('ada', { put: { notes: [note] } });
    const copy = join(folder, 'copy.db');
    expect(await rows.backup({ path: copy })).toMatchObject({ encrypted: true, records: 0 });
    expect(filesWith(folder, marker)).toEqual([]);
    expect(filesWith(folder, 'CREATE TABLE')).toEqual([]);
    await closeAll();
    expect(filesWith(folder, 'SQLite format')).toEqual([]);
    const again = await openRows({ path: copy, key });
    expect(await again.read('ada', [{ table: 'notes', is: ['ada'] }])).toEqual([
      [{ ...note, code: null }],
    ]);
  });

  it('is not opened with a wrong key or without one, and is not changed', async () => {
    await (await openRows({ key })).close();
    const before = readFileSync(path);
    for (const wrong of ['another', undefined])
      await expect(
        openRows({ key: wrong, driver: 'better-sqlite3-multiple-ciphers' }),
      ).rejects.toMatchObject({
        code: 'wrong_key',
        field: 'key',
      });
    expect(readFileSync(path).equals(before)).toBe(true);
  });
});
