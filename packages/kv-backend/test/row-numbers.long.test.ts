import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemory } from '@mneme/core';
import { sqliteBackend } from '@mneme/sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { inFile } from './in-file.ts';
import { firstEmbedder } from './schemas/life.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mneme-rows-'));
  path = join(folder, 'memory.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = () => createMemory({ backend: sqliteBackend({ path }), embedder: firstEmbedder });

/** A file whose next scope or store gets that number. */
async function fileWith(next: number): Promise<void> {
  const memory = await open();
  await memory.scope('first').store({ content: 'The first ship is Kestrel' });
  await memory.close();
  await inFile(path, (database) =>
    database.exec(`UPDATE sqlite_sequence SET seq = ${next - 1} WHERE name = 'scopes'`),
  );
}

it('a file with all numbers in use refuses another scope and another store, and says what to do', async () => {
  await fileWith(4_000_000);
  await inFile(path, (database) =>
    database.exec(`WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 4000000)
      INSERT OR IGNORE INTO scopes (number, name) SELECT n, 'scope ' || n FROM number`),
  );
  const memory = await open();
  const refusal = { code: 'storage_full', message: expect.stringContaining('mneme copy') };
  await expect(memory.scope('late').store({ content: 'too late' })).rejects.toMatchObject(refusal);
  await expect(memory.scope('first').stores.create({ name: 'late' })).rejects.toMatchObject(
    refusal,
  );
  expect(await memory.scope('first').retrieve('ship')).toMatchObject({ memories: [{}] });
  await memory.scope('first').erase();
  await memory.scope('late').store({ content: 'a number is free again' });
  await memory.close();
});
