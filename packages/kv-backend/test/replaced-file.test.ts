import { copyFileSync, renameSync, rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openKept } from './kept.ts';
import { path, useStore } from './store.ts';

useStore();

const harms: Record<string, () => void> = {
  'the file was removed': () => rmSync(path),
  'all its files were removed': () => {
    for (const ending of ['', '-wal', '-shm']) rmSync(path + ending);
  },
  'the file was moved away': () => renameSync(path, `${path}-moved`),
  'the file was replaced by another one': () => {
    copyFileSync(path, `${path}-other`);
    renameSync(`${path}-other`, path);
  },
  'its log was removed': () => rmSync(`${path}-wal`),
  'its log was replaced by another one': () => {
    copyFileSync(`${path}-wal`, `${path}-other`);
    renameSync(`${path}-other`, `${path}-wal`);
  },
  'the index of its log was removed': () => rmSync(`${path}-shm`),
};

describe('with an open memory', () => {
  it.each(Object.entries(harms))('no write is acknowledged after %s', async (name, harm) => {
    const kept = await openKept();
    const { id } = await kept.add('Ada likes tea');
    await kept.search();
    harm();
    const failure = { code: 'unavailable', message: expect.stringMatching(/removed or replaced/) };
    await expect(kept.add('Ada likes rum')).rejects.toMatchObject(failure);
    await expect(kept.remove(id)).rejects.toMatchObject(failure);
    // A deleted log is still readable for those who have it open.
    if (name.includes('log')) expect(await kept.contents()).toEqual(['Ada likes tea']);
    else
      for (const read of [kept.contents(), kept.search()])
        await expect(read).rejects.toMatchObject(failure);
  });

  it('a file that was moved away and back still works', async () => {
    const kept = await openKept();
    await kept.add('Ada likes tea');
    renameSync(path, `${path}-moved`);
    await expect(kept.contents()).rejects.toMatchObject({ code: 'unavailable' });
    renameSync(`${path}-moved`, path);
    await kept.add('Ada sails the Heron');
    expect(await kept.contents()).toHaveLength(2);
  });
});
