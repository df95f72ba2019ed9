import assert from 'node:assert/strict';
import { times } from '../../model/chance.ts';
import { rowsCasesOf } from '../context.ts';
import { all, assertRejects, plain, put } from '../steps.ts';
import { counter, testTables } from '../tables.ts';

const everything = { table: 'counters', is: [] } as const;

export const closeCases = rowsCasesOf('close', {
  'makes every later call reject with closed': async ({ rows }) => {
    await rows.close();
    await assertRejects(rows.read(undefined, [everything]), 'closed', 'read');
    await assertRejects(rows.read(undefined, []), 'closed', 'read of nothing');
    const batch = { put: { counters: [counter('a', 1)] } };
    await assertRejects(rows.write(undefined, batch), 'closed', 'write');
    for (const method of ['remains', 'check', 'bytes', 'compact'] as const) {
      const given = { wait: false, freeShare: 0 };
      if (rows[method] !== undefined)
        await assertRejects(Promise.resolve(rows[method]?.(given)), 'closed', method);
    }
  },
  'may be called again, also at once, and before open': {
    opensItself: true,
    async run({ rows }) {
      await Promise.all([rows.close(), rows.close()]);
      await rows.close();
      await assertRejects(rows.open(testTables), 'closed');
    },
  },
  'finishes the calls that are running': {
    needs: ['reopen'],
    async run({ rows, another }) {
      await put(rows, 'counters', counter('a', 1));
      const writing = Promise.all(
        times(20, (at) =>
          rows.write(undefined, { put: { counters: [counter(`c${at + 10}`, at)] } }),
        ),
      );
      const running = Promise.all([rows.read(undefined, [everything]), writing]);
      const [[[found = []], written]] = await Promise.all([running, rows.close()]);
      assert.deepEqual(plain(found.slice(0, 1)), [counter('a', 1)]);
      assert.deepEqual(
        written,
        times(20, () => true),
      );
      assert.equal((await all(await another(), 'counters')).length, 21);
    },
  },
  'of one leaves the others of the store as they are': {
    needs: ['reopen'],
    async run({ rows, another }) {
      const second = await another();
      await put(second, 'counters', counter('a', 1));
      await second.close();
      await put(rows, 'counters', counter('b', 2));
      assert.deepEqual(await all(rows, 'counters'), [counter('a', 1), counter('b', 2)]);
    },
  },
});
