import { copyFileSync } from 'node:fs';
import { sqliteBackend } from '@mneme/sqlite';
import { expect, it } from 'vitest';
import { openLife, readAll, readThen } from './schemas/life.ts';
import { testFile } from './test-file.ts';

const driver = 'node:sqlite';

it('reads a file written by better-sqlite3', async () => {
  const { backend, destroy } = await testFile((path) => {
    copyFileSync(new URL('schemas/2.db', import.meta.url), path);
    return sqliteBackend({ path, driver });
  });
  const then = readThen('2');
  const memory = await openLife(backend);
  expect(await readAll(memory, then)).toMatchObject(then);
  await memory.close();
  await destroy();
});

it('maps SQLite errors by their code', async () => {
  const { backend, destroy } = await testFile((path) => {
    copyFileSync(new URL('schemas/2.json', import.meta.url), path);
    return sqliteBackend({ path, driver });
  });
  await expect(openLife(backend)).rejects.toMatchObject({
    code: 'foreign_store',
    message: expect.stringContaining('SQLITE_NOTADB'),
  });
  await backend.close();
  await destroy();
});

it('is the only driver of its process', () => {
  expect(() => sqliteBackend({ path: ':memory:' })).toThrow(/this process uses 'node:sqlite'/);
  expect(() => sqliteBackend({ path: ':memory:', driver: 'other' as 'node:sqlite' })).toThrow(
    /better-sqlite3.*node:sqlite/,
  );
});
