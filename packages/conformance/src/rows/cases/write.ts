import assert from 'node:assert/strict';
import type { Batch, Cell, RowExpectation } from '@mneme/store/rows';
import { times } from '../../model/chance.ts';
import { rowsCasesOf } from '../context.ts';
import { all, assertRejects, column, put } from '../steps.ts';
import { ada, bob, counter, item, mark } from '../tables.ts';

const expecting = (
  column: string,
  value: Cell | undefined,
  key: readonly Cell[] = [ada, 'a'],
): RowExpectation => ({ table: 'items', key, column, value });

/** A batch that changes each table, so that half of it shows. */
const changes: Batch = {
  remove: { marks: [[ada, 1]] },
  put: { items: [item('new')], counters: [counter('c', 9)] },
  patch: [{ table: 'items', key: [ada, 'a'], set: { name: 'patched' } }],
};

export const writeCases = rowsCasesOf('write', {
  'writes nothing for an empty batch, and says that it did': async ({ rows }) => {
    const empty: Batch[] = [{}, { expect: [], remove: {}, put: {}, patch: [] }];
    empty.push({ remove: { items: [] }, put: { items: [] } });
    await put(rows, 'items', item('a'));
    for (const batch of empty) assert.equal(await rows.write(undefined, batch), true);
    assert.deepEqual(await all(rows, 'items'), [item('a')]);
  },
  'puts a row in place of the one with its key, with all columns': async ({ rows }) => {
    await put(rows, 'items', item('a', { place: 1, name: 'n', weight: 1 }), item('b'));
    await put(rows, 'items', { scope: ada, id: 'a', place: 2 });
    assert.deepEqual(await all(rows, 'items'), [item('a', { place: 2 }), item('b')]);
    const ids = (is: Cell[]) => column(rows, 'id', { table: 'items', index: 'by_place', is });
    assert.deepEqual(await ids([ada, 1]), []);
    assert.deepEqual(await ids([ada, 2]), ['a']);
  },
  'keeps the last of several rows with one key': async ({ rows }) => {
    await put(
      rows,
      'items',
      item('a', { place: 1, name: 'n' }),
      item('b'),
      item('a', { place: 2 }),
    );
    assert.deepEqual(await all(rows, 'items'), [item('a', { place: 2 }), item('b')]);
    await put(rows, 'marks', mark(1, 'x'), mark(1, 'x'));
    assert.deepEqual(await all(rows, 'marks'), [mark(1, 'x')]);
  },
  'removes the rows whose key begins with a list': async ({ rows }) => {
    const written = [mark(1, 'a'), mark(1, 'b'), mark(2, 'a'), mark(1, 'a', bob), mark(3, 'a')];
    await put(rows, 'marks', ...written);
    const remove = async (...lists: Cell[][]) => {
      assert.equal(await rows.write(undefined, { remove: { marks: lists } }), true);
      return all(rows, 'marks');
    };
    assert.deepEqual(await remove([ada, 2, 'a'], [ada, 2, 'missing']), [
      mark(1, 'a'),
      mark(1, 'b'),
      mark(3, 'a'),
      mark(1, 'a', bob),
    ]);
    assert.deepEqual(await remove([ada, 1], [ada, 9], [ada, 1]), [mark(3, 'a'), mark(1, 'a', bob)]);
    assert.deepEqual(await remove([bob]), [mark(3, 'a')]);
    assert.deepEqual(await remove([ada, 3, 'A']), [mark(3, 'a')]);
  },
  'removes all rows of a table for an empty list': async ({ rows }) => {
    await put(rows, 'marks', mark(1, 'a'), mark(1, 'a', bob));
    await put(rows, 'items', item('a'));
    assert.equal(await rows.write(undefined, { remove: { marks: [[]] } }), true);
    assert.deepEqual(await all(rows, 'marks'), []);
    assert.deepEqual(await all(rows, 'items'), [item('a')]);
  },
  'removes, then puts, then patches': async ({ rows }) => {
    await put(rows, 'items', item('a', { place: 1 }), item('b', { place: 1 }));
    const written = await rows.write(undefined, {
      patch: [
        { table: 'items', key: [ada, 'a'], set: { name: 'patched' }, add: { place: 1 } },
        { table: 'items', key: [ada, 'b'], set: { name: 'patched' } },
      ],
      put: { items: [item('a', { place: 5 })] },
      remove: { items: [[ada]] },
    });
    assert.equal(written, true);
    assert.deepEqual(await all(rows, 'items'), [item('a', { place: 6, name: 'patched' })]);
  },
  'patches one after the other, only the columns that are named': async ({ rows }) => {
    const body = Uint8Array.of(7);
    await put(rows, 'items', item('a', { place: 1, weight: 0.5, name: 'n' }), item('b'));
    const key = [ada, 'a'];
    const written = await rows.write(undefined, {
      patch: [
        { table: 'items', key, add: { place: 2, weight: -0.25 } },
        { table: 'items', key, set: { name: null, body, weight: 2 }, add: { place: -5 } },
        { table: 'items', key, add: { weight: 0.125 } },
        { table: 'items', key: [ada, 'missing'], set: { name: 'x' } },
      ],
    });
    assert.equal(written, true);
    const patched = item('a', { place: -2, weight: 2.125, body });
    assert.deepEqual(await all(rows, 'items'), [patched, item('b')]);
  },
  'adds nothing to null': async ({ rows }) => {
    await put(rows, 'counters', counter('a', null, 1));
    await rows.write(undefined, {
      patch: [{ table: 'counters', key: ['a'], add: { value: 1, total: 1 } }],
    });
    assert.deepEqual(await all(rows, 'counters'), [counter('a', null, 2)]);
  },
  'expects values of columns, null, or that there is no row': async ({ rows }) => {
    const body = Uint8Array.of(0, 1);
    await put(rows, 'items', item('a', { place: 1, weight: 0.1, secret: 's', body }));
    const outcomes: [RowExpectation, boolean][] = [
      [expecting('place', 1), true],
      [expecting('place', 2), false],
      [expecting('place', null), false],
      [expecting('place', undefined), false],
      [expecting('weight', 0.1), true],
      [expecting('weight', 0.10000000000000002), false],
      [expecting('secret', 's'), true],
      [expecting('secret', 'S'), false],
      [expecting('secret', null), false],
      [expecting('body', Uint8Array.of(0, 1)), true],
      [expecting('body', Uint8Array.of(0)), false],
      [expecting('name', null), true],
      [expecting('name', ''), false],
      [expecting('name', undefined), false],
      [expecting('id', 'a'), true],
      [expecting('id', 'A'), false],
      [expecting('place', 1, [ada, 'b']), false],
      [expecting('name', null, [ada, 'b']), false],
      [expecting('name', undefined, [ada, 'b']), true],
      [expecting('place', 1, [bob, 'a']), false],
    ];
    for (const [at, [expectation, isMet]] of outcomes.entries()) {
      const batch = { expect: [expectation], put: { counters: [counter('c', at)] } };
      const before = await all(rows, 'counters');
      assert.equal(await rows.write(undefined, batch), isMet, JSON.stringify(expectation));
      const after = isMet ? [counter('c', at)] : before;
      assert.deepEqual(await all(rows, 'counters'), after, JSON.stringify(expectation));
    }
    assert.equal(await rows.write(undefined, { expect: [expecting('place', 1)] }), true);
    assert.equal(await rows.write(undefined, { expect: [expecting('place', 2)] }), false);
  },
  'writes nothing if one of many expectations is not met': async ({ rows }) => {
    await put(rows, 'items', item('a', { place: 1 }));
    await put(rows, 'marks', mark(1, 'x'));
    const met = times(20, (at) => expecting('id', undefined, [ada, `missing ${at}`]));
    for (const at of [0, 10, 20]) {
      const expect = met.toSpliced(at, 0, expecting('place', 2));
      assert.equal(await rows.write(undefined, { ...changes, expect }), false);
    }
    assert.deepEqual(await all(rows, 'items'), [item('a', { place: 1 })]);
    assert.deepEqual(await all(rows, 'marks'), [mark(1, 'x')]);
    assert.deepEqual(await all(rows, 'counters'), []);
    assert.equal(await rows.write(undefined, { ...changes, expect: met }), true);
    assert.deepEqual(await all(rows, 'marks'), []);
  },
  'checks expectations before it writes, also of what it writes': async ({ rows }) => {
    const expect = [expecting('id', undefined, [ada, 'a'])];
    assert.equal(await rows.write(undefined, { expect, put: { items: [item('a')] } }), true);
    assert.equal(await rows.write(undefined, { expect, remove: { items: [[ada]] } }), false);
    assert.deepEqual(await all(rows, 'items'), [item('a')]);
  },
  'writes nothing if the last of a batch is refused': async ({ rows }) => {
    await put(rows, 'items', item('a', { place: 1 }));
    await put(rows, 'marks', mark(1, 'x'));
    const many = times(2_000, (at) => item(`n${at}`));
    const refused: Batch[] = [
      { ...changes, put: { ...changes.put, items: [...many, item('last', { place: 0.5 })] } },
      { ...changes, put: { ...changes.put, items: [...many, { scope: ada }] } },
      {
        ...changes,
        patch: [...(changes.patch ?? []), { table: 'items', key: [ada, 'a'], set: { id: 'b' } }],
      },
    ];
    for (const batch of refused) await assertRejects(rows.write(undefined, batch), 'invalid_input');
    assert.deepEqual(await all(rows, 'items'), [item('a', { place: 1 })]);
    assert.deepEqual(await all(rows, 'marks'), [mark(1, 'x')]);
    assert.deepEqual(await all(rows, 'counters'), []);
  },
  'takes thousands of rows, expectations, patches and keys': async ({ rows }) => {
    const ids = times(5_000, (at) => `i${`${at}`.padStart(4, '0')}`);
    const absent = ids.map((id) => expecting('place', undefined, [ada, id]));
    const items = ids.map((id, place) => item(id, { place, name: 'n', weight: place / 7 }));
    assert.equal(await rows.write(ada, { expect: absent, put: { items } }), true);
    assert.equal(await rows.write(ada, { expect: absent, put: { items } }), false);
    const expect = ids.map((id, place) => expecting('place', place, [ada, id]));
    const patch = ids.map((id) => ({ table: 'items', key: [ada, id], add: { place: 1 } }));
    const remove = { items: ids.slice(0, 4_000).map((id) => [ada, id]) };
    assert.equal(await rows.write(ada, { expect, patch, remove }), true);
    const left = items.slice(4_000).map((row, at) => ({ ...row, place: at + 4_001 }));
    assert.deepEqual(await all(rows, 'items'), left);
  },
});
