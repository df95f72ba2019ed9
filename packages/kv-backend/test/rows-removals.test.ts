import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMemory } from '@mneme/core';
import { sqliteRows } from '@mneme/sqlite';
import { storeBackend } from '@mneme/store';
import { describe, expect, it } from 'vitest';
import { filesWith } from './encrypted-file.ts';
import { inFile } from './in-file.ts';
import { openRows } from './kept.ts';
import { firstEmbedder } from './life.ts';
import { closing, folder, path, useStore } from './store.ts';

useStore();

const marker = 'zqxjkvmarker';
const note = { scope: 'ada', id: 'a', at: 1, content: `The ${marker} sails` };
const key = ['ada', 'a'];

const removals = {
  removed: { remove: { notes: [key] } },
  'removed with its scope': { remove: { notes: [['ada']] } },
  replaced: { put: { notes: [{ ...note, content: 'Ada sails' }] } },
  patched: { patch: [{ table: 'notes', key, set: { content: null } }] },
};

describe('the text of a row that was', () => {
  it.each(Object.entries(removals))('%s is nowhere once remains says so', async (_, batch) => {
    const rows = await openRows();
    await rows.write('ada', { put: { notes: [note] } });
    expect(await rows.remains({ wait: true })).toEqual({ bytes: 'removed' });
    expect(filesWith(folder, marker)).not.toEqual([]);
    await rows.write('ada', batch);
    expect(await rows.remains({ wait: true })).toEqual({ bytes: 'removed' });
    expect(filesWith(folder, marker)).toEqual([]);
  });

  it('added by a memory is no removal, after which the file would be cleaned', async () => {
    const rows = closing(sqliteRows({ path }));
    const memory = closing(
      await createMemory({ backend: storeBackend(rows), embedder: firstEmbedder }),
    );
    const ada = memory.scope('ada');
    const { id } = await ada.store({ content: 'Ada sails' });
    await ada.store({ content: 'Bob rows' });
    const documents = await ada.stores.create({ name: 'notes' });
    await documents.write({ path: '/a.md', content: 'Ada sails' });
    await documents.write({ path: '/b.md', content: 'Bob rows' });
    const cleanings = async () => {
      await rows.remains({ wait: true });
      return inFile(path, (file) =>
        file.prepareColumn("SELECT count(*) FROM marks_1 WHERE key = 'swept'").get(),
      );
    };
    expect(await cleanings()).toBe(0);
    await ada.delete(id);
    expect(await cleanings()).toBe(1);
  });

  it('removed by a process that was killed is removed by the next one', async () => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'remove-row.mjs'), path], {
      stdio: ['ignore', 'pipe', 'inherit'],
    }) as ChildProcess & { stdout: NodeJS.ReadableStream };
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'close');
    expect(filesWith(folder, marker)).not.toEqual([]);
    const rows = await openRows();
    expect(await rows.remains({ wait: true })).toEqual({ bytes: 'removed' });
    expect(filesWith(folder, marker)).toEqual([]);
  });
});

it('a damaged log is refused, and reported by a check', async () => {
  const rows = await openRows();
  for (const id of ['a', 'b', 'c']) await rows.write('ada', { put: { notes: [{ ...note, id }] } });
  const copied = join(folder, 'copied.db');
  const copy = () => {
    for (const ending of ['', '-wal']) copyFileSync(path + ending, copied + ending);
  };
  copy();
  const intact = await openRows({ path: copied });
  expect((await intact.read('ada', [{ table: 'notes', is: ['ada'] }]))[0]).toHaveLength(3);
  await intact.close();
  copy();
  const log = readFileSync(`${copied}-wal`);
  log[100] = (log[100] as number) ^ 1;
  writeFileSync(`${copied}-wal`, log);
  await expect(openRows({ path: copied })).rejects.toMatchObject({
    code: 'damaged',
    message: expect.stringContaining('log'),
  });
  const faulty = await openRows({ path: copied, inspect: true });
  expect(await faulty.check()).toMatchObject([
    { kind: 'structure', problem: expect.stringContaining('log'), mend: 'none' },
  ]);
});
