/** Stores a text every 25 ms, each time in the next of some scopes, until it is ended. Prints a line when it begins. */
import { setTimeout as pause } from 'node:timers/promises';
import { postgresBackend } from '../../packages/postgres-backend/src/index.ts';
import { openMemory, textMaker } from './frame.mjs';

const [connectionString, schema, scopes] = process.argv.slice(2);
const memory = await openMemory(postgresBackend({ connectionString, schema }));
const text = textMaker(process.pid);
console.log('writing');
for (let at = 0; ; at++) {
  await Promise.all([
    memory.scope(`n${at % Number(scopes)}`).store({ content: text() }, { onConflict: 'keepBoth' }),
    pause(25),
  ]);
}
