import { tables } from '@mneme/store';
import { expect, it } from 'vitest';
import { describeOnPostgres } from './on-server.ts';
import { add, idsOf, record, revisionOf } from './rows-helpers.ts';
import { watchedPool } from './watched-pool.ts';

describeOnPostgres('Two processes that write one scope of rows in PostgreSQL', (seat) => {
  async function two() {
    const { rows: one, reopen, schema, destroy } = await seat.createRows();
    const other = reopen();
    await Promise.all([one.open(tables), other.open(tables)]);
    await add(one, 'ada', { ids: ['r1'] });
    const end = async () => {
      await Promise.all([one.close(), other.close()]);
      await destroy();
    };
    return { one, other, schema, end };
  }

  it('take turns: whoever reads for a write is not overtaken', async () => {
    const { one, other, end } = await two();
    const written: string[] = [];
    const [[known] = []] = await one.read('ada', [revisionOf('ada')], { turn: true });
    const second = add(other, 'ada', { ids: ['r3'] }).then((isWritten) => {
      written.push('other');
      return isWritten;
    });
    const first = await one.write('ada', {
      expect: [
        { table: 'scopes', key: ['ada'], column: 'revision', value: known?.revision as number },
      ],
      put: { scopes: [{ scope: 'ada', revision: 2 }], records: [record('ada', 'r2')] },
    });
    written.push('one');
    expect([first, await second]).toEqual([true, true]);
    expect(written).toEqual(['one', 'other']);
    expect(await idsOf(one, 'ada')).toEqual(['r1', 'r2', 'r3']);
    await end();
  });

  it('lose no race in a hundred writes each', async () => {
    const { one, other, end } = await two();
    const lost = await Promise.all(
      [one, other].map(async (rows, side) => {
        let races = 0;
        for (let at = 0; at < 100; at++)
          while (!(await add(rows, 'ada', { ids: [`r${side}${at}`] }))) races += 1;
        return races;
      }),
    );
    expect(lost).toEqual([0, 0]);
    expect(await idsOf(one, 'ada')).toHaveLength(201);
    await end();
  });

  it('go on at once after an empty write, and after a turn that nobody uses', async () => {
    const { one, other, end } = await two();
    await one.read('ada', [revisionOf('ada')], { turn: true });
    await one.write('ada', {});
    expect(await add(other, 'ada', { ids: ['r2'] })).toBe(true);
    const [[known] = []] = await one.read('ada', [revisionOf('ada')], { turn: true });
    expect(await add(other, 'ada', { ids: ['r3'] })).toBe(true);
    const late = await one.write('ada', {
      expect: [
        { table: 'scopes', key: ['ada'], column: 'revision', value: known?.revision as number },
      ],
      put: { records: [record('ada', 'r4')] },
    });
    expect(late).toBe(false);
    expect(await idsOf(one, 'ada')).toEqual(['r1', 'r2', 'r3']);
    await end();
  });

  it('do not keep the connections from other calls', async () => {
    const { rows, destroy } = await seat.createRows({ connections: 2 });
    await rows.open(tables);
    const scopes = Array.from({ length: 10 }, (_, at) => `user:${at}`);
    await Promise.all(
      scopes.map(async (scope) => {
        await rows.read(scope, [revisionOf(scope)], { turn: true });
        expect(await idsOf(rows, scope)).toEqual([]);
        expect(await add(rows, scope, { ids: ['r1'], turn: false })).toBe(true);
      }),
    );
    expect(rows.gauges().connections).toMatchObject({ waiting: 0, max: 2 });
    await rows.close();
    await destroy();
  });

  it('send a read in one message, and no name of a scope in the text of a statement', async () => {
    const texts: string[] = [];
    const { pool, end } = watchedPool(seat.url(), async (text, query) => {
      texts.push(text);
      return query();
    });
    const { rows, destroy } = await seat.createRows({
      pool,
      connectionString: undefined,
      connections: undefined,
    });
    await rows.open(tables);
    await add(rows, 'ada', { ids: ['r1'] });
    const before = texts.length;
    const reading = rows.read('ada', [revisionOf('ada'), { table: 'records', is: ['ada'] }]);
    await new Promise(setImmediate);
    while (texts.length < before + 5) await new Promise(setImmediate);
    expect(texts.at(-1)).toBe('COMMIT');
    await reading;
    await rows.write('ada', { remove: { records: [['ada']] } });
    expect(texts.filter((text) => /\bada\b/.test(text))).toEqual([]);
    await rows.close();
    await end();
    await destroy();
  });
});
