import assert from 'node:assert/strict';
import type { Candidate, RecordFilter } from '@mneme/core/contract';
import { daysFromNow, otherScope, recordId, stored, testScope, times } from '../builders.ts';
import { type MemoryBackendContext, memoryCases } from '../context.ts';
import { currentOnly, numbered, put, putAll, sortedIds } from '../steps.ts';

interface Asked {
  /** Turns by their own word: session and sequence. */
  turns: readonly string[];
  before?: number;
  after?: number;
  filter?: RecordFilter;
}

const weights = { dense: 0.5, window: 0, questions: 0.7 };

/** Finds some turns by their own words, and the turns around them. */
async function around(
  { backend }: MemoryBackendContext,
  { turns, before = 1, after = 1, filter = currentOnly }: Asked,
): Promise<Candidate[]> {
  const { candidates } = await backend.search({
    scope: testScope,
    filter,
    queries: [{ terms: turns, limit: 100 }],
    around: { turns: turns.length, before, after, weights },
  });
  return candidates;
}

/** Two sessions of ten turns: ids 0..9 and 100..109. */
async function twoSessions(context: MemoryBackendContext) {
  for (const [session, first] of [
    ['monday', 0],
    ['tuesday', 100],
  ] as const) {
    await put(
      context.backend,
      times(10, (sequence) =>
        stored({
          id: recordId(first + sequence),
          source: { session, sequence },
          terms: [`${session}${sequence}`],
        }),
      ),
    );
  }
  return async (asked: Asked) =>
    (await around(context, asked))
      .map(({ record }) => Number.parseInt(record.id.slice(-12), 16))
      .sort((left, right) => left - right);
}

export const neighboursCases = memoryCases('turns around those that were found', {
  'are the window around a turn, with its own bounds before and after': async (context) => {
    const neighbours = await twoSessions(context);
    const turns = ['monday5'];
    assert.deepEqual(await neighbours({ turns, before: 2, after: 1 }), [3, 4, 5, 6]);
    assert.deepEqual(await neighbours({ turns, before: 0, after: 3 }), [5, 6, 7, 8]);
    assert.deepEqual(await neighbours({ turns, before: 0, after: 0 }), [5]);
    assert.deepEqual(await neighbours({ turns: ['monday0'], before: 3, after: 1 }), [0, 1]);
    assert.deepEqual(await neighbours({ turns: ['monday9'], before: 1, after: 9 }), [8, 9]);
  },
  'come once where windows overlap, and sessions are kept apart': async (context) => {
    const neighbours = await twoSessions(context);
    assert.deepEqual(await neighbours({ turns: ['monday3', 'monday4'] }), [2, 3, 4, 5]);
    assert.deepEqual(
      await neighbours({ turns: ['monday1', 'tuesday8'] }),
      [0, 1, 2, 107, 108, 109],
    );
    assert.deepEqual(await neighbours({ turns: ['wednesday1'] }), []);
    assert.deepEqual(await neighbours({ turns: [] }), []);
  },
  'are those of so many turns as were asked for, the best first': async ({ backend }) => {
    await putAll(
      backend,
      numbered(30, (sequence) => ({
        source: { session: 's', sequence },
        terms: sequence === 4 ? ['tea', 'tea', 'tea'] : sequence === 20 ? ['tea'] : ['water'],
      })),
    );
    const asked = { scope: testScope, filter: currentOnly };
    const beside = async (turns: number) => {
      const { candidates } = await backend.search({
        ...asked,
        queries: [{ terms: ['tea'], limit: 10 }],
        around: { turns, before: 1, after: 0, weights },
      });
      return sortedIds(candidates.map(({ record }) => record));
    };
    assert.deepEqual(await beside(1), [3, 4, 20].map(recordId));
    assert.deepEqual(await beside(2), [3, 4, 19, 20].map(recordId));
  },
  'have a session and a sequence, and are of the scope': async (context) => {
    const { backend } = context;
    await putAll(backend, {
      1: { source: { session: 's', sequence: 1 }, terms: ['here'] },
      2: { source: { session: 's' } },
      3: { source: { sequence: 1 } },
      4: { scope: testScope },
    });
    await putAll(backend, { 5: { scope: otherScope, source: { session: 's', sequence: 1 } } });
    const found = await around(context, { turns: ['here'], before: 5, after: 5 });
    assert.deepEqual(sortedIds(found.map(({ record }) => record)), [recordId(1)]);
  },
  'pass the filter': async (context) => {
    const neighbours = await twoSessions(context);
    await putAll(context.backend, {
      4: { source: { session: 'monday', sequence: 4 }, expiresAt: daysFromNow(-1) },
      5: { source: { session: 'monday', sequence: 5 }, importance: 5, terms: ['monday5'] },
      7: { source: { session: 'monday', sequence: 7 }, importance: 5 },
    });
    assert.deepEqual(await neighbours({ turns: ['monday5'] }), [5, 6]);
    const filter = { ...currentOnly, minImportance: 5 };
    assert.deepEqual(await neighbours({ turns: ['monday5'], after: 2, filter }), [5, 7]);
  },
  'follow a record whose place in the session changed': async (context) => {
    const neighbours = await twoSessions(context);
    await putAll(context.backend, { 4: { source: { session: 'tuesday', sequence: 10 } } });
    assert.deepEqual(await neighbours({ turns: ['monday5'] }), [5, 6]);
    assert.deepEqual(await neighbours({ turns: ['tuesday9'] }), [4, 108, 109]);
  },
  'tell their length, and how often the terms of each query stand in them, and no arm has found them':
    async ({ backend }) => {
      await putAll(backend, {
        1: { source: { session: 's', sequence: 1 }, terms: ['tea', 'cup'] },
        2: { source: { session: 's', sequence: 2 }, terms: ['pot', 'tea', 'tea'] },
        3: { source: { session: 's', sequence: 3 }, terms: ['water'] },
      });
      const { candidates } = await backend.search({
        scope: testScope,
        filter: currentOnly,
        queries: [
          { terms: ['pot', 'tea'], limit: 1 },
          { terms: ['pot'], limit: 1 },
        ],
        around: { turns: 1, before: 1, after: 1, weights },
      });
      assert.deepEqual(
        candidates
          .map(({ record, length, found }) => [
            record.id,
            length,
            ...found.map(({ termFrequencies }) => termFrequencies),
          ])
          .sort(),
        [
          [recordId(1), 2, [0, 1], [0]],
          [recordId(2), 3, [1, 2], [1]],
          [recordId(3), 1, [0, 0], [0]],
        ],
      );
      for (const { record, found } of candidates) {
        const lexical = record.id === recordId(2);
        for (const { arms, similarity } of found) {
          assert.deepEqual(arms, { dense: false, lexical });
          assert.equal(similarity, undefined);
        }
      }
    },
  'are found of fifty turns at once': async (context) => {
    const neighbours = await twoSessions(context);
    const turns = times(50, (index) => `${index % 2 === 0 ? 'monday' : 'tuesday'}${index}`);
    assert.deepEqual(await neighbours({ turns }), [
      ...times(10, (turn) => turn),
      ...times(10, (turn) => 100 + turn),
    ]);
  },
});
