import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createMemory } from '@mneme/core';
import { sqliteBackend } from '@mneme/sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';

const writer = fileURLToPath(new URL('./writer.mjs', import.meta.url));
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mneme-crash-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Lets the writer run for a while, then kills it. */
async function killedWriter(kind: string, place: string): Promise<void> {
  const child = spawn(process.execPath, [writer, kind, place], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  const until = Date.now() + Math.random() * 150;
  while (Date.now() < until) await turn();
  child.kill('SIGKILL');
  await once(child, 'exit');
}

function expectWhole(text: string): void {
  const lines = text.split('\n');
  expect(lines).toHaveLength(2001);
  expect(new Set(lines.slice(0, 2000)).size).toBe(1);
}

/** Processes killed one after the other, at random moments. */
const rounds = 20;

it('a killed process leaves no half-written file in a folder', async () => {
  for (let round = 0; round < rounds; round++) {
    await killedWriter('directory', folder);
    expectWhole(await readFile(join(folder, 'file.txt'), 'utf8'));
  }
  expect((await readdir(folder)).filter((name) => !name.startsWith('.mneme-'))).toEqual([
    'file.txt',
  ]);
}, 230_000);

it('a killed process leaves no half-written version in a store', async () => {
  const path = join(folder, 'memory.db');
  for (let round = 0; round < rounds; round++) {
    await killedWriter('store', path);
    const memory = await createMemory({ backend: sqliteBackend({ path }) });
    const store = await memory.scope('user:ada').stores.open('notes');
    const document = await store.read('/file.txt');
    expectWhole(document!.content);
    const { versions } = await store.versions({ withContent: true, limit: 1000 });
    expect(versions[0]).toMatchObject({ id: document!.versionId, content: document!.content });
    for (const { content } of versions) expectWhole(content!);
    await memory.close();
  }
}, 230_000);
