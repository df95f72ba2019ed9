import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemory } from '@mneme/core';
import { sqliteBackend } from '@mneme/sqlite';
import { expect, it } from 'vitest';

it.skipIf(process.platform === 'win32')(
  'creates the file, its log and their folder accessible only to their owner',
  async () => {
    const base = await mkdtemp(join(tmpdir(), 'mneme-private-'));
    const folder = join(base, 'new', 'deep');
    const memory = await createMemory({ backend: sqliteBackend({ path: join(folder, 'm.db') }) });
    const notes = await memory.scope('user:ada').stores.open('notes', { create: true });
    await notes.write({ path: '/tea', content: 'green' });
    const names = await readdir(folder);
    expect(names).toEqual(expect.arrayContaining(['m.db', 'm.db-shm', 'm.db-wal']));
    for (const name of names) {
      expect((await lstat(join(folder, name))).mode & 0o777, name).toBe(0o600);
    }
    expect((await lstat(folder)).mode & 0o777).toBe(0o700);
    await memory.close();
    await rm(base, { recursive: true });
  },
);
