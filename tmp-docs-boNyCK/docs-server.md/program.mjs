import { Anthropic } from '@anthropic-ai/sdk';
import { createMemory } from '@mneme/core';
import { Keys, listen, memoryKeys } from '@mneme/server';
import { sqliteBackend } from '@mneme/sqlite';

const memory = await createMemory({ backend: sqliteBackend({ path: 'ada.db' }) });
const keys = new Keys(memoryKeys()); // in memory; `mneme keys create` keeps them in the store
const { key } = await keys.create({ scope: 'user:ada' });
const server = await listen({ memory, keys, port: 0 });

const client = new Anthropic({ baseURL: server.url, apiKey: key });
const store = await client.beta.memoryStores.create({ name: 'Notes' });
await client.beta.memoryStores.memories.create(store.id, { path: '/plan.md', content: 'Ship on Friday' });
for await (const item of client.beta.memoryStores.memories.list(store.id)) console.log(item.path); // /plan.md

await server.close();
await memory.close();
