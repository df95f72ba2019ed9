// Reads a store in each way, and reports what was refused and the most memory that it took: `node read-huge.mjs DRIVER PATH`.
import { createMemory } from '@mneme/core';
import { sqliteBackend } from '@mneme/sqlite';
import { firstEmbedder } from './life.ts';

const [driver, path] = process.argv.slice(2);
const backend = sqliteBackend({ path, driver, inspect: true });
const memory = await createMemory({ backend, embedder: firstEmbedder });
const ada = memory.scope('ada');
const stores = async () => (await (await ada.stores.open('notes')).read('/plan.md')).content;
const ways = {
  list: async () => (await ada.list()).memories.length,
  retrieve: async () => (await ada.retrieve('tea')).memories.length,
  document: stores,
  doctor: async () => (await memory.doctor()).findings.map(({ kind }) => kind),
  backup: async () => (await backend.backup({ path: `${path}.backup`, overwrite: true })).damaged,
};
const answers = {};
for (const [name, read] of Object.entries(ways))
  answers[name] = await read().catch(({ code, message }) => code ?? message);
await memory.close();
const mebibytes = process.resourceUsage().maxRSS / 1024;
console.log(JSON.stringify({ answers, mebibytes }));
