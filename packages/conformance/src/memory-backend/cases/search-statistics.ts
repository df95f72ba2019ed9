import assert from 'node:assert/strict';
import type { LexicalStatistics, MemoryBackend, RecordFilter } from '@mneme/core/contract';
import {
  daysFromNow,
  recordId,
  stored,
  testNow,
  testScope,
  withoutIndexData,
} from '../builders.ts';
import { type MemoryBackendTolerances, memoryCases } from '../context.ts';
import {
  currentOnly,
  everything,
  put,
  putAll,
  remove,
  searchLexical,
  searchOne,
} from '../steps.ts';

const tolerance = 'documentFrequencies' as const;

export const searchStatisticsCases = memoryCases('search statistics', {
  'are zero in an empty scope': async ({ backend }) => {
    const { candidates, statistics } = await searchLexical(backend, { terms: ['tea', 'cup'] });
    assert.deepEqual(candidates, []);
    assert.deepEqual(statistics, { count: 0, averageLength: 0, documentFrequencies: [0, 0] });
  },
  'count records, mean length and the records that hold each term, in the order of the terms': {
    tolerance,
    async run({ backend, tolerates }) {
      await putAll(backend, {
        1: { terms: ['tea', 'tea', 'cup'] },
        2: { terms: ['tea'] },
        3: { terms: ['pot', 'lid'] },
        4: { terms: [] },
      });
      await assertStatistics(backend, tolerates, {
        count: 4,
        averageLength: 1.5,
        documentFrequencies: [1, 0, 2],
      });
    },
  },
  'are of the whole scope: superseded and expired records count, and no filter changes them': {
    tolerance,
    async run({ backend, tolerates }) {
      await putAll(backend, {
        1: { terms: ['tea', 'cup'] },
        2: { terms: ['tea'], supersededBy: recordId(1), validTo: daysFromNow(-1) },
        3: { terms: ['tea', 'cup', 'pot'], expiresAt: daysFromNow(-1) },
      });
      const expected = { count: 3, averageLength: 2, documentFrequencies: [2, 0, 3] };
      const narrow: RecordFilter = {
        now: testNow,
        categories: ['relationship'],
        tags: ['x'],
        minImportance: 5,
      };
      for (const filter of [currentOnly, everything, narrow]) {
        await assertStatistics(backend, tolerates, expected, filter);
      }
    },
  },
  'are told of each query, with the frequencies of its own terms': {
    tolerance,
    async run({ backend, tolerates }) {
      await putAll(backend, {
        1: { terms: ['tea', 'pot'] },
        2: { terms: ['coffee', 'coffee', 'pot', 'cup'] },
      });
      const queries = [['tea', 'pot'], ['coffee']].map((terms) => ({ terms, limit: 1 }));
      const { statistics } = await backend.search({
        scope: testScope,
        filter: currentOnly,
        queries,
      });
      assert.equal(statistics.length, 2);
      for (const [at, documentFrequencies] of [[1, 2], [1]].entries())
        assertEqual(statistics[at], { count: 2, averageLength: 3, documentFrequencies }, tolerates);
    },
  },
  'follow changed terms and removals': {
    tolerance,
    async run({ backend, tolerates }) {
      const first = stored({ id: recordId(1), terms: ['tea', 'cup'] });
      await put(backend, [first, stored({ id: recordId(2), terms: ['tea', 'tea', 'tea', 'tea'] })]);
      await put(backend, [withoutIndexData(first)]);
      await assertStatistics(backend, tolerates, {
        count: 2,
        averageLength: 3,
        documentFrequencies: [1, 0, 2],
      });
      await put(backend, [{ ...first, terms: ['pot', 'cup', 'cup', 'cup'] }]);
      await assertStatistics(backend, tolerates, {
        count: 2,
        averageLength: 4,
        documentFrequencies: [1, 0, 1],
      });
      await remove(backend, [recordId(1)]);
      await assertStatistics(backend, tolerates, {
        count: 1,
        averageLength: 4,
        documentFrequencies: [0, 0, 1],
      });
      await remove(backend, [recordId(2)]);
      await assertStatistics(backend, tolerates, {
        count: 0,
        averageLength: 0,
        documentFrequencies: [0, 0, 0],
      });
    },
  },
});

/** Asks with the terms `cup`, `none` and `tea`. */
async function assertStatistics(
  backend: MemoryBackend,
  tolerates: MemoryBackendTolerances,
  expected: LexicalStatistics,
  filter: RecordFilter = currentOnly,
): Promise<void> {
  const terms = ['cup', 'none', 'tea'];
  const { statistics } = await searchOne(backend, { filter, terms });
  assertEqual(statistics, expected, tolerates);
}

function assertEqual(
  statistics: LexicalStatistics | undefined,
  expected: LexicalStatistics,
  tolerates: MemoryBackendTolerances,
): void {
  if (tolerates.documentFrequencies === undefined) {
    assert.deepEqual(statistics, expected);
    return;
  }
  const { documentFrequencies = [], ...exact } = statistics ?? {};
  assert.deepEqual(exact, { count: expected.count, averageLength: expected.averageLength });
  assert.equal(documentFrequencies.length, expected.documentFrequencies.length);
  for (const frequency of documentFrequencies)
    assert.ok(frequency >= 0 && frequency <= expected.count);
}
