import assert from 'node:assert/strict';
import { atCosine, axis, daysFromNow, recordId, stored, testScope } from '../builders.ts';
import { memoryCases } from '../context.ts';
import {
  assertClose,
  currentOnly,
  frequencies,
  numbered,
  put,
  putAll,
  searchOne,
  similarities,
  sortedIds,
} from '../steps.ts';

export const searchUnionCases = memoryCases('search by both', {
  'answers the union of both arms, each record once, and tells which arm found it': {
    tolerance: 'precision',
    async run({ backend, tolerates }) {
      await putAll(backend, {
        1: { vector: atCosine(0.9), terms: ['tea', 'tea'] },
        2: { vector: atCosine(0.8), terms: ['coffee'] },
        3: { vector: atCosine(-0.8), terms: ['tea', 'cup', 'pot'] },
        4: { vector: atCosine(-0.9), terms: ['water'] },
      });
      const { candidates } = await searchOne(backend, {
        vector: axis(0),
        terms: ['tea'],
        limit: 2,
      });
      assert.deepEqual(sortedIds(candidates.map(({ record }) => record)), [1, 2, 3].map(recordId));
      const near = similarities(candidates);
      assert.deepEqual(
        [...near.keys()].sort(),
        [1, 2].map(recordId),
        'similarity is for the nearest alone',
      );
      assertClose(near.get(recordId(1)), 0.9, tolerates);
      const words = frequencies(candidates);
      assert.deepEqual(
        [...words.keys()].sort(),
        [1, 3].map(recordId),
        'the best by words alone are of the lexical arm',
      );
      assert.deepEqual(
        candidates
          .map(({ record, arms, termFrequencies, length }) => [
            record.id,
            arms.dense,
            arms.lexical,
            termFrequencies,
            length,
          ])
          .sort(),
        [
          [recordId(1), true, true, [2], 2],
          [recordId(2), true, false, [0], 1],
          [recordId(3), false, true, [1], 3],
        ],
      );
    },
  },
  'gives each arm the limit of the query': async ({ backend }) => {
    await putAll(
      backend,
      numbered(10, (index) => ({
        vector: atCosine(0.9 - index / 10),
        terms: index < 7 ? ['coffee'] : ['tea'],
      })),
    );
    const { candidates } = await searchOne(backend, {
      vector: axis(0),
      terms: ['tea'],
      limit: 2,
    });
    assert.equal(similarities(candidates).size, 2);
    assert.equal(frequencies(candidates).size, 2);
    assert.equal(candidates.length, 4);
  },
  'counts the terms of the query also in a near record that is not among the best by words':
    async ({ backend }) => {
      await putAll(backend, {
        1: { vector: atCosine(0.9), terms: ['cup', 'tea', 'on', 'a', 'tray'] },
        2: { vector: atCosine(-0.5), terms: ['tea', 'tea'] },
      });
      const { candidates } = await searchOne(backend, {
        vector: axis(0),
        terms: ['pot', 'tea'],
        limit: 1,
      });
      assert.equal(candidates.length, 2);
      for (const { record, arms, termFrequencies } of candidates) {
        const near = record.id === recordId(1);
        assert.deepEqual(arms, { dense: near, lexical: !near });
        assert.deepEqual(termFrequencies, near ? [0, 1] : [0, 2]);
      }
    },
  'answers whole records': async ({ backend }) => {
    const whole = stored({
      tags: ['b', 'a'],
      source: { session: 's', sequence: 3, extra: { deep: [1] } },
      terms: ['tea'],
    });
    await put(backend, [whole]);
    for (const arm of [{ vector: axis(0) }, { terms: ['tea'] }]) {
      const { candidates } = await searchOne(backend, { ...arm, limit: 1 });
      assert.deepEqual(
        candidates.map(({ record }) => record),
        [whole.record],
      );
    }
  },
  'finds nothing without an arm, and still tells the statistics': async ({ backend }) => {
    await putAll(backend, { 1: { terms: ['a', 'b'] }, 2: { terms: ['a'] } });
    assert.deepEqual(await searchOne(backend), {
      candidates: [],
      statistics: { count: 2, averageLength: 1.5, documentFrequencies: [] },
    });
  },
  'of several queries tells what each says of each record that any of them found': {
    tolerance: 'precision',
    async run({ backend, tolerates }) {
      await putAll(backend, {
        1: { vector: axis(0), terms: ['tea', 'pot'] },
        2: { vector: axis(1), terms: ['coffee', 'coffee', 'pot'] },
        3: { vector: axis(2), terms: ['water'] },
      });
      const { candidates } = await backend.search({
        scope: testScope,
        filter: currentOnly,
        queries: [
          { vector: axis(0), terms: ['tea', 'pot'], limit: 1 },
          { vector: axis(1), terms: ['coffee'], limit: 1 },
        ],
      });
      const told = new Map(candidates.map(({ record, found }) => [record.id, found]));
      assert.deepEqual([...told.keys()].sort(), [1, 2].map(recordId));
      const both = { dense: true, lexical: true };
      const neither = { dense: false, lexical: false };
      for (const [id, arms, frequencies] of [
        [recordId(1), [both, neither], [[1, 1], [0]]],
        [recordId(2), [neither, both], [[0, 1], [2]]],
      ] as const) {
        const found = told.get(id) ?? [];
        assert.deepEqual(
          found.map((each) => each.arms),
          arms,
        );
        assert.deepEqual(
          found.map(({ termFrequencies }) => termFrequencies),
          frequencies,
        );
        for (const { arms: own, similarity } of found) {
          if (own.dense) assertClose(similarity, 1, tolerates);
          else assert.equal(similarity, undefined);
        }
      }
    },
  },
  'counts what only a narrower filter finds as found by the first query': async ({ backend }) => {
    const old = { occurredAt: daysFromNow(-10) };
    await putAll(backend, {
      1: { vector: atCosine(0.9), terms: ['tea', 'tea'] },
      2: { vector: atCosine(0.8), terms: ['tea', 'cup'], ...old },
      3: { vector: atCosine(0.7), terms: ['tea', 'cup', 'pot'], ...old },
    });
    const { candidates } = await backend.search({
      scope: testScope,
      filter: currentOnly,
      queries: [{ vector: axis(0), terms: ['tea'], limit: 1 }],
      also: [{ filter: { ...currentOnly, occurredBefore: daysFromNow(-5) }, limit: 1 }],
    });
    assert.deepEqual(
      candidates.map(({ record, found }) => [record.id, found[0]?.arms]).sort(),
      [1, 2].map((number) => [recordId(number), { dense: true, lexical: true }]),
    );
  },
});
