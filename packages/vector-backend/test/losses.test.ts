import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { shortLetterEmbedder } from '../../../tools/letter-embedder.mjs';
import { type OwnQdrantServer, startQdrant, whyNoBinary } from '../../../tools/qdrant-server.mjs';
import { bareClient, dropCollection, newCollectionName } from './collections.ts';
import { failureOf, newPath, openMemory } from './support.ts';

const reason = whyNoBinary();
const contentsOf = ({ memories }: { memories: { content: string }[] }) =>
  memories.map(({ content }) => content);

describe.skipIf(reason)(`Qdrant beside rows${reason ? ` [skipped: ${reason}]` : ''}`, () => {
  let server: OwnQdrantServer;
  beforeAll(async () => {
    server = await startQdrant({ apiKey: 'secret-key' });
  });
  afterAll(() => server.stop());
  const pointsOf = async (collection: string) => {
    const { count } = await bareClient(server).count(collection, {
      exact: true,
      filter: { must_not: [{ is_empty: { key: 'scope' } }] },
    });
    return count;
  };

  it('is not needed for a write, and searches say so while it is down', async () => {
    const collection = newCollectionName();
    const at = { collection, path: newPath() };
    const memory = await openMemory(server, at);
    const ada = memory.scope('ada');
    await ada.store({ content: 'Prefers window seats' });
    expect(await ada.retrieve('window')).not.toHaveProperty('degraded');
    await server.kill();
    await ada.store({ content: 'Prefers green tea' });
    const found = await ada.retrieve('green tea');
    expect(contentsOf(found)[0]).toBe('Prefers green tea');
    expect(found.degraded).toContain(server.url);
    expect(found.degraded).not.toContain('secret-key');
    const strict = await openMemory(server, { ...at, whenDown: 'unavailable' });
    expect((await failureOf(strict.scope('ada').retrieve('tea'))).code).toBe('unavailable');

    await server.start();
    expect(contentsOf(await strict.scope('ada').retrieve('green tea'))[0]).toBe(
      'Prefers green tea',
    );
    await vi.waitUntil(async () => (await ada.retrieve('tea')).degraded === undefined, 30_000);
    expect(await pointsOf(collection)).toBe(2);
  });

  it('is filled again when its collection was dropped', async () => {
    const collection = newCollectionName();
    const steps: { revision: number; of: number }[] = [];
    const memory = await openMemory(server, {
      ...{ collection, path: newPath(), onProgress: (step: (typeof steps)[0]) => steps.push(step) },
    });
    const ada = memory.scope('ada');
    for (let batch = 0; batch < 12; batch++)
      await ada.storeMany(
        Array.from({ length: 100 }, (_, at) => ({
          content: `Parcel ${batch * 100 + at} lies in bay ${at % 7}`,
        })),
        { onConflict: 'keepBoth' },
      );
    await ada.retrieve('parcel');
    expect(await pointsOf(collection)).toBe(1200);
    await dropCollection(server, collection);
    steps.length = 0;
    expect(contentsOf(await ada.retrieve('parcel 1199'))).toContain('Parcel 1199 lies in bay 1');
    expect(await pointsOf(collection)).toBe(1200);
    expect(steps.at(-1)).toMatchObject({ revision: steps.at(-1)?.of });
  });

  it('gets again what it has lost, and loses what was removed', async () => {
    const collection = newCollectionName();
    const at = { collection, path: newPath() };
    const before = (await openMemory(server, at)).scope('ada');
    const stored = [];
    for (const seat of ['window', 'aisle', 'middle'])
      stored.push(await before.store({ content: `Row ${seat} is free`, onConflict: 'keepBoth' }));
    await before.retrieve('row');
    const client = bareClient(server);
    const { points } = await client.scroll(collection, { limit: 10, with_payload: true });
    const [one] = points.filter(({ payload }) => String(payload?.words).includes('window'));
    await client.delete(collection, { wait: true, points: [one?.id as string] });
    const ada = (await openMemory(server, at)).scope('ada');
    expect(contentsOf(await ada.retrieve('window'))[0]).toBe('Row window is free');
    await ada.delete(stored[0]?.id as string);
    expect(contentsOf(await ada.retrieve('window'))).not.toContain('Row window is free');
    expect(await pointsOf(collection)).toBe(2);
  });

  it('has nothing of an erased scope, also if it was down then', async () => {
    const collection = newCollectionName();
    const memory = await openMemory(server, { collection, path: newPath() });
    for (const name of ['ada', 'bob']) {
      await memory.scope(name).store({ content: 'Prefers window seats' });
      await memory.scope(name).retrieve('window');
    }
    expect(await pointsOf(collection)).toBe(2);
    await memory.scope('bob').erase();
    expect(await pointsOf(collection)).toBe(1);
    await server.kill();
    const receipt = await memory.scope('ada').erase();
    expect(receipt.bytesReason).toMatch(/must still forget 1 erased scope/);
    await server.start();
    await vi.waitUntil(async () => {
      await memory.scope('nobody').erase();
      return (await pointsOf(collection)) === 0;
    }, 30_000);
  });

  it('finds the new vectors after a change of the embedder', async () => {
    const at = { collection: newCollectionName(), path: newPath() };
    const memory = await openMemory(server, at);
    const ada = memory.scope('ada');
    await ada.store({ content: 'Prefers window seats' });
    await ada.retrieve('window');
    await memory.reembed({ embedder: shortLetterEmbedder });
    const again = await openMemory(server, { ...at, settings: { embedder: shortLetterEmbedder } });
    expect(contentsOf(await again.scope('ada').retrieve('window'))).toEqual([
      'Prefers window seats',
    ]);
    expect(await pointsOf(at.collection)).toBe(1);
  });

  it.each([
    ['another program', undefined, /give another collection name/],
    ['another version', { mneme: { schema: 2 } }, /has schema 2, .* give another collection name/],
  ])('refuses to write to a collection of %s', async (_, metadata, message) => {
    const collection = newCollectionName();
    const client = bareClient(server);
    await client.createCollection(collection, { vectors: { size: 4, distance: 'Cosine' } });
    if (metadata) await client.updateCollection(collection, { metadata } as object);
    const memory = await openMemory(server, { collection, path: newPath() });
    await memory.scope('ada').store({ content: 'Prefers tea', onConflict: 'keepBoth' });
    const error = await failureOf(memory.scope('ada').retrieve('tea'));
    expect([error.code, error.field]).toEqual(['foreign_store', 'collection']);
    expect(error.message).toMatch(message);
  });

  it('names both values of a setting that differs from the collection', async () => {
    const at = { collection: newCollectionName(), path: newPath() };
    const memory = await openMemory(server, at);
    await memory.scope('ada').store({ content: 'Prefers tea' });
    await memory.scope('ada').retrieve('tea');
    const other = await openMemory(server, { ...at, shardNumber: 3 });
    await other.scope('ada').store({ content: 'Prefers milk', onConflict: 'keepBoth' });
    const error = await failureOf(other.scope('ada').retrieve('tea'));
    expect(error.field).toBe('shardNumber');
    expect(error.message).toMatch(/shardNumber is 3, .* was made with 1/);
  });
});
