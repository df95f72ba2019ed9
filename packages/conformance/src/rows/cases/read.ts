import assert from 'node:assert/strict';
import type { RangeQuestion } from '@mneme/store/rows';
import { times } from '../../model/chance.ts';
import { rowsCasesOf } from '../context.ts';
import { all, ask, column, plain, put } from '../steps.ts';
import { ada, bob, counter, item, mark } from '../tables.ts';

const byPlace = { table: 'items', index: 'by_place' } as const;
const byName = { table: 'items', index: 'by_name' } as const;

/** Ids are against the order of the places; three have place 2, one has none. */
const placed = [
  item('e', { place: 1 }),
  item('b', { place: 2 }),
  item('d', { place: 2 }),
  item('f', { place: 2 }),
  item('a', { place: 3 }),
  item('c'),
];

export const readCases = rowsCasesOf('read', {
  'answers each question, in order; no question has no answer': async ({ rows }) => {
    await put(rows, 'items', item('a'));
    await put(rows, 'counters', counter('c', 1));
    assert.deepEqual(await rows.read(undefined, []), []);
    const answers = await rows.read(undefined, [
      { table: 'counters', is: [] },
      { table: 'marks', is: [] },
      { table: 'items', is: [] },
      { table: 'counters', any: [['c']] },
    ]);
    const expected = [[counter('c', 1)], [], [item('a')], [counter('c', 1)]];
    assert.deepEqual(answers.map(plain), expected);
  },
  'gives the columns that were asked for, or all': async ({ rows }) => {
    await put(rows, 'items', item('a', { place: 1, name: 'n', secret: 's' }));
    const found = await ask(rows, { table: 'items', any: [[ada, 'a']], columns: ['secret', 'id'] });
    assert.deepEqual(found, [{ secret: 's', id: 'a' }]);
    assert.deepEqual(await ask(rows, { table: 'items', is: [ada], columns: ['weight'] }), [
      { weight: null },
    ]);
  },
  'any: finds rows in the order of the lists, and a list given twice two times': async ({
    rows,
  }) => {
    await put(rows, 'items', ...placed);
    const ids = (...wanted: string[]) =>
      column(rows, 'id', { table: 'items', any: wanted.map((id) => [ada, id]) });
    assert.deepEqual(await ids('c', 'a', 'e'), ['c', 'a', 'e']);
    assert.deepEqual(await ids('c', 'missing', 'a', 'c'), ['c', 'a', 'c']);
    assert.deepEqual(await ids(), []);
  },
  'any: rows of one list are in the order of the index, equal ones in that of the key': async ({
    rows,
  }) => {
    await put(rows, 'items', ...placed.toReversed());
    const any = [[2], [1], [2]].map((list) => [ada, ...list]);
    assert.deepEqual(await column(rows, 'id', { ...byPlace, any }), [
      ...['b', 'd', 'f'],
      'e',
      ...['b', 'd', 'f'],
    ]);
    assert.deepEqual(await column(rows, 'id', { ...byPlace, any: [[ada]] }), [
      ...['e', 'b', 'd', 'f', 'a'],
    ]);
    await put(rows, 'items', item('g', { scope: bob, place: 2 }));
    const ofAll = { table: 'items', index: 'by_place_of_all', any: [[3], [2]] };
    assert.deepEqual(await column(rows, 'id', ofAll), ['a', 'b', 'd', 'f', 'g']);
  },
  'any: a list may name fewer columns than there are': async ({ rows }) => {
    await put(rows, 'marks', mark(2, 'a'), mark(1, 'b'), mark(1, 'a'), mark(1, 'a', bob));
    const question = { table: 'marks', any: [[bob], [ada]] };
    assert.deepEqual(await ask(rows, question), [
      mark(1, 'a', bob),
      mark(1, 'a'),
      mark(1, 'b'),
      mark(2, 'a'),
    ]);
    const byMark = { table: 'marks', index: 'by_mark', any: [[ada, 'a']] };
    assert.deepEqual(await ask(rows, byMark), [mark(1, 'a'), mark(2, 'a')]);
  },
  'any: takes thousands of lists': async ({ rows }) => {
    const written = times(12_000, (number) => mark(number, `m${number % 7}`));
    await put(rows, 'marks', ...written);
    const order = times(12_000, (at) => (at * 7919) % 12_000);
    const any = order.map((number) => [ada, number, `m${number % 7}`]);
    const found = await column(rows, 'item', { table: 'marks', any });
    assert.ok(
      found.length === 12_000 && found.every((number, at) => number === order[at]),
      'other rows, or in another order',
    );
  },
  'is: a range has all rows with these values, in the order of the index': async ({ rows }) => {
    await put(rows, 'items', ...placed.toReversed(), item('a', { scope: bob, place: 2 }));
    assert.deepEqual(await column(rows, 'id', { table: 'items', is: [ada] }), [
      ...['a', 'b', 'c', 'd', 'e', 'f'],
    ]);
    assert.deepEqual(await column(rows, 'id', { ...byPlace, is: [ada] }), [
      ...['e', 'b', 'd', 'f', 'a'],
    ]);
    assert.deepEqual(await column(rows, 'id', { ...byPlace, is: [ada, 2] }), ['b', 'd', 'f']);
    assert.deepEqual(await column(rows, 'id', { ...byPlace, is: [ada, 4] }), []);
    assert.equal((await all(rows, 'items')).length, 7);
  },
  'an index lacks the rows that have null in one of its columns': async ({ rows }) => {
    await put(rows, 'items', item('a', { name: 'n' }), item('b', { name: 'n', weight: 1 }));
    await put(rows, 'items', item('c', { weight: 1 }));
    assert.deepEqual(await column(rows, 'id', { ...byName, is: [ada] }), ['b']);
    assert.deepEqual(await column(rows, 'id', { ...byName, any: [[ada, 'n']] }), ['b']);
    assert.deepEqual(await column(rows, 'id', { ...byName, is: [ada, null] }), []);
    const any = [
      [ada, null],
      [ada, 'n'],
    ];
    assert.deepEqual(await column(rows, 'id', { ...byName, any }), ['b']);
    await rows.write(undefined, {
      patch: [
        { table: 'items', key: [ada, 'a'], set: { weight: 2 } },
        { table: 'items', key: [ada, 'b'], set: { name: null } },
      ],
    });
    assert.deepEqual(await column(rows, 'id', { ...byName, is: [ada] }), ['a']);
  },
  'after and before leave out the bounds, and all rows equal to them': async ({ rows }) => {
    await put(rows, 'items', ...placed);
    const ids = (question: Omit<RangeQuestion, 'table' | 'is'>) =>
      column(rows, 'id', { ...byPlace, is: [ada], ...question });
    assert.deepEqual(await ids({ after: [1] }), ['b', 'd', 'f', 'a']);
    assert.deepEqual(await ids({ after: [2] }), ['a']);
    assert.deepEqual(await ids({ before: [2] }), ['e']);
    assert.deepEqual(await ids({ after: [1], before: [3] }), ['b', 'd', 'f']);
    assert.deepEqual(await ids({ after: [3] }), []);
    assert.deepEqual(await ids({ after: [2], before: [2] }), []);
  },
  'bounds reach to the end of the key, column by column': async ({ rows }) => {
    await put(rows, 'items', ...placed);
    const ids = (question: Omit<RangeQuestion, 'table' | 'is'>, is = [ada]) =>
      column(rows, 'id', { ...byPlace, is, ...question });
    assert.deepEqual(await ids({ after: [2, 'b'] }), ['d', 'f', 'a']);
    assert.deepEqual(await ids({ after: [1, 'z'] }), ['b', 'd', 'f', 'a']);
    assert.deepEqual(await ids({ before: [2, 'd'] }), ['e', 'b']);
    assert.deepEqual(await ids({ after: [2, 'c'], before: [3, 'a'] }), ['d', 'f']);
    assert.deepEqual(await column(rows, 'id', { ...byPlace, is: [ada, 2], after: ['b'] }), [
      ...['d', 'f'],
    ]);
    const after = [bob, 1];
    await put(rows, 'marks', mark(5, 'x'), mark(1, 'x', bob), mark(2, 'y', bob));
    assert.deepEqual(await ask(rows, { table: 'marks', is: [], after }), [mark(2, 'y', bob)]);
    const found = await ask(rows, { table: 'marks', is: [], before: after });
    assert.deepEqual(found, [mark(5, 'x')]);
  },
  'reverse turns the order, also of equal rows, and not the bounds': async ({ rows }) => {
    await put(rows, 'items', ...placed);
    const ids = (question: Omit<RangeQuestion, 'table' | 'is'>) =>
      column(rows, 'id', { ...byPlace, is: [ada], reverse: true, ...question });
    assert.deepEqual(await ids({}), ['a', 'f', 'd', 'b', 'e']);
    assert.deepEqual(await ids({ after: [2, 'b'] }), ['a', 'f', 'd']);
    assert.deepEqual(await ids({ before: [2, 'f'] }), ['d', 'b', 'e']);
    assert.deepEqual(await ids({ reverse: false }), ['e', 'b', 'd', 'f', 'a']);
    assert.deepEqual(await column(rows, 'id', { table: 'items', is: [ada], reverse: true }), [
      ...['f', 'e', 'd', 'c', 'b', 'a'],
    ]);
  },
  'limit gives the first rows in that order; 0 gives none': async ({ rows }) => {
    await put(rows, 'items', ...placed);
    const ids = (question: Omit<RangeQuestion, 'table' | 'is'>) =>
      column(rows, 'id', { ...byPlace, is: [ada], ...question });
    assert.deepEqual(await ids({ limit: 2 }), ['e', 'b']);
    assert.deepEqual(await ids({ limit: 2, reverse: true }), ['a', 'f']);
    assert.deepEqual(await ids({ limit: 2, after: [2, 'b'] }), ['d', 'f']);
    assert.deepEqual(await ids({ limit: 2, before: [3], reverse: true }), ['f', 'd']);
    assert.deepEqual(await ids({ limit: 0 }), []);
    assert.deepEqual(await ids({ limit: 100 }), ['e', 'b', 'd', 'f', 'a']);
  },
  'pages through thousands of rows without a gap and without a repetition': async ({ rows }) => {
    const written = times(5_000, (at) =>
      item(`${(at * 7919) % 5_000}`.padStart(4, '0'), { place: at % 10 }),
    );
    await put(rows, 'items', ...written);
    for (const reverse of [false, true]) {
      const seen: string[] = [];
      for (let bound: [number, string] | undefined; ; ) {
        const page = await ask(rows, {
          ...byPlace,
          is: [ada],
          ...(bound && { [reverse ? 'before' : 'after']: bound }),
          columns: ['place', 'id'],
          limit: 700,
          reverse,
        });
        assert.equal(page.length, Math.min(700, 5_000 - seen.length));
        seen.push(...page.map(({ place, id }) => `${place} ${id}`));
        const last = page.at(-1);
        if (last === undefined) break;
        bound = [last.place as number, last.id as string];
      }
      const order = written.map(({ place, id }) => `${place} ${id}`).sort();
      assert.deepEqual(seen, reverse ? order.reverse() : order);
    }
  },
});
