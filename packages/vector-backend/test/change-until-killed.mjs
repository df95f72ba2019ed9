// Changes one fact repeatedly and prints each acknowledged change, until it is killed.
import { createMemory } from '@mneme/core';
import { letterEmbedder } from '../../../tools/letter-embedder.mjs';
import { qdrantBackend } from '../src/index.ts';

const { TEST_URL: url, TEST_KEY: apiKey, TEST_COLLECTION: collection, TEST_TAG: tag } = process.env;
const memory = await createMemory({
  backend: qdrantBackend({ url, apiKey, collection, timeoutMs: 30_000 }),
  embedder: letterEmbedder,
});
for (let index = 0; ; index++) {
  const content = `Sits at desk ${tag}-${index}`;
  const { id } = await memory.scope('ada').store({ content, source: { externalId: 'desk' } });
  process.stdout.write(`${id}\n`);
}
