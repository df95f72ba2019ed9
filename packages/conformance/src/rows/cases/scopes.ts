import assert from 'node:assert/strict';
import type { Batch, Question } from '@mneme/store/rows';
import { rowsCasesOf } from '../context.ts';
import { all, assertRejects, plain, put } from '../steps.ts';
import { ada, bob, counter, item, mark } from '../tables.ts';

export const scopeCases = rowsCasesOf('scopes', {
  'a call of one scope reads and writes its rows, and tables without scopes': async ({ rows }) => {
    const written = await rows.write(ada, {
      expect: [{ table: 'items', key: [ada, 'a'], column: 'id', value: undefined }],
      remove: { marks: [[ada]] },
      put: { items: [item('a'), item('b')], counters: [counter('c', 1)] },
      patch: [
        { table: 'items', key: [ada, 'b'], set: { place: 1 } },
        { table: 'counters', key: ['c'], add: { value: 1 } },
      ],
    });
    assert.equal(written, true);
    const answers = await rows.read(ada, [
      { table: 'items', is: [ada] },
      { table: 'items', any: [[ada, 'b']] },
      { table: 'items', index: 'by_place', is: [ada], after: [0] },
      { table: 'items', any: [] },
      { table: 'counters', is: [] },
    ]);
    const b = item('b', { place: 1 });
    assert.deepEqual(answers.map(plain), [[item('a'), b], [b], [b], [], [counter('c', 2)]]);
  },
  'a call of one scope neither reads nor writes rows of another one': async ({ rows }) => {
    const own = item('a', { scope: bob, place: 1 });
    await put(rows, 'items', own, item('a'));
    await put(rows, 'marks', mark(1, 'x', bob));
    const questions: Question[] = [
      { table: 'items', is: [bob] },
      { table: 'items', is: [] },
      { table: 'items', is: [], after: [ada] },
      {
        table: 'items',
        any: [
          [ada, 'a'],
          [bob, 'a'],
        ],
      },
      { table: 'items', index: 'by_place_of_all', is: [1] },
    ];
    for (const [at, question] of questions.entries())
      await assertRejects(rows.read(ada, [question]), 'invalid_input', `question ${at}`);
    const batches: Batch[] = [
      { put: { items: [item('new'), item('new', { scope: bob })] } },
      { remove: { marks: [[bob]] } },
      { remove: { marks: [[]] } },
      { patch: [{ table: 'items', key: [bob, 'a'], set: { place: 2 } }] },
      { expect: [{ table: 'items', key: [bob, 'a'], column: 'place', value: 1 }] },
    ];
    for (const [at, batch] of batches.entries())
      await assertRejects(rows.write(ada, batch), 'invalid_input', `batch ${at}`);
    assert.deepEqual(await all(rows, 'items'), [item('a'), own]);
    assert.deepEqual(await all(rows, 'marks'), [mark(1, 'x', bob)]);
  },
  'a scope is compared exactly': async ({ rows }) => {
    const scopes = ['a', 'A', 'a ', 'á', 'a%', 'a_', "a'", '*', ''];
    for (const scope of scopes) await rows.write(scope, { put: { items: [item('x', { scope })] } });
    for (const scope of scopes) {
      const [found = []] = await rows.read(scope, [{ table: 'items', is: [scope] }]);
      assert.deepEqual(plain(found), [item('x', { scope })]);
    }
    await rows.write('a', { remove: { items: [['a']] } });
    assert.equal((await all(rows, 'items')).length, scopes.length - 1);
  },
});
