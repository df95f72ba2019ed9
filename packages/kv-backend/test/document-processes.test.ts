import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { open, path, useStore } from './store.ts';

useStore({ durability: 'normal' });

const writer = fileURLToPath(new URL('./document-writer.mjs', import.meta.url));

it('writers in several processes lose nothing and respect the limits of the scope', async () => {
  const memory = await open();
  const store = await memory.scope('user:ada').stores.open('notes', { create: true });
  await store.create({ path: '/log', content: '' });

  const exits = ['p', 'q', 'r'].map(async (name) => {
    const child = spawn(process.execPath, [writer, path, name, '10'], { stdio: 'inherit' });
    const [code] = await once(child, 'exit');
    return code;
  });
  expect(await Promise.all(exits)).toEqual([0, 0, 0]);

  const { id, content } = (await store.read('/log'))!;
  const lines = content.trim().split('\n');
  expect(lines).toHaveLength(60);
  expect(new Set(lines).size).toBe(60);
  expect((await memory.scope('user:ada').stores.list()).stores).toHaveLength(1);
  const { versions } = await store.versions({ documentId: id, withContent: true, limit: 1000 });
  const counts = versions.map((version) => version.content!.split('\n').length - 1);
  expect(counts).toEqual(Array.from({ length: 61 }, (_, index) => 60 - index));
  const last = (await store.read('/last'))!;
  expect((await store.versions({ documentId: last.id })).versions).toHaveLength(30);
  expect((await store.list()).items).toHaveLength(12);
});
