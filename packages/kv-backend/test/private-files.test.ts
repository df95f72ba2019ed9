import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openKept } from './kept.ts';
import { folder, useStore } from './store.ts';

useStore();

it.skipIf(process.platform === 'win32')(
  'a file, its log and their folder are accessible only to their owner',
  async () => {
    const deep = join(folder, 'new', 'deep');
    await (await openKept({ path: join(deep, 'm.db') })).add('Ada likes tea');
    const names = await readdir(deep);
    expect(names).toEqual(expect.arrayContaining(['m.db', 'm.db-shm', 'm.db-wal']));
    for (const name of names) {
      expect((await lstat(join(deep, name))).mode & 0o777, name).toBe(0o600);
    }
    expect((await lstat(deep)).mode & 0o777).toBe(0o700);
  },
);
