import assert from 'node:assert/strict';
import { historyOf } from '@mneme/core/backend';
import type { Cases } from '../../context.ts';
import { atCosine, daysFromNow, recordId, stored, testNow, testScope, times } from '../builders.ts';
import {
  findLexical,
  ids,
  listAll,
  lookUpOne,
  numbered,
  put,
  putAll,
  sortedIds,
} from '../steps.ts';

/** Cases that need a large store. */
export const largeCases: Cases = {
  'five hundred puts and five hundred removals fit into one commit': async ({ backend }) => {
    const first = times(500, (index) => stored({ id: recordId(index) }));
    const second = times(500, (index) => stored({ id: recordId(1000 + index) }));
    await put(backend, first);
    const removals = first.map(({ record }) => record.id);
    assert.equal((await put(backend, second, { removals })).length, 500);
    const { rows } = await backend.scan({ scope: testScope, limit: 1000 });
    assert.deepEqual(ids(rows), sortedIds(second.map(({ record }) => record)));
  },
  'a history is a chain of a hundred': async ({ backend }) => {
    await putAll(
      backend,
      numbered(100, (index) =>
        index === 99 ? {} : { supersededBy: recordId(index + 1), validTo: daysFromNow(-1) },
      ),
    );
    const found = ids(await historyOf(backend, testScope, recordId(50)));
    assert.deepEqual(found.sort(), times(100, recordId));
  },
  'a fact whose words are all common is found among hundreds of episodes with rare ones': async ({
    backend,
  }) => {
    await put(
      backend,
      times(600, (index) =>
        stored({
          id: recordId(100 + index),
          kind: 'episode',
          terms: ['shared', ...(index < 500 ? ['rare', 'rarer'] : [])],
          source: { session: 's', sequence: index },
        }),
      ),
    );
    await putAll(backend, { 1: { terms: ['shared', 'other'] } });
    const terms = ['rare', 'rarer', 'shared'];
    const filter = { now: testNow, kinds: ['fact'] as const };
    assert.deepEqual(await findLexical(backend, { terms, filter, limit: 3 }), [recordId(1)]);
  },
  'eighty nearer records of another category do not hide one of the same from a look-up': async ({
    backend,
  }) => {
    await putAll(backend, { 1: { vector: atCosine(0.3) } });
    await put(
      backend,
      times(80, (index) => stored({ id: recordId(100 + index), category: 'relationship' })),
    );
    const { nearest } = await lookUpOne(backend, { contentKey: 'none', vector: atCosine(1) });
    assert.deepEqual(ids(nearest.map(({ record }) => record)), [recordId(1)]);
  },
  'returns the turns around the requested number of best hits': async ({ backend }) => {
    await putAll(
      backend,
      numbered(30, (sequence) => ({
        source: { session: 's', sequence },
        terms: sequence === 4 ? ['tea', 'tea', 'tea'] : sequence === 20 ? ['tea'] : ['water'],
      })),
    );
    const beside = async (turns: number) => {
      const { candidates } = await backend.search({
        scope: testScope,
        filter: { now: testNow },
        queries: [{ terms: ['tea'], limit: 10 }],
        around: { turns, before: 1, after: 0, weights: { dense: 0.5, window: 0, questions: 0.7 } },
      });
      return sortedIds(candidates.map(({ record }) => record));
    };
    assert.deepEqual(await beside(1), [3, 4, 20].map(recordId));
    assert.deepEqual(await beside(2), [3, 4, 19, 20].map(recordId));
    assert.equal((await listAll(backend)).length, 30);
  },
};
