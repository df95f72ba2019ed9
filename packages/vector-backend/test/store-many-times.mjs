// One of several processes that store the same facts at the same time.
import { createMemory } from '@mneme/core';
import { letterEmbedder } from '../../../tools/letter-embedder.mjs';
import { qdrantBackend } from '../src/index.ts';

const { TEST_URL: url, TEST_KEY: apiKey, TEST_COLLECTION: collection, TEST_TAG: tag } = process.env;
const memory = await createMemory({
  backend: qdrantBackend({ url, apiKey, collection, timeoutMs: 30_000 }),
  embedder: letterEmbedder,
});
for (let index = 0; index < 10; index++) {
  await memory.scope('shared').store({ content: `Fact number ${index} of the team`, tags: [tag] });
}
await memory.close();
