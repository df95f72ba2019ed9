import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemory, type Memory } from '@mneme/core';
import { sqliteBackend } from '@mneme/sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { firstEmbedder } from './schemas/life.ts';

const needle = 'zqxjkvneedle';
const holderScript = new URL('./snapshot-holder.mjs', import.meta.url).pathname;

let folder: string;
let path: string;
let memory: Memory;
let now: number;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mneme-removals-'));
  path = join(folder, 'memory.db');
  now = Date.parse('2026-03-01T00:00:00Z');
  memory = await open();
});
afterEach(async () => {
  await memory.close();
  rmSync(folder, { recursive: true });
});

function open(): Promise<Memory> {
  return createMemory({
    backend: sqliteBackend({ path, busyTimeoutMs: 150 }),
    embedder: firstEmbedder,
    clock: () => new Date(now),
  });
}

/** In the file, its log, and whatever else lies beside them. */
function isThere(word = needle): boolean {
  return readdirSync(folder).some((name) => readFileSync(join(folder, name)).includes(word));
}

/** Another process, which reads the file as it is now until it is told to let go. */
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

/** Something of every kind that can be removed, with the needle in it. */
async function fill() {
  const ada = memory.scope('ada');
  await memory.scope('bob').store({ content: 'Bob sails the Heron' });
  const { id } = await ada.store({
    content: `The door code word is ${needle}`,
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

  it('a reader of the old snapshot makes the receipt say pending, and the bytes go once it has finished', async () => {
    const filled = await fill();
    const { letGo } = await holdSnapshot();
    const receipt = await remove(filled);
    expect(receipt).toMatchObject({
      bytes: 'pending',
      bytesReason: expect.stringContaining('another connection'),
    });
    expect(await memory.stats()).toHaveProperty('pendingSince');
    await letGo();
    await vi.waitFor(() => expect(isThere()).toBe(false), { timeout: 15_000, interval: 50 });
    await vi.waitFor(async () => expect(await memory.stats()).not.toHaveProperty('pendingSince'));
  });

  it('and a close under a reader, the bytes go soon after the file is opened next', async () => {
    const filled = await fill();
    const { letGo } = await holdSnapshot();
    await remove(filled);
    await memory.close();
    await letGo();
    memory = await open();
    await vi.waitFor(() => expect(isThere()).toBe(false), { timeout: 15_000, interval: 50 });
    await vi.waitFor(async () => expect(await memory.stats()).not.toHaveProperty('pendingSince'));
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

it('a deleted memory takes along what it had replaced, and not what replaced it', async () => {
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

it('a deleted memory leaves its history where that is asked for', async () => {
  const ada = memory.scope('ada');
  const { id } = await ada.store({ content: 'I live in Berlin' });
  const { replaced } = await ada.update(id, { content: 'I live in Faro' });
  expect((await ada.delete(id, { keepHistory: true })).removed).toEqual([id]);
  expect((await ada.get(replaced as string))?.content).toBe('I live in Berlin');
});

it('an expired memory takes along what it had replaced', async () => {
  const ada = memory.scope('ada');
  const { id } = await ada.store({ content: 'I live in Berlin' });
  await ada.update(id, { content: 'I live in Faro', expiresAt: '2026-03-02T00:00:00Z' });
  now += 3 * 86_400_000;
  expect(await ada.prune()).toMatchObject({ pruned: 2 });
  expect(isThere('Berlin') || isThere('Faro')).toBe(false);
});

describe('what an update takes away', () => {
  it.each(['metadata', 'tags'] as const)('leaves the file at the next pause: %s', async (field) => {
    const ada = memory.scope('ada');
    const old = { metadata: { note: needle }, tags: [needle] };
    const { id } = await ada.store({ content: 'Ada likes tea', [field]: old[field] });
    expect(isThere()).toBe(true);
    await ada.update(id, field === 'tags' ? { tags: ['tea'] } : { metadata: { note: 'of Ada' } });
    await vi.waitFor(() => expect(isThere()).toBe(false), { timeout: 15_000, interval: 50 });
  });

  it('stays where the history keeps it, with its text', async () => {
    const ada = memory.scope('ada');
    const { id } = await ada.store({ content: 'Ada likes tea', metadata: { note: needle } });
    const { replaced } = await ada.update(id, { content: 'Ada likes rum', metadata: null });
    expect((await memory.stats()).pendingSince).toBeUndefined();
    expect((await ada.get(replaced!))?.metadata).toEqual({ note: needle });
  });

  it('leaves the file at the next pause: the description of a store', async () => {
    const { stores } = memory.scope('ada');
    const store = await stores.create({ name: 'notes', description: needle });
    expect(isThere()).toBe(true);
    await stores.update(store.id, { description: 'of Ada' });
    await vi.waitFor(() => expect(isThere()).toBe(false), { timeout: 15_000, interval: 50 });
  });
});
