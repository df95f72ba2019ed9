// Begins a transaction, and stands still in the middle of it, as a frozen machine does.
import { Connection } from '../src/connection.ts';
import { parseOptions } from '../src/options.ts';
import { schemaSteps } from '../src/schema.ts';
import { lockScope } from '../src/store/commit.ts';

const { TEST_URL: connectionString, TEST_SCHEMA: schema, TEST_WORK: work } = process.env;
const connection = new Connection(parseOptions({ connectionString, schema }));
const works = {
  write: () => connection.write({ scope: 'ada' }, (query) => freezeAfter(lockScope(query, 'ada'))),
  tables: () =>
    connection.change(async (query) => {
      await query(`CREATE SCHEMA "${schema}"`);
      await freezeAfter(query(schemaSteps[0]));
    }),
  embedder: () =>
    connection.change((query) => freezeAfter(query(`SELECT value FROM meta WHERE key = 'spaces'`))),
};
await works[work]();

async function freezeAfter(done) {
  await done;
  process.kill(process.pid, 'SIGSTOP');
}
