import { createMemory } from '@mneme/core';
import { sqliteBackend } from '@mneme/sqlite';

const memory = await createMemory({ backend: sqliteBackend({ path: 'ada.db', inspect: true }) });
const { healthy, findings } = await memory.doctor({ examples: 20 });
console.log(healthy, findings.length); // true 0
await memory.close();
