import { createMemory, type Embedder } from '@mneme/core';
import { sqliteBackend } from '@mneme/sqlite';
import { expect, it } from 'vitest';
import { letterEmbedder } from '../../../tools/letter-embedder.mjs';
import { sealedBackend } from '../src/index.ts';
import { memoryKeyring } from './memory-keyring.ts';

it('a sealed memory changes the embedding model of document passages', async () => {
  const backend = sealedBackend(sqliteBackend({ path: ':memory:' }), { keyring: memoryKeyring() });
  const memory = await createMemory({ backend, embedder: letterEmbedder });
  const notes = await memory.scope('ada').stores.open('notes', { create: true });
  const content = `# Boats\n\n${'The mast is new. '.repeat(90)}\n\n# Tea\n\n${'Green, never black. '.repeat(90)}`;
  await notes.write({ path: '/a.md', content });
  await notes.write({ path: '/empty.md', content: '' });
  const embedded: string[] = [];
  const embedder: Embedder = {
    identity: async () => ({ ...(await letterEmbedder.identity()), name: 'other' }),
    embed: async (texts, options) => {
      embedded.push(...texts);
      return letterEmbedder.embed(texts, options);
    },
  };
  const report = await memory.reembed({ embedder, batchSize: 2 });
  expect(report.embedded).toBeGreaterThan(2);
  expect(embedded.join()).toMatch(/The mast is new.*Green, never black/s);
  const { documents } = await notes.search('Green, never black');
  expect(documents[0]?.excerpt).toContain('Green, never black');
  await memory.close();
});
