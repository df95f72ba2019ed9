/** A program that uses a store at a path in a thread, for flags.test.ts, which runs it as a file and as text. */
import { createMemory } from '@mneme/core';
import { sqliteBackend } from '@mneme/sqlite';

const path = process.argv.at(-1);
const backend = sqliteBackend({ path });
const memory = await createMemory({ backend });
// A backup starts a thread even for a small store.
const { records } = await backend.backup({ path: `${path}.copy` });
await memory.close();
console.log(records);
