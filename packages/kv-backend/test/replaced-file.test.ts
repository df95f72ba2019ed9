import { copyFileSync, renameSync, rmSync } from 'node:fs';
import { expect, it } from 'vitest';
import { open, path, useStore } from './store.ts';

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

it.each(Object.entries(harms))('no write is acknowledged after %s', async (name, harm) => {
  const memory = await open();
  const ada = memory.scope('ada');
  const { id } = await ada.store({ content: 'Ada likes tea' });
  await ada.retrieve('tea');
  harm();
  const failure = { code: 'unavailable', message: expect.stringMatching(/removed or replaced/) };
  await expect(ada.store({ content: 'Ada likes rum' })).rejects.toMatchObject(failure);
  await expect(ada.delete(id)).rejects.toMatchObject(failure);
  // A deleted log is still readable for those who have it open.
  if (name.includes('log')) expect((await ada.list()).memories).toHaveLength(1);
  else
    for (const read of [ada.list(), ada.retrieve('tea')])
      await expect(read).rejects.toMatchObject(failure);
});

it('a file that was moved away and back still works', async () => {
  const memory = await open();
  const ada = memory.scope('ada');
  await ada.store({ content: 'Ada likes tea' });
  renameSync(path, `${path}-moved`);
  await expect(ada.list()).rejects.toMatchObject({ code: 'unavailable' });
  renameSync(`${path}-moved`, path);
  await ada.store({ content: 'Ada sails the Heron' });
  expect((await ada.list()).memories).toHaveLength(2);
});
