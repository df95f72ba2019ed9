import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folder, useStore } from './store.ts';
import { eachWay } from './ways.ts';

useStore();

it.skipIf(process.platform === 'win32').each(eachWay)(
  'the file of %s, its log and their folder are accessible only to their owner',
  async (_, { open }) => {
    const deep = join(folder, 'new', 'deep');
    await (await open({ path: join(deep, 'm.db') })).add('Ada likes tea');
    const names = await readdir(deep);
    expect(names).toEqual(expect.arrayContaining(['m.db', 'm.db-shm', 'm.db-wal']));
    for (const name of names) {
      expect((await lstat(join(deep, name))).mode & 0o777, name).toBe(0o600);
    }
    expect((await lstat(deep)).mode & 0o777).toBe(0o700);
  },
);
