import { createMemory } from '@mneme/core';
import { staticEmbedder } from '@mneme/embedders';
import { sqliteBackend } from '@mneme/sqlite';
const memory = await createMemory({ backend: sqliteBackend({ path: 'ada.db' }), embedder: staticEmbedder() });
const ada = memory.scope('user:ada');
await ada.store({ content: 'Prefers green tea', category: 'user_preference', importance: 5 });
const { memories } = await ada.retrieve('Which tea?');
console.log(memories[0].content); // Prefers green tea
await memory.close();
