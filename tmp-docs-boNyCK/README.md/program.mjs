import { createMemory } from '@mneme/core';
import { staticEmbedder } from '@mneme/embedders';
import { sqliteBackend } from '@mneme/sqlite';

const memory = await createMemory({ backend: sqliteBackend({ path: 'ada.db' }), embedder: staticEmbedder() });
const ada = memory.scope('user:ada'); // every call names whose memory it is
await ada.store({ content: 'Prefers bullet points', category: 'user_preference', importance: 5 });
const { memories } = await ada.retrieve('how should I format the answer?');
console.log(memories[0].content); // Prefers bullet points
await memory.close();
