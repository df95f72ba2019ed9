import { createMemory } from '@mneme/core';
import { staticEmbedder } from '@mneme/embedders';
import { sqliteBackend } from '@mneme/sqlite';

const memory = await createMemory({ backend: sqliteBackend({ path: 'ada.db' }), embedder: staticEmbedder() });
const ada = memory.scope('user:ada');
const { id } = await ada.store({ content: 'Allergic to penicillin', importance: 5 });
const { memories } = await ada.retrieve('What must the doctor not prescribe?', { explain: true });
console.log(memories[0].explanation.parts.length > 0); // true
const { reasons } = await ada.whyNot('penicillin', id, { categories: ['task_progress'] });
console.log(reasons[0].code); // category
await memory.close();
