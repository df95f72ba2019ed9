import { prefetch } from '@mneme/agent';
import { createMemory } from '@mneme/core';
import { staticEmbedder } from '@mneme/embedders';
import { sqliteBackend } from '@mneme/sqlite';

const memory = await createMemory({ backend: sqliteBackend({ path: 'ada.db' }), embedder: staticEmbedder() });
const ada = memory.scope('ada');
await ada.store({ content: 'Prefers green tea', category: 'user_preference', importance: 5 });
const block = await prefetch(ada, 'Which tea do I prefer?');
console.log(block.memories.length, block.text.includes('- [user_preference] Prefers green tea (importance: 5)')); // 1 true
console.log((await prefetch(ada, 'Good night!')).text === block.text); // true
const { profile, facts, passages } = await ada.recall('Which tea do I prefer?');
console.log(profile.length, facts.length, passages.length); // 1 0 0
await memory.close();
