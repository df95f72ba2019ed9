import { tables } from '@mneme/store';
import { expect, it } from 'vitest';
import { Connection } from '../src/connection.ts';
import { parseRowsOptions } from '../src/options.ts';
import { layout } from '../src/rows/layout.ts';
import { describeOnPostgres, newSchema } from './on-server.ts';
import { add, idsOf, record } from './rows-helpers.ts';

describeOnPostgres('PostgreSQL at start', (seat) => {
  it('makes the tables once when many processes start at the same time', async () => {
    const schema = newSchema();
    const all = Array.from({ length: 8 }, () => seat.makeRows(schema, { connections: 1 }));
    await Promise.all(all.map((rows) => rows.open(tables)));
    expect(
      await Promise.all(all.map((rows, at) => add(rows, `user:${at}`, { ids: ['r1'] }))),
    ).toEqual(all.map(() => true));
    expect(await seat.sql(`SELECT version FROM "${schema}".mneme_layout`)).toHaveLength(1);
    for (const rows of all) await rows.close();
    await seat.sql(`DROP SCHEMA "${schema}" CASCADE`);
  });

  it('makes none if configured so, and refuses the tables of an earlier Mneme with the way to move', async () => {
    const schema = newSchema();
    const absent = seat.makeRows(schema, { create: false });
    await expect(absent.open(tables)).rejects.toMatchObject({ code: 'not_found' });
    await absent.close();
    expect(await seat.sql('SELECT 1 FROM pg_namespace WHERE nspname = $1', [schema])).toEqual([]);
    await seat.sql(`CREATE SCHEMA "${schema}"`);
    await seat.sql(`GRANT ALL ON SCHEMA "${schema}" TO PUBLIC`);
    // As the tables of an earlier Mneme.
    await seat.sql(`CREATE TABLE "${schema}".meta (key text PRIMARY KEY, value json NOT NULL)`);
    const foreign = seat.make(schema);
    await expect(foreign.open({})).rejects.toMatchObject({
      code: 'foreign_store',
      message: expect.stringMatching(/mneme db export --records.*mneme import --records/),
    });
    await foreign.close();
    const found = await seat.sql<{ name: string }>(
      'SELECT tablename::text AS name FROM pg_tables WHERE schemaname = $1',
      [schema],
    );
    expect(found).toEqual([{ name: 'meta' }]);
    await seat.sql(`DROP SCHEMA "${schema}" CASCADE`);
  });

  it.each([
    ['a newer layout', `version = ${layout.version + 1}`, 'foreign_store'],
    ['tables that were made anew', `epoch = 'another'`, 'unavailable'],
  ])('refuses every call once there is %s, and writes nothing', async (_, change, code) => {
    const { rows, reopen, schema, destroy } = await seat.createRows();
    await rows.open(tables);
    await add(rows, 'ada', { ids: ['r1'] });
    await seat.sql(`UPDATE "${schema}".mneme_layout SET ${change}`);
    await expect(idsOf(rows, 'ada')).rejects.toMatchObject({ code });
    const write = { put: { records: [record('ada', 'r2')] } };
    await expect(rows.write('ada', write)).rejects.toMatchObject({ code });
    await expect(add(rows, 'ada', { ids: ['r2'] })).rejects.toMatchObject({ code });
    expect(await seat.sql(`SELECT id FROM "${schema}".records`)).toHaveLength(1);
    await rows.close();
    const later = reopen();
    if (code === 'foreign_store')
      await expect(later.open(tables)).rejects.toMatchObject({ code: 'foreign_store' });
    await later.close();
    await destroy();
  });

  it('refuses a write that was begun before a newer program has changed the tables, and writes nothing', async () => {
    const { rows, schema, destroy } = await seat.createRows();
    await rows.open(tables);
    await add(rows, 'ada', { ids: ['r1'] });
    const newer = layout.version + 1;
    // The upgrade waits for the write that has begun, and the write after it for the upgrade.
    const connection = new Connection(parseRowsOptions({ connectionString: seat.url(), schema }));
    const begun = Promise.withResolvers<void>();
    const commit = Promise.withResolvers<void>();
    const upgraded = connection.change(async (query) => {
      await query('UPDATE mneme_layout SET version = $1', [newer]);
      begun.resolve();
      await commit.promise;
    });
    await begun.promise;
    const late = expect(
      rows.write('ada', { put: { records: [record('ada', 'r2')] } }),
    ).rejects.toMatchObject({
      code: 'foreign_store',
      message: expect.stringContaining(`schema ${newer}`),
    });
    await until(async () => {
      const waiting = await seat.sql(
        `SELECT 1 FROM pg_stat_activity WHERE wait_event = 'advisory'`,
      );
      return waiting.length > 0;
    });
    commit.resolve();
    await upgraded;
    await late;
    expect(await seat.sql(`SELECT id FROM "${schema}".records`)).toHaveLength(1);
    await connection.close();
    await rows.close();
    await destroy();
  });
});

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue()));
}
