import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { sqliteBackend } from '@mneme/sqlite';
import { expect, it } from 'vitest';
import { openLife } from './life.ts';
import { testFile } from './test-file.ts';

const driver = 'node:sqlite';

it('reads a file written by better-sqlite3', async () => {
  const { backend, destroy } = await testFile((path) => {
    // In another process, because each uses one library.
    execFileSync(process.execPath, [new URL('write-life.mjs', import.meta.url).pathname, path]);
    return sqliteBackend({ path, driver });
  });
  const memory = await openLife(backend);
  const { memories } = await memory.scope('user:ada').retrieve('green tea');
  expect(memories[0]?.content).toBe('Drinks green tea at four');
  const { findings } = await memory.doctor();
  expect(findings.map(({ kind }) => kind)).toEqual(['reembed_unfinished']);
  await memory.close();
  await destroy();
});

it('maps SQLite errors by their code', async () => {
  const { backend, destroy } = await testFile((path) => {
    writeFileSync(path, 'This is not a database. '.repeat(100));
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
