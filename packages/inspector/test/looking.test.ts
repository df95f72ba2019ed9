import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemory, type Memory } from '@mneme/core';
import { staticEmbedder } from '@mneme/embedders';

import { sqliteBackend } from '@mneme/sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openMemory } from '../../runtime/src/index.ts';
import { noBrowser, shownText } from './browser.ts';
import { inspectDemo } from './inspected-demo.ts';

/** Who only looks leaves no trace. */

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mneme-looking-'));
  path = join(folder, 'ada.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function filled(): Promise<string> {
  const memory = await open();
  const { id } = await memory.scope('ada').store({ content: 'Ada likes green tea.' });
  const notes = await memory.scope('ada').stores.open('notes', { create: true });
  await notes.create({ path: '/tea.md', content: 'green' });
  await memory.close();
  return id;
}

const open = (): Promise<Memory> =>
  createMemory({ backend: sqliteBackend({ path }), embedder: staticEmbedder() });

it('a scope with countReads false counts neither recalls nor searches nor reads of documents', async () => {
  const id = await filled();
  const memory = await open();
  const looked = memory.scope('ada', { countReads: false });
  const [notes] = (await looked.stores.list()).stores;
  expect((await looked.retrieve('tea')).memories).toHaveLength(1);
  await looked.recall('Which tea?');
  await looked.stores.at(notes?.id as string).read('/tea.md');
  await memory.close();
  const again = await open();
  expect(await again.scope('ada').get(id)).toMatchObject({ accessCount: 0 });
  const expired = await again.prune({ documentsUnreadForDays: 1, dryRun: true });
  expect(expired.documents).toBeDefined();
  // A program that reads is still counted.
  await again.scope('ada').retrieve('tea');
  await again.close();
  const last = await open();
  expect(await last.scope('ada').get(id)).toMatchObject({ accessCount: 1 });
  await last.close();
});

it('an expired memory is listed and changed only if asked for', async () => {
  let now = Date.parse('2026-03-01T09:00:00Z');
  const memory = await createMemory({
    backend: sqliteBackend({ path }),
    embedder: staticEmbedder(),
    clock: () => new Date(now),
  });
  const ada = memory.scope('ada');
  const { id } = await ada.store({ content: 'Ada is away.', expiresAt: '2026-03-02' });
  now += 3 * 86_400_000;
  expect((await ada.list()).memories).toEqual([]);
  expect((await ada.list({ includeExpired: true })).memories).toMatchObject([{ id }]);
  await expect(ada.update(id, { expiresAt: null })).rejects.toMatchObject({ code: 'not_found' });
  await ada.update(id, { expiresAt: null }, { includeExpired: true });
  expect((await ada.list()).memories).toMatchObject([{ id }]);
  await memory.close();
});

it('a memory that is opened with readOnly changes no byte of its file, whatever is read', async () => {
  await filled();
  const state = () =>
    Object.fromEntries(
      readdirSync(folder).map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex'),
      ]),
    );
  const before = state();
  const { memory, close } = await openMemory({ db: path, readOnly: true, embedder: 'static' });
  const ada = memory.scope('ada');
  expect((await ada.retrieve('tea')).memories).toHaveLength(1);
  await ada.recall('Which tea?');
  const [notes] = (await ada.stores.list()).stores;
  await ada.stores.at(notes?.id as string).read('/tea.md');
  await expect(ada.store({ content: 'Ada likes black tea.' })).rejects.toThrow();
  await close();
  expect(state()).toEqual(before);
});

it.skipIf(noBrowser)(
  'a person who asks and searches in the inspector changes no count',
  async () => {
    const demo = await inspectDemo();
    const { page, go, context } = await demo.enter();
    const counts = async () => {
      const { memories } = await demo.memory.scope('Ada').list({ limit: 1000 });
      return memories.map(({ id, accessCount, lastAccessedAt }) => [
        id,
        accessCount,
        lastAccessedAt,
      ]);
    };
    const flushed = async () => {
      await demo.memory.scope('Ada').doctor({ near: false });
      return counts();
    };
    const before = await flushed();
    await go('/ask?scope=Ada&q=Where+does+Ada+live+now');
    await page.locator('.block').waitFor();
    await go('/browse?scope=Ada&q=penicillin&kind=all');
    expect(await shownText(page.locator('.rows'))).toContain('penicillin');
    expect(await flushed()).toEqual(before);
    await context.close();
    await demo.close();
  },
);
