// Makes the file of a schema, before its release: `node packages/kv-backend/test/schemas/make.mjs`.
// <version>.db is never made again; <version>.json is what the code of that time read from it.
import { existsSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sqliteBackend } from '@mneme/sqlite';
import { schemaVersion } from '../../src/store/schema.ts';
import { live, openLife, readAll } from './life.ts';

const path = fileURLToPath(new URL(`${schemaVersion}.db`, import.meta.url));
if (existsSync(path)) throw new Error(`${path} is there, and is kept as it is`);
let memory = await openLife(sqliteBackend({ path }));
const keys = await live(memory);
await memory.close();
memory = await openLife(sqliteBackend({ path }));
const read = await readAll(memory, keys);
await memory.close();
writeFileSync(path.replace(/db$/, 'json'), `${JSON.stringify(read, null, 2)}\n`);
