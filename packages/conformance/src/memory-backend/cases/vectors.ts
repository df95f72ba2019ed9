import assert from 'node:assert/strict';
import { recordId, stored, testScope, times, unitVector, zeroVector } from '../builders.ts';
import { memoryCases } from '../context.ts';
import { assertCloseVector, numbered, put, putAll, vectorsOf } from '../steps.ts';

export const vectorsCases = memoryCases('vectors', {
  'answers the vectors that were put, by id': {
    tolerance: 'precision',
    async run({ backend, tolerates }) {
      const vectors = times(5, (index) => unitVector(index + 1, -1, 0.5, 0, 0, 2, 0, index));
      await put(
        backend,
        vectors.map((vector, index) => stored({ id: recordId(index), vector })),
      );
      const found = await vectorsOf(backend, testScope, [4, 0, 2, 9].map(recordId));
      assert.deepEqual([...found.keys()].sort(), [0, 2, 4].map(recordId));
      for (const number of [0, 2, 4])
        assertCloseVector(found.get(recordId(number)), vectors[number]!, tolerates);
      assert.equal((await vectorsOf(backend, testScope, [])).size, 0);
    },
  },
  'keeps a zero vector, and leaves out a record without one': async ({ backend, tolerates }) => {
    await putAll(backend, { 1: { vector: zeroVector() }, 2: { vector: undefined } });
    const found = await vectorsOf(backend, testScope, [1, 2].map(recordId));
    assert.deepEqual([...found.keys()], [recordId(1)]);
    assertCloseVector(found.get(recordId(1)), zeroVector(), tolerates);
  },
  'answers a thousand ids at once': async ({ backend }) => {
    await putAll(backend, numbered(300));
    assert.equal((await vectorsOf(backend, testScope, times(1000, recordId))).size, 300);
  },
});
