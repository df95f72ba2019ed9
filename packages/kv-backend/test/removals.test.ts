import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Memory } from '@mneme/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { folder, open, path, useStore } from './store.ts';

const needle = 'zqxjkvneedle';
const holderScript = new URL('./snapshot-holder.mjs', import.meta.url).pathname;

let memory: Memory;
let now: number;
useStore({ busyTimeoutMs: 150, clock: () => new Date(now) });
beforeEach(async () => {
  now = Date.parse('2026-03-01T00:00:00Z');
  memory = await open();
});

/** In the file, its log, and any other file in the folder. */
function isThere(word = needle): boolean {
  return readdirSync(folder).some((name) => readFileSync(join(folder, name)).includes(word));
}

/** Looks again and again; a test's own time limit ends one that never comes true. */
async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await pause(10);
}

/** Another process with a read snapshot of the file, until it is told to release it. */
async function holdSnapshot(): Promise<{ letGo(): Promise<void> }> {
  const holder = spawn(process.execPath, [holderScript, path], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await once(holder.stdout, 'data');
  return {
    async letGo() {
      const ended = once(holder, 'exit');
      holder.stdin.end('go\n');
      await ended;
    },
  };
}

/** Data of every kind that can be removed, each with the needle in it. */
async function fill() {
  const ada = memory.scope('ada');
  await memory.scope('bob').store({ content: 'Bob sails the Heron' });
  const { id } = await ada.store({
    content: `The door code word is ${needle}`,
    kind: 'episode',
    tags: [needle],
    source: { session: needle, sequence: 1, externalId: needle },
    metadata: { project: needle },
    expiresAt: '2026-03-02T00:00:00Z',
  });
  const store = await ada.stores.create({ name: 'notes' });
  return { ada, id, store };
}

const removals: Record<
  string,
  (filled: Awaited<ReturnType<typeof fill>>) => Promise<{ bytes: string; bytesReason?: string }>
> = {
  'erase of a scope': async ({ ada, store }) => {
    await store.create({ path: '/a', content: `also ${needle}` });
    return ada.erase();
  },
  'delete of a record': ({ ada, id }) => ada.delete(id),
  'prune of records': async ({ ada }) => {
    now += 3 * 86_400_000;
    return ada.prune();
  },
  'redaction of a version': async ({ ada, id, store }) => {
    await ada.delete(id);
    const first = await store.create({ path: `/${needle}`, content: `also ${needle}` });
    await store.update(first.id, { path: '/a', content: 'harmless' });
    return store.redact(first.versionId);
  },
  'delete of a store': async ({ ada, id, store }) => {
    await ada.delete(id);
    await store.create({ path: '/a', content: `also ${needle}` });
    return ada.stores.delete(store.id);
  },
  'prune of documents': async ({ ada, id, store }) => {
    await ada.delete(id);
    await store.create({ path: '/a', content: `first ${needle}` });
    await store.update('/a', { content: `second ${needle}` });
    now += 40 * 86_400_000;
    return ada.prune({ documentsUnreadForDays: 30 });
  },
};

describe.each(Object.entries(removals))('after the %s', (_, remove) => {
  it('no byte is left while the memory is open, and the receipt says so', async () => {
    const filled = await fill();
    expect(isThere()).toBe(true);
    expect(await remove(filled)).toMatchObject({ bytes: 'removed' });
    expect(isThere()).toBe(false);
    expect(await memory.stats()).not.toHaveProperty('pendingSince');
  });

  it('the receipt says pending while a reader has an old snapshot, and the bytes are removed once it has finished', async () => {
    const filled = await fill();
    const { letGo } = await holdSnapshot();
    const receipt = await remove(filled);
    expect(receipt).toMatchObject({
      bytes: 'pending',
      bytesReason: expect.stringContaining('another connection'),
    });
    expect(await memory.stats()).toHaveProperty('pendingSince');
    await letGo();
    await until(() => !isThere());
    await until(async () => !('pendingSince' in (await memory.stats())));
  });

  it('and a close during a read, the bytes are removed soon after the next open', async () => {
    const filled = await fill();
    const { letGo } = await holdSnapshot();
    await remove(filled);
    await memory.close();
    await letGo();
    memory = await open();
    await until(() => !isThere());
    await until(async () => !('pendingSince' in (await memory.stats())));
  });
});

it.each([300, 1000])(
  'an erasure of %d memories leaves none of their words in the gaps of pages',
  async (length) => {
    const ada = memory.scope('ada');
    const marker = 'xylophone-quixotic';
    const items = Array.from({ length }, (_, index) => ({
      content: `${marker} number ${index}`,
      tags: [`${marker}-tag`],
      source: { speaker: marker },
    }));
    await ada.storeMany(items, { onConflict: 'keepBoth' });
    await memory.scope('bob').store({ content: 'keeps this' });
    expect(await ada.erase()).toMatchObject({ bytes: 'removed' });
    expect(isThere('xylophon')).toBe(false);
    expect((await memory.scope('bob').retrieve('keeps')).memories).toHaveLength(1);
  },
);

it('a removal overwrites the gaps of pages, where SQLite leaves copies of rows that it has moved', async () => {
  const { id } = await memory.scope('ada').store({ content: 'Ada likes tea' });
  await memory.close();
  const file = readFileSync(path);
  for (let page = 4096; page < file.length; page += 4096) {
    const gap = page + 8 + 2 * file.readUInt16BE(page + 3);
    // Of the leaf of a table, the content begins well after the pointers to its cells.
    if (file[page] === 13 && file.readUInt16BE(page + 5) > 1000) file.write(needle, gap + 20);
  }
  writeFileSync(path, file);
  expect(isThere()).toBe(true);
  memory = await open();
  expect(await memory.scope('ada').delete(id)).toMatchObject({ bytes: 'removed' });
  expect(isThere()).toBe(false);
});

it('deleting a memory deletes those that it replaced, but not the one that replaced it', async () => {
  const ada = memory.scope('ada');
  const first = await ada.store({ content: 'I live in Berlin' });
  const second = await ada.store({ content: 'I live in Porto' }, { onConflict: 'supersede' });
  const third = await ada.update(second.id, { content: 'I live in Faro' });
  const fourth = await ada.update(second.id, { content: 'I live in Lagos' });
  expect(await ada.history(second.id)).toHaveLength(4);
  const kept = await ada.delete(first.id);
  expect(kept.removed).toEqual([first.id]);
  const receipt = await ada.delete(second.id, { reason: 'asked for' });
  expect(new Set(receipt.removed)).toEqual(new Set([second.id, third.replaced, fourth.replaced]));
  expect((await ada.list({ includeSuperseded: true })).memories).toEqual([]);
  expect(isThere('Berlin') || isThere('Porto') || isThere('Lagos')).toBe(false);
  expect(
    (await memory.audit({ scope: 'ada' })).filter(({ action }) => action === 'delete'),
  ).toHaveLength(4);
});

it('deleting a memory keeps its history on request', async () => {
  const ada = memory.scope('ada');
  const { id } = await ada.store({ content: 'I live in Berlin' });
  const { replaced } = await ada.update(id, { content: 'I live in Faro' });
  expect((await ada.delete(id, { keepHistory: true })).removed).toEqual([id]);
  expect((await ada.get(replaced as string))?.content).toBe('I live in Berlin');
});

it('an expired memory is removed with those that it replaced', async () => {
  const ada = memory.scope('ada');
  const { id } = await ada.store({ content: 'I live in Berlin' });
  await ada.update(id, { content: 'I live in Faro', expiresAt: '2026-03-02T00:00:00Z' });
  now += 3 * 86_400_000;
  expect(await ada.prune()).toMatchObject({ pruned: 2 });
  expect(isThere('Berlin') || isThere('Faro')).toBe(false);
});

describe('data removed by an update', () => {
  it.each(['metadata', 'tags'] as const)(
    'is removed from the file at the next idle time: %s',
    async (field) => {
      const ada = memory.scope('ada');
      const old = { metadata: { note: needle }, tags: [needle] };
      const { id } = await ada.store({ content: 'Ada likes tea', [field]: old[field] });
      expect(isThere()).toBe(true);
      await ada.update(id, field === 'tags' ? { tags: ['tea'] } : { metadata: { note: 'of Ada' } });
      await until(() => !isThere());
    },
  );

  it('stays in the history, with the old text', async () => {
    const ada = memory.scope('ada');
    const { id } = await ada.store({ content: 'Ada likes tea', metadata: { note: needle } });
    const { replaced } = await ada.update(id, { content: 'Ada likes rum', metadata: null });
    expect((await memory.stats()).pendingSince).toBeUndefined();
    expect((await ada.get(replaced!))?.metadata).toEqual({ note: needle });
  });

  it('is removed from the file at the next idle time: the description of a store', async () => {
    const { stores } = memory.scope('ada');
    const store = await stores.create({ name: 'notes', description: needle });
    expect(isThere()).toBe(true);
    await stores.update(store.id, { description: 'of Ada' });
    await until(() => !isThere());
  });
});
