// Commits groups of records until it is killed, and prints those that were acknowledged.
import { group } from './groups.ts';
import { embedder } from './records.ts';
import { ways } from './ways.ts';

const {
  TEST_WAY: way,
  TEST_URL: connectionString,
  TEST_SCHEMA: schema,
  TEST_FROM: from,
} = process.env;
const backend = ways[way]({ connectionString, schema, connections: 2 });
await backend.open({ embedder });
for (let number = Number(from); ; number++) {
  await backend.commit(group(number));
  process.stdout.write(`${number}\n`);
}
