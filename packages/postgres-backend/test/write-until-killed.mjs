// Commits groups of records until it is killed, and prints those that were acknowledged.
import { postgresBackend } from '../src/index.ts';
import { group } from './groups.ts';
import { embedder } from './records.ts';

const { TEST_URL: connectionString, TEST_SCHEMA: schema, TEST_FROM: from } = process.env;
const backend = postgresBackend({ connectionString, schema, connections: 2 });
await backend.open({ embedder });
for (let number = Number(from); ; number++) {
  await backend.commit(group(number));
  process.stdout.write(`${number}\n`);
}
