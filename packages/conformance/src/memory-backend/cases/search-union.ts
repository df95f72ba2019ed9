import assert from 'node:assert/strict';
import { atCosine, axis, recordId, stored, testScope, times } from '../builders.ts';
import type { MemoryBackendCase } from '../context.ts';
import { assertClose, currentOnly, frequencies, put, similarities, sortedIds } from '../steps.ts';

const group = 'search by both';

export const searchUnionCases: MemoryBackendCase[] = [
  {
    group,
    name: 'answers the union of both arms, each record once, and tells which arm found it',
    tolerance: 'precision',
    async run({ backend, tolerates }) {
      await put(backend, [
        stored({ id: recordId(1), vector: atCosine(0.9), terms: ['tea', 'tea'] }),
        stored({ id: recordId(2), vector: atCosine(0.8), terms: ['coffee'] }),
        stored({ id: recordId(3), vector: atCosine(-0.8), terms: ['tea', 'cup', 'pot'] }),
        stored({ id: recordId(4), vector: atCosine(-0.9), terms: ['water'] }),
      ]);
      const { candidates } = await backend.search({
        scope: testScope,
        filter: currentOnly,
        dense: { vector: axis(0), limit: 2 },
        lexical: { terms: ['tea'], limit: 2 },
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
  {
    group,
    name: 'gives each arm its own limit',
    async run({ backend }) {
      await put(
        backend,
        times(10, (index) =>
          stored({ id: recordId(index), vector: atCosine(0.9 - index / 10), terms: ['tea'] }),
        ),
      );
      const { candidates } = await backend.search({
        scope: testScope,
        filter: currentOnly,
        dense: { vector: axis(0), limit: 2 },
        lexical: { terms: ['tea'], limit: 7 },
      });
      assert.equal(similarities(candidates).size, 2);
      assert.equal(frequencies(candidates).size, 7);
    },
  },
  {
    group,
    name: 'counts the terms of the query also in a near record that is not among the best by words',
    async run({ backend }) {
      await put(backend, [
        stored({
          id: recordId(1),
          vector: atCosine(0.9),
          terms: ['cup', 'tea', 'on', 'a', 'tray'],
        }),
        stored({ id: recordId(2), vector: atCosine(-0.5), terms: ['tea', 'tea'] }),
      ]);
      const { candidates } = await backend.search({
        scope: testScope,
        filter: currentOnly,
        dense: { vector: axis(0), limit: 1 },
        lexical: { terms: ['pot', 'tea'], limit: 1 },
      });
      assert.equal(candidates.length, 2);
      for (const { record, arms, termFrequencies } of candidates) {
        const near = record.id === recordId(1);
        assert.deepEqual(arms, { dense: near, lexical: !near });
        assert.deepEqual(termFrequencies, near ? [0, 1] : [0, 2]);
      }
    },
  },
  {
    group,
    name: 'answers whole records',
    async run({ backend }) {
      const whole = stored({
        tags: ['b', 'a'],
        source: { session: 's', sequence: 3, extra: { deep: [1] } },
        terms: ['tea'],
      });
      await put(backend, [whole]);
      for (const arm of [
        { dense: { vector: axis(0), limit: 1 } },
        { lexical: { terms: ['tea'], limit: 1 } },
      ]) {
        const { candidates } = await backend.search({
          scope: testScope,
          filter: currentOnly,
          ...arm,
        });
        assert.deepEqual(
          candidates.map(({ record }) => record),
          [whole.record],
        );
      }
    },
  },
  {
    group,
    name: 'finds nothing without an arm, and still tells the statistics',
    async run({ backend }) {
      await put(backend, [
        stored({ id: recordId(1), terms: ['a', 'b'] }),
        stored({ id: recordId(2), terms: ['a'] }),
      ]);
      assert.deepEqual(await backend.search({ scope: testScope, filter: currentOnly }), {
        candidates: [],
        statistics: { count: 2, averageLength: 1.5, documentFrequencies: [] },
      });
    },
  },
];
