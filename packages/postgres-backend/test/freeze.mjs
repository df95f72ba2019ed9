// Begins a transaction, and stands still in the middle of it, as a frozen machine does.
import { tables } from '@mneme/store';
import { Connection } from '../src/connection.ts';
import { postgresRows } from '../src/index.ts';
import { parseRowsOptions } from '../src/options.ts';

const { TEST_URL: connectionString, TEST_SCHEMA: schema, TEST_WORK: work } = process.env;
const works = {
  async write() {
    const rows = postgresRows({ connectionString, schema });
    await rows.open(tables);
    // It holds the scope until the write.
    await rows.read('ada', [{ table: 'scopes', any: [['ada']] }], { turn: true });
    freeze();
  },
  async tables() {
    const connection = new Connection(parseRowsOptions({ connectionString, schema }));
    await connection.change(async (query) => {
      await query(`CREATE SCHEMA "${schema}"`);
      freeze();
    });
  },
};
await works[work]();

function freeze() {
  process.kill(process.pid, 'SIGSTOP');
}
