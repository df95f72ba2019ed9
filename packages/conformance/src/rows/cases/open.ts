import assert from 'node:assert/strict';
import { tables as tablesOfMemory } from '@mneme/store';
import type { Cell, Column, Row, Table, Tables } from '@mneme/store/rows';
import { times } from '../../model/chance.ts';
import { rowsCasesOf } from '../context.ts';
import { all, ask, assertRejects, put } from '../steps.ts';
import { ada, counter, item, mark, testTables } from '../tables.ts';

const { items, marks, counters } = testTables;

const sample: Record<Column['type'], Cell> = {
  text: 'one',
  integer: 1,
  real: 0.5,
  bytes: Uint8Array.of(1),
};

/** Of the scope without a name, in which a store has what is its own. */
const sampleOf = (name: string, { columns }: Table): Cell =>
  name === 'scope' ? '' : sample[columns[name]?.type ?? 'text'];

const rowOf = (table: Table): Row =>
  Object.fromEntries(Object.keys(table.columns).map((name) => [name, sampleOf(name, table)]));

export const openCases = rowsCasesOf('open', {
  'gives a new store empty tables': async ({ rows }) => {
    for (const table of Object.keys(testTables)) assert.deepEqual(await all(rows, table), []);
  },
  'takes the tables of a memory, whose names are those of its columns': {
    opensItself: true,
    async run({ rows }) {
      await rows.open(tablesOfMemory);
      const written = Object.entries<Table>(tablesOfMemory).map(
        ([name, table]) => [name, rowOf(table)] as const,
      );
      for (const [name, row] of written) await put(rows, name, row);
      for (const [name, row] of written) assert.deepEqual(await all(rows, name), [row], name);
      for (const [name, table] of Object.entries<Table>(tablesOfMemory))
        for (const [index, [first = '']] of Object.entries(table.indexes)) {
          const question = { table: name, index, any: [[sampleOf(first, table)]] };
          assert.equal((await ask(rows, question)).length, 1, `${name} by ${index}`);
        }
    },
  },
  'comes after prepare, where the store has it': {
    opensItself: true,
    async run({ rows }) {
      rows.prepare?.();
      await rows.open(testTables);
      await put(rows, 'items', item('a'));
      assert.deepEqual(await all(rows, 'items'), [item('a')]);
    },
  },
  'finds what was written before the store was closed': {
    needs: ['reopen'],
    async run({ rows, another }) {
      const written = item('a', { place: 1, weight: 0.1, body: Uint8Array.of(0, 255) });
      await put(rows, 'items', written);
      await rows.close();
      const second = await another();
      assert.deepEqual(await all(second, 'items'), [written]);
      assert.deepEqual(await ask(second, { table: 'items', index: 'by_place', is: [ada] }), [
        written,
      ]);
    },
  },
  'creates tables and indexes that are missing, over the rows that are there': {
    needs: ['reopen'],
    opensItself: true,
    async run({ rows, another }) {
      await rows.open({ items: { ...items, indexes: { by_place: items.indexes.by_place } } });
      const written = [item('a', { name: 'n', weight: 2 }), item('b', { name: 'n', weight: 1 })];
      await put(rows, 'items', ...written);
      await rows.close();
      const second = await another();
      const found = await ask(second, { table: 'items', index: 'by_name', is: [ada, 'n'] });
      assert.deepEqual(found, written.toReversed());
      await put(second, 'marks', mark(1, 'new'));
      assert.deepEqual(await all(second, 'marks'), [mark(1, 'new')]);
    },
  },
  'leaves tables alone that are not named': {
    needs: ['reopen'],
    async run({ rows, another }) {
      await put(rows, 'marks', mark(1, 'kept'));
      const second = await another({ counters });
      await put(second, 'counters', counter('a', 1));
      const third = await another();
      assert.deepEqual(await all(third, 'marks'), [mark(1, 'kept')]);
      assert.deepEqual(await all(third, 'counters'), [counter('a', 1)]);
    },
  },
  'refuses a store whose tables have other columns, and changes nothing in it': {
    needs: ['reopen'],
    async run({ rows, unopened }) {
      await put(rows, 'counters', counter('a', 1));
      const { total, ...fewer } = counters.columns;
      const others: Record<string, Tables[string]['columns']> = {
        'one more': { ...counters.columns, more: total },
        'one less': fewer,
        'another name': { ...fewer, sum: total },
        'another type': { ...fewer, total: { type: 'text', kept: 'plain' } },
      };
      for (const [message, columns] of Object.entries(others)) {
        const second = await unopened();
        const opening = second.open({ marks, counters: { ...counters, columns } });
        await assertRejects(opening, 'foreign_store', message);
      }
      assert.deepEqual(await all(rows, 'counters'), [counter('a', 1)]);
    },
  },
  'may be done by several at once in a new store': {
    needs: ['reopen'],
    opensItself: true,
    async run({ rows, unopened }) {
      const handles = [rows, ...(await Promise.all(times(4, unopened)))];
      await Promise.all(handles.map((each) => each.open(testTables)));
      await Promise.all(handles.map((each, at) => put(each, 'counters', counter(`c${at}`, at))));
      for (const each of handles)
        assert.deepEqual(
          await all(each, 'counters'),
          times(5, (at) => counter(`c${at}`, at)),
        );
    },
  },
});
