import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createMemory } from '@mneme/core';
import { type SqliteBackend, sqliteBackend } from '@mneme/sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { openForeignFile } from '../src/foreign-file.ts';
import { closing, folder, open, openBoth, path, useStore } from './store.ts';

useStore();

let source: string;
beforeEach(() => {
  mkdirSync(join(folder, 'source'));
  source = join(folder, 'source', 'memory.db');
});

/** Everything that may change in the folder of the source. */
const stateOf = () =>
  readdirSync(join(folder, 'source')).map((name) => {
    const file = join(folder, 'source', name);
    return [name, statSync(file).mtimeMs, readFileSync(file).toString('base64')];
  });

const fill = async () => {
  const { backend, memory } = await openBoth();
  await memory.scope('ada').store({ content: 'Ada likes tea' });
  return { backend, memory };
};

/** Each leaves a source with one memory. */
const sources: Record<string, () => Promise<void>> = {
  'a backup': async () => void (await (await fill()).backend.backup({ path: source })),
  'a closed store': async () => {
    await (await fill()).memory.close();
    copyFileSync(path, source);
  },
  'a store that was killed, with all of it in its log': async () => {
    await fill();
    for (const ending of ['', '-wal']) copyFileSync(path + ending, source + ending);
  },
};

const readsOnly = async (): Promise<SqliteBackend> => {
  const backend = closing(sqliteBackend({ path: source, readOnly: true }));
  await backend.open({});
  return backend;
};

describe.each(Object.entries(sources))('%s', (_, make) => {
  it('is read with readOnly, and stays as it was', async () => {
    await make();
    const before = stateOf();
    const backend = closing(sqliteBackend({ path: source, readOnly: true }));
    const ada = (await createMemory({ backend })).scope('ada');
    const { memories } = await ada.list();
    expect(memories.map(({ content }) => content)).toEqual(['Ada likes tea']);
    await expect(ada.delete(memories[0]!.id)).rejects.toMatchObject({
      code: 'read_only',
      message: expect.stringContaining('readOnly'),
    });
    await backend.close();
    expect(stateOf()).toEqual(before);
  });

  it('is backed up with readOnly, and stays as it was', async () => {
    await make();
    const before = stateOf();
    const backend = await readsOnly();
    const restored = join(folder, 'restored.db');
    expect(await backend.backup({ path: restored })).toMatchObject({ records: 1, damaged: [] });
    await backend.close();
    expect(stateOf()).toEqual(before);
    const { memories } = await (await open({ path: restored })).scope('ada').list();
    expect(memories).toHaveLength(1);
  });

  it('is read as the file of another program, and stays as it was', async () => {
    await make();
    const before = stateOf();
    const file = await openForeignFile(source);
    const rows = [...(file.table('scopes', ['name'])?.rows<{ name: string }>() ?? [])];
    expect(rows.map(({ name }) => name)).toEqual(['ada']);
    file.close();
    expect(stateOf()).toEqual(before);
  });
});

it('a link to a store with a log is read with what is in the log', async () => {
  await sources['a store that was killed, with all of it in its log']?.();
  const link = join(folder, 'link.db');
  symlinkSync(source, link);
  const memory = await createMemory({
    backend: closing(sqliteBackend({ path: link, readOnly: true })),
  });
  expect((await memory.scope('ada').list()).memories).toHaveLength(1);
});

it('a store that is open elsewhere is read as it is at the opening, and its process writes on', async () => {
  const { memory } = await fill();
  const backend = closing(sqliteBackend({ path, readOnly: true }));
  const reading = await createMemory({ backend });
  await memory.scope('ada').store({ content: 'Ada sails the Heron' });
  expect((await reading.scope('ada').list()).memories).toHaveLength(1);
  expect((await memory.scope('ada').list()).memories).toHaveLength(2);
});

it('a file that is not there is not made by readOnly', async () => {
  await expect(readsOnly()).rejects.toMatchObject({ code: 'not_found' });
  expect(stateOf()).toEqual([]);
});
