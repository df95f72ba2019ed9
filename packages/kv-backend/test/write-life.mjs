// Writes a file with some of everything: `node write-life.mjs PATH`.
import { sqliteBackend } from '@mneme/sqlite';
import { live, openLife } from './life.ts';

const memory = await openLife(sqliteBackend({ path: process.argv[2] }));
await live(memory);
await memory.close();
