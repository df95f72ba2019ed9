// Stores three texts at a time and reports each three once acknowledged, until it is killed.
import { createMemory } from '@mneme/core';
import { sqliteBackend } from '../src/index.ts';
import { firstEmbedder } from './life.ts';

const backend = sqliteBackend({ path: process.argv[2], durability: 'normal' });
const memory = await createMemory({ backend, embedder: firstEmbedder });
for (let round = 1; ; round += 1) {
  const items = [1, 2, 3].map((note) => ({ content: `note ${note} of round ${round}` }));
  await memory.scope('ada').storeMany(items, { onConflict: 'keepBoth' });
  process.stdout.write(`${round}\n`);
}
