import { tables } from '@mneme/store';
import { expect, it } from 'vitest';
import { rowsSchema } from '../src/rows/open-tables.ts';
import { describeOnPostgres, newSchema } from './on-server.ts';
import { add, idsOf, record } from './rows-helpers.ts';

describeOnPostgres('Rows in PostgreSQL at start', (seat) => {
  it('make the tables once when many processes start at the same time', async () => {
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

  it('make none if configured so, and leave a store of another program alone', async () => {
    const schema = newSchema();
    const absent = seat.makeRows(schema, { create: false });
    await expect(absent.open(tables)).rejects.toMatchObject({ code: 'not_found' });
    await absent.close();
    expect(await seat.sql('SELECT 1 FROM pg_namespace WHERE nspname = $1', [schema])).toEqual([]);
    const backend = seat.make(schema);
    await backend.open({});
    await backend.close();
    const foreign = seat.makeRows(schema);
    await expect(foreign.open(tables)).rejects.toMatchObject({ code: 'foreign_store' });
    await foreign.close();
    await seat.sql(`DROP SCHEMA "${schema}" CASCADE`);
  });

  it.each([
    ['a newer layout', `version = ${rowsSchema.version + 1}`, 'foreign_store'],
    ['tables that were made anew', `epoch = 'another'`, 'unavailable'],
  ])('refuse every call once there is %s, and write nothing', async (_, change, code) => {
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
});
