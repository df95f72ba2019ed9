// One of several processes that store the same facts at once.
import { createMemory } from '@mneme/core';
import { qdrantBackend } from '../dist/index.js';

const { TEST_URL: url, TEST_KEY: apiKey, TEST_COLLECTION: collection, TEST_TAG: tag } = process.env;
const embedder = {
  identity: async () => ({ name: 'letters', revision: '1', dimensions: 32, pooling: 'none' }),
  embed: async (texts) =>
    texts.map((text) => {
      const vector = new Float32Array(32);
      for (const character of text) vector[character.codePointAt(0) % 32] += 1;
      return vector;
    }),
  calibration: { duplicate: 0.9999, related: 0.9998, relevant: 0.1 },
};
const memory = await createMemory({
  backend: qdrantBackend({ url, apiKey, collection, timeoutMs: 30_000 }),
  embedder,
});
for (let index = 0; index < 10; index++) {
  await memory.scope('shared').store({ content: `Fact number ${index} of the team`, tags: [tag] });
}
await memory.close();
