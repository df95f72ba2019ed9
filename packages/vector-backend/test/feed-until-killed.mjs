// Stores facts and finds each again, and prints it once it is found, until it is killed.
import { createMemory } from '@mneme/core';
import { sqliteRows } from '@mneme/sqlite';
import { letterEmbedder } from '../../../tools/letter-embedder.mjs';
import { qdrantBackend } from '../src/index.ts';

const { TEST_URL: url, TEST_KEY: apiKey, TEST_COLLECTION: collection } = process.env;
const { TEST_TAG: tag, TEST_PATH: path } = process.env;
const memory = await createMemory({
  backend: qdrantBackend({
    url,
    apiKey,
    collection,
    timeoutMs: 30_000,
    rows: sqliteRows({ path }),
  }),
  embedder: letterEmbedder,
});
const ada = memory.scope('ada');
for (let index = 0; ; index++) {
  const content = `Desk ${tag}x${index} is by the window`;
  const { id } = await ada.store({ content, onConflict: 'keepBoth' });
  const { memories, degraded } = await ada.retrieve(content, { limit: 5 });
  const isFound = memories.some((found) => found.id === id);
  if (!isFound && degraded === undefined) throw new Error(`${content} was not found`);
  process.stdout.write(`${id}\n`);
}
