import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { randomFrom } from '../../../tools/random.mjs';
import { filesWith } from './encrypted-file.ts';
import { openRows } from './kept.ts';
import { folder, path, useStore } from './store.ts';

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

  it('removed while somebody reads the state before is pending, and removed afterwards', async () => {
    const rows = await openRows({ busyTimeoutMs: 0 });
    await rows.write('ada', { put: { notes: [note] } });
    const holder = spawn(process.execPath, [
      join(import.meta.dirname, 'snapshot-holder.mjs'),
      path,
      'notes',
    ]);
    await once(holder.stdout, 'data');
    await rows.write('ada', removals.removed);
    expect(await rows.remains({ wait: false })).toMatchObject({
      bytes: 'pending',
      bytesReason: expect.stringContaining('another connection'),
      pendingSince: expect.any(String),
    });
    holder.kill('SIGKILL');
    await once(holder, 'close');
    await rows.close();
    expect(filesWith(folder, marker)).toEqual([]);
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

  it.each([1, 2, 3])('removed among many others, by chance, is nowhere (seed %i)', async (seed) => {
    const random = randomFrom(seed);
    const below = (count: number) => Math.floor(random() * count);
    const both = [await openRows(), await openRows()];
    const any = () => both[below(2)]!;
    const word = () =>
      `q${Array.from({ length: 14 }, () => 'bcdfghjkmnpqrtvwxz'[below(18)]).join('')}`;
    const kept = new Map<string, string>();
    const add = async (count: number) => {
      const notes = Array.from({ length: count }, () => {
        const content = Array.from({ length: 1 + below(20) }, word).join(' ');
        return { scope: 'ada', id: `${below(1e9)}`, at: below(9), content };
      });
      await any().write('ada', { put: { notes } });
      for (const { id, content } of notes) kept.set(id, content);
    };
    while (kept.size < 400) await add(1 + below(40));
    for (let round = 0; round < 20; round++) {
      const gone = [...kept.keys()].filter(() => random() < 0.05);
      await any().write('ada', { remove: { notes: gone.map((id) => ['ada', id]) } });
      expect(await any().remains({ wait: true })).toEqual({ bytes: 'removed' });
      const words = gone.flatMap((id) => kept.get(id)!.split(' '));
      for (const id of gone) kept.delete(id);
      expect(words.flatMap((each) => filesWith(folder, each))).toEqual([]);
      await add(below(9));
    }
    const [notes = []] = await any().read('ada', [{ table: 'notes', is: ['ada'] }]);
    expect(new Map(notes.map(({ id, content }) => [id, content]))).toEqual(kept);
    expect(await any().check()).toEqual([]);
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
