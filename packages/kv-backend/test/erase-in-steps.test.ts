import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Memory } from '@mneme/core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Host } from '../src/host.ts';
import { open, path, useStore } from './store.ts';

/** Too many for one step. */
const count = 8000;
let memory: Memory;
let other: Memory;
useStore();

const filled = mkdtempSync(join(tmpdir(), 'mneme-filled-'));
beforeAll(async () => {
  const filling = await open({ path: join(filled, 'memory.db'), durability: 'normal' });
  const items = Array.from({ length: count }, (_, at) => ({ content: `Page ${at}`, tags: ['t'] }));
  await filling.scope('ada').storeMany(items, { onConflict: 'keepBoth' });
  await filling.scope('bob').store({ content: 'Bob likes rum' });
  await filling.close();
});
afterAll(() => rmSync(filled, { recursive: true }));
beforeEach(async () => {
  copyFileSync(join(filled, 'memory.db'), path);
  memory = await open();
  other = await open();
});

/** Makes the first step of an erasure, and no more, as a process that is killed then. */
async function cutShort(): Promise<void> {
  await memory.close();
  const settings = { driver: 'better-sqlite3', busyTimeoutMs: 1000, durability: 'normal' } as const;
  const host = await Host.load({ path, ...settings });
  const at = new Date().toISOString();
  const receipt = { at, action: 'erase', scope: 'ada', actor: 'application', reason: '' } as const;
  expect(host.run('erase', ['ada', receipt])).toMatchObject({ begun: { joined: false } });
  host.close();
  memory = await open();
}

it('other scopes can be written while a large scope is erased', async () => {
  let done = false;
  const erased = memory
    .scope('ada')
    .erase()
    .finally(() => {
      done = true;
    });
  let written = 0;
  for (; !done; written++) await other.scope('bob').store({ content: `Bob counts to ${written}` });
  expect(await erased).toMatchObject({ records: count, bytes: 'removed' });
  expect(written).toBeGreaterThan(1);
  expect(await memory.verifyReceipt(await erased)).toMatchObject({ valid: true });
  expect(await memory.doctor()).toMatchObject({ healthy: true });
});

it('nothing of a scope is returned once its erasure has begun, and repeating it completes it', async () => {
  const [known] = (await memory.scope('ada').list({ limit: 1 })).memories;
  await cutShort();
  const ada = memory.scope('ada');
  expect((await ada.list()).memories).toEqual([]);
  expect((await ada.retrieve('Page 7')).memories).toEqual([]);
  expect(await ada.get(known!.id)).toBeUndefined();
  expect((await memory.stats()).current).toBe(1);
  expect(await memory.audit({ scope: 'ada' })).toMatchObject([{ action: 'erase' }]);
  expect((await memory.doctor()).findings).toMatchObject([{ kind: 'index', count: 1 }]);
  expect((await ada.doctor()).findings).toMatchObject([{ kind: 'index', count: 1 }]);
  expect((await memory.scope('bob').doctor()).findings).toEqual([]);
  await ada.store({ content: 'Page one of a new book' });
  const again = await ada.erase();
  expect(again).toMatchObject({ records: 1, bytes: 'removed' });
  expect(await memory.verifyReceipt(again)).toMatchObject({ valid: true });
  expect(await memory.doctor()).toMatchObject({ healthy: true, records: 1 });
});

it('an erasure repeated after a kill returns the same receipt as the first would have', async () => {
  await cutShort();
  const receipt = await memory.scope('ada').erase();
  expect(receipt).toMatchObject({ records: count, counts: { auditLines: count } });
  expect(await memory.verifyReceipt(receipt)).toMatchObject({ valid: true });
  expect(await memory.doctor()).toMatchObject({ healthy: true });
});

it('the doctor completes an erasure that was killed', async () => {
  await cutShort();
  expect(await memory.doctor({ fix: true })).toMatchObject({ healthy: true, records: 1 });
});
