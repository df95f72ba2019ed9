import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemory, type MemoryBackend } from '@mneme/core';
import { sealedRows } from '@mneme/sealed';
import { sqliteRows } from '@mneme/sqlite';
import { storeBackend } from '@mneme/store';
import { inMemoryBackend } from '@mneme/store/memory';
import type { Rows } from '@mneme/store/rows';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnPostgres } from '../packages/postgres-backend/test/on-server.ts';
import { memoryKeyring } from '../packages/sealed/test/memory-keyring.ts';
import { qdrantBackend } from '../packages/vector-backend/src/index.ts';
import { describeOnCollection } from '../packages/vector-backend/test/on-server.ts';
import { letterEmbedder } from '../tools/letter-embedder.mjs';

let folder: string;
let files = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mneme-'));
});
afterAll(() => rm(folder, { recursive: true }));

const inFile = () => sqliteRows({ path: join(folder, `${files++}.db`) });
const sealed = (rows: Rows) => storeBackend(sealedRows(rows, { keyring: memoryKeyring() }));

/** What every store does, from the first memory to its proven erasure. */
async function live(backend: MemoryBackend): Promise<void> {
  const memory = await createMemory({ backend, embedder: letterEmbedder });
  const ada = memory.scope('user:ada');
  await ada.store({ content: 'Ada keeps a red boat in the harbour', tags: ['boat'] });
  await ada.store({ content: 'User works at Lidl', category: 'project_context' });
  await ada.store({ content: 'User now works at Aldi', category: 'project_context' });
  await memory.scope('user:bob').store({ content: 'Bob keeps a red boat too' });
  await ada.episodes.append([{ role: 'user', content: 'My boat is sold' }], { session: 's' });

  const found = await ada.retrieve('red boat', { tags: ['boat'] });
  expect(found.memories.map(({ content }) => content)).toEqual([
    'Ada keeps a red boat in the harbour',
  ]);
  const works = (await ada.retrieve('works at', { kinds: ['fact'] })).memories;
  expect(works.map(({ content }) => content)).toContain('User now works at Aldi');
  expect(works.map(({ content }) => content)).not.toContain('User works at Lidl');
  const { facts, profile } = await ada.recall('Where is the red boat of Ada?');
  const recalled = [...profile, ...facts].map(({ content }) => content);
  expect(recalled).toContain('User now works at Aldi');
  expect(recalled).toContain('Ada keeps a red boat in the harbour');

  const notes = await ada.stores.open('notes', { create: true });
  await notes.create({ path: '/plan', content: 'Paint the boat' });
  await notes.update('/plan', { content: 'Sell the boat' });
  expect((await notes.search('sell')).documents).toMatchObject([{ path: '/plan' }]);
  expect((await notes.versions()).versions).toHaveLength(2);

  expect(await memory.doctor()).toMatchObject({ healthy: true });
  const actions = (await memory.audit({ scope: 'user:ada' })).map(({ action }) => action);
  expect(actions).toEqual(expect.arrayContaining(['create', 'supersede']));
  const receipt = await ada.erase();
  expect(receipt).toMatchObject({ scope: 'user:ada', counts: { stores: 1, versions: 2 } });
  expect(await memory.verifyReceipt(receipt)).toMatchObject({ valid: true, faults: [] });
  expect((await ada.list()).memories).toEqual([]);
  expect((await memory.scope('user:bob').retrieve('boat')).memories).toHaveLength(1);
  expect(await memory.doctor()).toMatchObject({ healthy: true });
  await memory.close();
}

const title = 'stores, finds, recalls, keeps documents, is healthy, and erases with a receipt';

it.each<[string, () => MemoryBackend]>([
  ['memory', inMemoryBackend],
  ['SQLite', () => storeBackend(inFile())],
  ['a sealed SQLite file', () => sealed(inFile())],
])(`a store in %s ${title}`, (_, make) => live(make()));

describeOnPostgres('PostgreSQL', (seat) => {
  it.each<[string, (rows: Rows) => MemoryBackend]>([
    ['PostgreSQL', storeBackend],
    ['sealed PostgreSQL', sealed],
  ])(`a store in %s ${title}`, async (_, make) => {
    const { rows, destroy } = await seat.createRows();
    await live(make(rows));
    await destroy();
  });
});

describeOnCollection('Qdrant', ({ collection, server }) => {
  it(`a store in Qdrant beside SQLite ${title}`, () => {
    const { url, apiKey } = server();
    return live(qdrantBackend({ url, apiKey, collection, rows: inFile() }));
  });
});
