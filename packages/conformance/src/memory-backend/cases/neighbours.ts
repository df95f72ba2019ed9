import assert from 'node:assert/strict';
import type { NeighboursRequest } from '@mneme/core/contract';
import {
  daysFromNow,
  otherScope,
  recordId,
  stored,
  testNow,
  testScope,
  times,
} from '../builders.ts';
import type { MemoryBackendCase, MemoryBackendContext } from '../context.ts';
import { currentOnly, put, sortedIds } from '../steps.ts';

const group = 'neighbours';

/** Two sessions of ten turns: ids 0..9 and 100..109. */
async function twoSessions({ backend }: MemoryBackendContext) {
  for (const [session, first] of [
    ['monday', 0],
    ['tuesday', 100],
  ] as const) {
    await put(
      backend,
      times(10, (sequence) =>
        stored({ id: recordId(first + sequence), source: { session, sequence } }),
      ),
    );
  }
  return async (request: Partial<NeighboursRequest>) =>
    (
      await backend.neighbours({
        scope: testScope,
        filter: currentOnly,
        turns: [],
        before: 1,
        after: 1,
        ...request,
      })
    )
      .map(({ record }) => Number.parseInt(record.id.slice(-12), 16))
      .sort((left, right) => left - right);
}

const at = (session: string, sequence: number) => ({ session, sequence });

export const neighboursCases: MemoryBackendCase[] = [
  {
    group,
    name: 'answers the window around a turn, with its own bounds before and after',
    async run(context) {
      const neighbours = await twoSessions(context);
      assert.deepEqual(
        await neighbours({ turns: [at('monday', 5)], before: 2, after: 1 }),
        [3, 4, 5, 6],
      );
      assert.deepEqual(
        await neighbours({ turns: [at('monday', 5)], before: 0, after: 3 }),
        [5, 6, 7, 8],
      );
      assert.deepEqual(await neighbours({ turns: [at('monday', 5)], before: 0, after: 0 }), [5]);
      assert.deepEqual(await neighbours({ turns: [at('monday', 0)], before: 3, after: 1 }), [0, 1]);
      assert.deepEqual(await neighbours({ turns: [at('monday', 9)], before: 1, after: 9 }), [8, 9]);
    },
  },
  {
    group,
    name: 'answers each record once where windows overlap, and keeps sessions apart',
    async run(context) {
      const neighbours = await twoSessions(context);
      assert.deepEqual(
        await neighbours({ turns: [at('monday', 3), at('monday', 4)] }),
        [2, 3, 4, 5],
      );
      assert.deepEqual(
        await neighbours({ turns: [at('monday', 1), at('tuesday', 8)] }),
        [0, 1, 2, 107, 108, 109],
      );
      assert.deepEqual(await neighbours({ turns: [at('wednesday', 1)] }), []);
      assert.deepEqual(await neighbours({ turns: [] }), []);
    },
  },
  {
    group,
    name: 'knows no records without a session or without a sequence',
    async run({ backend }) {
      await put(backend, [
        stored({ id: recordId(1), source: { session: 's', sequence: 1 } }),
        stored({ id: recordId(2), source: { session: 's' } }),
        stored({ id: recordId(3), source: { sequence: 1 } }),
        stored({ id: recordId(4), scope: testScope }),
      ]);
      await put(backend, [
        stored({ id: recordId(5), scope: otherScope, source: { session: 's', sequence: 1 } }),
      ]);
      const turns = [at('s', 1)];
      const found = await backend.neighbours({
        scope: testScope,
        filter: currentOnly,
        turns,
        before: 5,
        after: 5,
      });
      assert.deepEqual(sortedIds(found.map(({ record }) => record)), [recordId(1)]);
    },
  },
  {
    group,
    name: 'applies the filter, also to the turn itself',
    async run(context) {
      const neighbours = await twoSessions(context);
      await put(context.backend, [
        stored({
          id: recordId(4),
          source: { session: 'monday', sequence: 4 },
          expiresAt: daysFromNow(-1),
        }),
        stored({ id: recordId(5), source: { session: 'monday', sequence: 5 }, importance: 5 }),
      ]);
      assert.deepEqual(await neighbours({ turns: [at('monday', 4)] }), [3, 5]);
      const important = { now: testNow, minImportance: 5 };
      assert.deepEqual(await neighbours({ turns: [at('monday', 4)], filter: important }), [5]);
    },
  },
  {
    group,
    name: 'follows a record whose place in the session changed',
    async run(context) {
      const neighbours = await twoSessions(context);
      await put(context.backend, [
        stored({ id: recordId(4), source: { session: 'tuesday', sequence: 20 } }),
      ]);
      assert.deepEqual(await neighbours({ turns: [at('monday', 4)] }), [3, 5]);
      assert.deepEqual(await neighbours({ turns: [at('tuesday', 19)] }), [4]);
    },
  },
  {
    group,
    name: 'tells the length of each record, and how often the terms of the query stand in it',
    async run({ backend }) {
      await put(backend, [
        stored({ id: recordId(1), source: { session: 's', sequence: 1 }, terms: ['tea', 'cup'] }),
        stored({
          id: recordId(2),
          source: { session: 's', sequence: 2 },
          terms: ['pot', 'tea', 'tea'],
        }),
        stored({ id: recordId(3), source: { session: 's', sequence: 3 }, terms: ['water'] }),
      ]);
      const request = {
        scope: testScope,
        filter: currentOnly,
        turns: [at('s', 2)],
        before: 1,
        after: 1,
      };
      const asked = await backend.neighbours({ ...request, terms: ['pot', 'tea'] });
      assert.deepEqual(
        asked
          .map(({ record, length, termFrequencies }) => [record.id, length, termFrequencies])
          .sort(),
        [
          [recordId(1), 2, [0, 1]],
          [recordId(2), 3, [1, 2]],
          [recordId(3), 1, [0, 0]],
        ],
      );
      for (const candidate of asked) {
        assert.deepEqual(candidate.arms, { dense: false, lexical: false });
        assert.equal(candidate.similarity, undefined, 'no arm found a neighbour');
      }
      for (const { termFrequencies } of await backend.neighbours(request))
        assert.deepEqual(termFrequencies, [], 'no terms were asked for');
    },
  },
  {
    group,
    name: 'takes fifty turns at once',
    async run(context) {
      const neighbours = await twoSessions(context);
      const turns = times(50, (index) => at(index % 2 === 0 ? 'monday' : 'tuesday', index));
      const even = times(6, (index) => 2 * index).flatMap((turn) => [turn - 1, turn, turn + 1]);
      const inMonday = new Set(even.filter((turn) => turn >= 0 && turn < 10));
      assert.deepEqual(
        await neighbours({ turns }),
        [...inMonday, ...times(10, (turn) => 100 + turn)].sort((left, right) => left - right),
      );
    },
  },
];
