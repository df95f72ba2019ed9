import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, beforeAll, expect, it } from 'vitest';
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
