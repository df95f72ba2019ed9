import { inMemoryBackend } from '@mneme/conformance';
import { createMemory } from '@mneme/core';
import { expect, it } from 'vitest';
import { letterEmbedder } from '../tools/letter-embedder.mjs';

it('refuses to prune documents without a document store, and prunes no records', async () => {
  const memory = await createMemory({ backend: inMemoryBackend(), embedder: letterEmbedder });
  const ada = memory.scope('ada');
  await ada.storeMany([{ content: 'Likes tea' }, { content: 'Rides a bicycle' }]);
  const options = { maxRecords: 1, documentsUnreadForDays: 30 };
  for (const pruning of [ada.prune(options), memory.prune(options)])
    await expect(pruning).rejects.toMatchObject({ code: 'unsupported' });
  expect((await ada.list()).memories).toHaveLength(2);
  expect(await memory.prune({ maxRecords: 1 })).toMatchObject({ pruned: 1 });
  await memory.close();
});
