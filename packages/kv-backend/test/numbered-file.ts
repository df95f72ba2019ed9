import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemory } from '@mneme/core';
import { sqliteBackend } from '@mneme/sqlite';
import { afterEach, beforeEach } from 'vitest';
import { inFile } from './in-file.ts';
import { firstEmbedder } from './schemas/life.ts';

let folder: string;
/** The file of the current test. */
export let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mneme-rows-'));
  path = join(folder, 'memory.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

export const open = () =>
  createMemory({ backend: sqliteBackend({ path }), embedder: firstEmbedder });

/** A file whose next scope or store gets the given number. */
export async function fileWith(next: number): Promise<void> {
  const memory = await open();
  await memory.scope('first').store({ content: 'The first ship is Kestrel' });
  await memory.close();
  await inFile(path, (database) =>
    database.exec(`UPDATE sqlite_sequence SET seq = ${next - 1} WHERE name = 'scopes'`),
  );
}
