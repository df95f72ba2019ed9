import { createMemory } from '@mneme/core';
import { sqliteBackend } from '@mneme/sqlite';
import { expect, it } from 'vitest';
import { letterEmbedder } from '../../../tools/letter-embedder.mjs';

it('a near duplicate is found among 300 turns with the same words', async () => {
  const backend = sqliteBackend({ path: ':memory:' });
  const memory = await createMemory({ backend, embedder: letterEmbedder, extractor: 'none' });
  const ada = memory.scope('ada');
  const { id } = await ada.store({ content: 'Ada keeps the red boat in the harbour' });
  await ada.episodes.append(
    Array.from({ length: 300 }, (_, at) => ({
      content: `The red boat, which Ada keeps in the harbour, day ${at}`,
    })),
    { session: 's' },
  );
  const [embedded] = await letterEmbedder.embed(['Ada keeps a red boat in the harbour'], {
    kind: 'passage',
  });
  const [match] = await backend.lookUp({
    scope: 'ada',
    now: '2999-01-01T00:00:00.000Z',
    embedder: await letterEmbedder.identity(),
    probes: [
      {
        category: 'factual_knowledge',
        contentKey: 'another',
        vector: embedded as Float32Array,
        terms: ['keep', 'red', 'boat', 'harbour'],
        limit: 1,
      },
    ],
  });
  expect(match?.nearest.map(({ record }) => record.id)).toEqual([id]);
  await memory.close();
});
