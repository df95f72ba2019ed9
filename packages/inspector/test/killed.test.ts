import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createMemory } from '@mneme/core';
import { staticEmbedder } from '@mneme/embedders';
import { sqliteBackend } from '@mneme/sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';

const command = fileURLToPath(new URL('../../cli/src/bin.ts', import.meta.url));

let folder: string;
let path: string;
let child: ChildProcess | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mneme-killed-'));
  path = join(folder, 'ada.db');
});
afterEach(async () => {
  await end('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});

async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (child === undefined) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
  child = undefined;
}

/** `mneme open`, and the link that it prints. */
async function open(): Promise<URL> {
  const options = ['open', '--db', path, '--embedder', 'static', '--no-browser'];
  child = spawn(process.execPath, [command, ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(createInterface(child.stdout as NodeJS.ReadableStream), 'line');
  return new URL(String(line));
}

const memoryOf = () =>
  createMemory({ backend: sqliteBackend({ path }), embedder: staticEmbedder() });

it('a deletion is in the store when its page is shown: kill -9 does not lose it, and the next start carries it out', async () => {
  const memory = await memoryOf();
  const ada = memory.scope('ada');
  await ada.episodes.append([{ content: 'I am allergic to penicillin.', speaker: 'Ada' }], {
    session: 'a',
  });
  const [fact] = (await ada.list({ kinds: ['fact'] })).memories;
  const id = fact?.id as string;
  const link = await open();
  const entered = await fetch(link, { redirect: 'manual' });
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? '';
  const at = (place: string) => `${link.origin}/memory/${id}${place}?scope=ada`;
  const page = await (await fetch(at('/delete'), { headers: { cookie } })).text();
  const field = (name: string) =>
    new RegExp(`name="${name}" value="([^"]+)"`).exec(page)?.[1] ?? '';
  const deleted = await fetch(at('/delete'), {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, origin: link.origin },
    body: new URLSearchParams({ token: field('token'), version: field('version') }),
  });
  expect(deleted.status).toBe(303);
  await end('SIGKILL');
  // Nobody is given it any more, whatever comes of the inspector.
  expect(await ada.get(id)).toBeUndefined();
  expect((await ada.list({ kinds: ['fact'] })).memories).toEqual([]);
  expect(await ada.get(id, { includeExpired: true })).toBeDefined();
  await open();
  await expect
    .poll(() => ada.get(id, { includeExpired: true }), { timeout: 60_000, interval: 200 })
    .toBeUndefined();
  await expect.poll(async () => (await ada.list()).memories, { timeout: 60_000 }).toEqual([]);
  await end('SIGTERM');
  await memory.close();
});
