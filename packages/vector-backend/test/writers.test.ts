import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { letterEmbedder } from '../../../tools/letter-embedder.mjs';
import type { QdrantServer } from '../../../tools/qdrant-server.mjs';
import { dropCollection, emptyCollection, newCollectionName } from './collections.ts';
import { describeOnCollection } from './on-server.ts';
import { openMemory } from './support.ts';

const script = new URL('./store-many-times.mjs', import.meta.url).pathname;

describeOnCollection('several writers on Qdrant', ({ collection, server: onServer }) => {
  let server: QdrantServer;
  beforeAll(() => {
    server = onServer();
  });
  afterEach(() => emptyCollection(server, collection));

  it('the same facts stored by three processes at once give one record per fact, with the tags of all', async () => {
    const memory = await openMemory(server, { collection });
    const run = (tag: string) =>
      promisify(execFile)(process.execPath, [script], {
        env: {
          ...process.env,
          TEST_URL: server.url,
          TEST_KEY: server.apiKey ?? '',
          TEST_COLLECTION: collection,
          TEST_TAG: tag,
        },
      });
    await Promise.all(['one', 'two', 'three'].map(run));
    const { memories } = await memory.scope('shared').list({ limit: 100 });
    expect(memories.map(({ content }) => content).sort()).toEqual(
      Array.from({ length: 10 }, (_, index) => `Fact number ${index} of the team`),
    );
    for (const { tags } of memories) expect([...tags].sort()).toEqual(['one', 'three', 'two']);
    await memory.close();
  });

  it('the same fact stored twenty times at once gives one record, changed once by each', async () => {
    const memory = await openMemory(server, { collection });
    const ada = memory.scope('ada');
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        ada.store({ content: 'Prefers window seats', tags: [`writer ${index}`] }),
      ),
    );
    expect(new Set(results.map(({ id }) => id)).size).toBe(1);
    expect(results.filter(({ outcome }) => outcome === 'created')).toHaveLength(1);
    expect(results.filter(({ outcome }) => outcome === 'confirmed')).toHaveLength(19);
    const { memories } = await ada.list();
    expect(memories.map(({ version, tags }) => [version, tags.length])).toEqual([[20, 20]]);
    const audit = await memory.audit({ scope: 'ada', limit: 100 });
    const actions = audit.map(({ action }) => action).sort();
    expect(actions).toEqual([...Array(19).fill('confirm'), 'create']);
    await memory.close();
  }, 60_000);

  it('ten concurrent changes of one fact give ten generations', async () => {
    const memory = await openMemory(server, { collection, timeoutMs: 20_000 });
    const ada = memory.scope('ada');
    const source = { externalId: 'desk' };
    const desks = Array.from({ length: 10 }, (_, index) => `Sits at desk ${index}`);
    const results = await Promise.all(desks.map((content) => ada.store({ content, source })));
    const { memories } = await ada.list();
    expect(memories).toHaveLength(1);
    const history = await ada.history(memories[0]?.id ?? '');
    expect(history.map(({ content }) => content).sort()).toEqual(desks);
    expect(results.filter(({ outcome }) => outcome === 'superseded')).toHaveLength(9);
    await memory.close();
  }, 60_000);

  it('a replaced fact that is stored again is a new record, and the old one stays in the history', async () => {
    const memory = await openMemory(server, { collection });
    const ada = memory.scope('ada');
    const store = async (content: string) => {
      const { id } = await ada.store({ content, source: { externalId: 'seat' } });
      return id;
    };
    const window = await store('Prefers window seats');
    const aisle = await store('Prefers aisle seats');
    const again = await store('Prefers window seats');
    expect(new Set([window, aisle, again]).size).toBe(3);
    expect((await ada.history(again)).map(({ id }) => id)).toEqual([window, aisle, again]);
    await ada.delete(again, { keepHistory: true });
    const anew = await store('Prefers window seats');
    expect((await ada.get(window))?.supersededBy).toBe(aisle);
    expect((await ada.list()).memories.map(({ id }) => id)).toEqual([anew]);
    await memory.close();
  });

  it('storing a merged fact again does not remove the merged text', async () => {
    const settings = {
      embedder: { ...letterEmbedder, calibration: { duplicate: 0, related: 0, relevant: 0 } },
      judge: async () => 'update' as const,
    };
    const memory = await openMemory(server, { collection, settings });
    const ada = memory.scope('ada');
    const { id } = await ada.store({ content: 'Likes green tea' });
    await ada.store({ content: 'Likes tea in the garden', onConflict: 'merge' });
    const merged = await ada.get(id);
    const again = await ada.store({ content: 'Likes green tea', onConflict: 'keepBoth' });
    await ada.store({ content: 'Likes green tea', category: 'relationship' });
    expect(again.id).not.toBe(id);
    expect((await ada.get(id))?.content).toBe(merged?.content);
    await memory.close();
  });

  it('storing an expired fact again creates a new record', async () => {
    let now = new Date('2026-03-01T09:00:00.000Z');
    const memory = await openMemory(server, { collection, settings: { clock: () => now } });
    const ada = memory.scope('ada');
    const first = await ada.store({ content: 'Is in Rome', expiresAt: '2026-03-02T00:00:00.000Z' });
    now = new Date('2026-04-01T09:00:00.000Z');
    const second = await ada.store({ content: 'Is in Rome' });
    expect(second.id).not.toBe(first.id);
    expect((await ada.get(first.id, { includeExpired: true }))?.expiresAt).toBe(
      '2026-03-02T00:00:00.000Z',
    );
    await memory.close();
  });

  it('two processes that open a new collection at the same time agree on one embedder', async () => {
    const other = {
      identity: async () => ({ name: 'other', revision: '1', dimensions: 4, pooling: 'none' }),
      embed: async (texts: readonly string[]) => texts.map(() => Float32Array.of(1, 0, 0, 0)),
    };
    const collection = newCollectionName();
    const outcomes = await Promise.allSettled([
      openMemory(server, { collection }),
      openMemory(server, { collection, settings: { embedder: other } }),
    ]);
    const opened = outcomes.filter(({ status }) => status === 'fulfilled');
    const refused = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason.code] : [],
    );
    await dropCollection(server, collection);
    expect([opened.length, refused]).toEqual([1, ['embedder_mismatch']]);
  });
});
