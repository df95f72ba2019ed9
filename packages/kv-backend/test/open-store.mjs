/** A program that opens a store, for flags.test.ts, which runs it as a file and as text. */
import { createMemory } from '@mneme/core';
import { sqliteBackend } from '@mneme/sqlite';

const memory = await createMemory({ backend: sqliteBackend({ path: ':memory:' }) });
const { memories } = await memory.scope('ada').list();
await memory.close();
console.log(memories.length);
