import { expect, it } from 'vitest';
import { Connection } from '../src/connection.ts';
import { parseRowsOptions } from '../src/options.ts';
import { describeOnPostgres } from './on-server.ts';

describeOnPostgres('Connections to PostgreSQL', (seat) => {
  it('name statements that are sent often, and give that up where a pooler does not know of names', async () => {
    const connection = new Connection(
      parseRowsOptions({ connectionString: seat.url(), connections: 1 }),
    );
    const ask = () =>
      connection.write({ scope: 'ada' }, (query) =>
        query<{ it: string }>('SELECT $1::text AS it', ['tea']),
      );
    const prepared = async () => {
      const rows = await connection.alone('SELECT statement FROM pg_prepared_statements');
      return (rows as { statement: string }[]).map(({ statement }) => statement);
    };
    await ask();
    expect(await prepared()).toEqual([]);
    for (let at = 0; at < 10; at++) await ask();
    expect(await prepared()).toContain('SELECT $1::text AS it');
    // As if the next transaction were given another connection.
    await connection.alone('DEALLOCATE ALL');
    expect(await ask()).toEqual([{ it: 'tea' }]);
    expect(await prepared()).toEqual([]);
    expect(await ask()).toEqual([{ it: 'tea' }]);
    await connection.close();
  });
});
