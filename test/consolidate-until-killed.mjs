// Consolidates a store until it is done or killed, and prints each step. Each run words its facts differently.
import { createMemory } from '@mneme/core';
import { qdrantBackend } from '@mneme/qdrant';
import { sqliteBackend, sqliteRows } from '@mneme/sqlite';
import { letterEmbedder } from '../tools/letter-embedder.mjs';

const {
  TEST_PATH: path,
  TEST_URL: url,
  TEST_KEY: apiKey,
  TEST_COLLECTION: collection,
} = process.env;
const tag = process.env.TEST_TAG;
const say = (step) => process.stdout.write(`${step}\n`);
const memory = await createMemory({
  backend:
    url === undefined
      ? sqliteBackend({ path })
      : qdrantBackend({ url, apiKey, collection, timeoutMs: 30_000, rows: sqliteRows({ path }) }),
  embedder: letterEmbedder,
});
await memory.consolidate({
  windowTurns: 2,
  onProgress: () => say('written'),
  extractor: ({ turns }) => {
    say('asked');
    return {
      facts: turns.flatMap(({ id, content, context }) =>
        context
          ? []
          : [
              {
                content: `Ada owns ${content} and calls it ${tag}`,
                category: 'factual_knowledge',
                importance: 3,
                evidence: [id],
              },
            ],
      ),
    };
  },
});
await memory.close();
