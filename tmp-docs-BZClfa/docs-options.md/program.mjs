import { createMemory } from '@mneme/core';
import { staticEmbedder } from '@mneme/embedders';
import { sqliteBackend } from '@mneme/sqlite';

const memory = await createMemory({
  backend: sqliteBackend({ path: 'ada.db' }),
  embedder: staticEmbedder(),
  secrets: 'mask',
  decay: { halfLifeDays: 60 },
});
const { masked } = await memory.scope('ada').store({ content: 'My card is 4111 1111 1111 1111' });
console.log(masked.join()); // card_number
await memory.close();
