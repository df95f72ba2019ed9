import assert from 'node:assert/strict';
import {
  atCosine,
  axis,
  cosine,
  randomNumbers,
  recordId,
  stored,
  times,
  unitVector,
  zeroVector,
} from '../builders.ts';
import { memoryCases } from '../context.ts';
import {
  assertClose,
  assertMembers,
  findDense,
  findLexical,
  numbered,
  put,
  putAll,
  searchDense,
} from '../steps.ts';

export const searchDenseCases = memoryCases('search by vector', {
  'finds the nearest records, as many as the limit says': async ({ backend }) => {
    const cosines = [0.1, 0.9, -0.5, 0.7, 0.3, 0.5];
    await put(
      backend,
      cosines.map((value, index) => stored({ id: recordId(index), vector: atCosine(value) })),
    );
    assert.deepEqual(await findDense(backend, { limit: 3 }), [1, 3, 5].map(recordId));
    assert.deepEqual(await findDense(backend, { limit: 1 }), [recordId(1)]);
    assert.deepEqual(await findDense(backend, { limit: 50 }), [0, 1, 2, 3, 4, 5].map(recordId));
  },
  'tells the cosine, from 1 for the same direction to -1 for the opposite one': {
    tolerance: 'precision',
    async run({ backend, tolerates }) {
      const cosines = [1, 0.92, 0.5, 0, -0.5, -1];
      await put(
        backend,
        cosines.map((value, index) => stored({ id: recordId(index), vector: atCosine(value) })),
      );
      const found = await searchDense(backend);
      for (const [index, value] of cosines.entries())
        assertClose(found.get(recordId(index)), value, tolerates);
    },
  },
  'uses every component of the vectors': {
    tolerance: 'precision',
    async run({ backend, tolerates }) {
      const vector = unitVector(1, -2, 3, -4, 5, -6, 7, -8);
      const swapped = unitVector(1, -2, 3, -4, 5, -6, -8, 7);
      await putAll(backend, { 1: { vector }, 2: { vector: swapped } });
      const found = await searchDense(backend, { vector });
      assertClose(found.get(recordId(1)), 1, tolerates);
      assertClose(found.get(recordId(2)), cosine(vector, swapped), tolerates);
    },
  },
  'finds the ten nearest of three hundred': {
    tolerance: 'denseRecall',
    async run({ backend, tolerates }) {
      const random = randomNumbers(7);
      const direction = () => unitVector(...times(8, () => random() - 0.5));
      const puts = times(300, (index) => stored({ id: recordId(index), vector: direction() }));
      await put(backend, puts);
      for (const vector of times(10, direction)) {
        const nearest = puts
          .map(({ record, vector: own }) => ({ id: record.id, similarity: cosine(own!, vector) }))
          .sort((left, right) => right.similarity - left.similarity)
          .slice(0, 10);
        const found = await searchDense(backend, { vector, limit: 10 });
        assertMembers(
          found.keys(),
          nearest.map(({ id }) => id),
          tolerates.denseRecall,
        );
      }
    },
  },
  'never finds a record whose vector is zero, which words still find': async ({ backend }) => {
    await putAll(backend, {
      1: { vector: zeroVector(), terms: ['tea'] },
      2: { vector: atCosine(-0.9), terms: ['coffee'] },
    });
    assert.deepEqual(await findDense(backend), [recordId(2)]);
    assert.deepEqual(await findLexical(backend, { terms: ['tea'] }), [recordId(1)]);
  },
  'never finds a record that was put without a vector, which words still find': async ({
    backend,
  }) => {
    await putAll(backend, { 1: { vector: undefined, terms: ['tea'] }, 2: { terms: ['coffee'] } });
    assert.deepEqual(await findDense(backend), [recordId(2)]);
    assert.deepEqual(await findLexical(backend, { terms: ['tea'] }), [recordId(1)]);
  },
  'finds nothing near a query vector that is zero': async ({ backend }) => {
    await putAll(backend, { 1: {}, 2: { vector: zeroVector() } });
    assert.deepEqual(await findDense(backend, { vector: zeroVector() }), []);
  },
  'finds several records of one and the same vector': async ({ backend }) => {
    await putAll(
      backend,
      numbered(5, () => ({ vector: axis(3) })),
    );
    const found = await findDense(backend, { vector: axis(3) });
    assert.deepEqual(found, times(5, recordId));
  },
});
