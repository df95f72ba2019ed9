/** Stores texts in one scope beside other writers, when told to, and reports how long that took. */
import { postgresBackend } from '../../packages/postgres-backend/src/index.ts';
import { openMemory, textMaker, timeOf } from './frame.mjs';

const [connectionString, schema, count] = process.argv.slice(2);
const memory = await openMemory(postgresBackend({ connectionString, schema, timeoutMs: 120_000 }));
const text = textMaker(process.pid);
const store = () => memory.scope('a').store({ content: text() }, { onConflict: 'keepBoth' });
await store();
process.send('ready');
process.on('message', async () => {
  const ms = await timeOf(async () => {
    for (let at = 0; at < Number(count); at++) await store();
  });
  process.send(ms / count);
});
