import assert from 'node:assert/strict';
import type { ListRequest, ListResponse, MemoryBackend, SessionInfo } from '@mneme/core/contract';
import {
  daysFromNow,
  otherScope,
  recordId,
  type StoredFields,
  stored,
  testNow,
  testScope,
  times,
} from '../builders.ts';
import { memoryCases } from '../context.ts';
import { assertRejects, currentOnly, everything, pagesOf, put } from '../steps.ts';

function turn(number: number, session: string, sequence: number, more: StoredFields = {}) {
  return stored({
    id: recordId(number),
    kind: 'episode',
    source: { session, sequence },
    occurredAt: daysFromNow(sequence - 20),
    ...more,
  });
}

type TurnsRequest = Partial<ListRequest & NonNullable<ListRequest['turns']>>;

async function turnsOf(
  backend: MemoryBackend,
  { session = 's', from, to, ...request }: TurnsRequest,
): Promise<ListResponse> {
  return backend.list({
    scope: testScope,
    filter: currentOnly,
    order: 'first',
    limit: 100,
    turns: { session, from, to },
    ...request,
  });
}

async function numbersOf(backend: MemoryBackend, request: TurnsRequest): Promise<number[][]> {
  const pages = await pagesOf((cursor) => turnsOf(backend, { ...request, cursor }));
  return pages.map(({ records }) => records.map(({ id }) => Number.parseInt(id.slice(-12), 16)));
}

async function allSessions(backend: MemoryBackend, limit: number): Promise<SessionInfo[][]> {
  const asked = { scope: testScope, now: testNow, limit };
  const pages = await pagesOf((cursor) => backend.sessions({ ...asked, cursor }));
  return pages.map(({ sessions }) => sessions);
}

export const sessionsCases = memoryCases('sessions', {
  'the turns of a session come in order of sequence from either end, whole, facts left out':
    async ({ backend }) => {
      const third = turn(3, 's', 3, { source: { session: 's', sequence: 3, speaker: 'Ada' } });
      await put(backend, [
        turn(9, 's', 10),
        turn(1, 's', 2),
        third,
        turn(2, 's', 2.5),
        turn(4, 't', 3),
        stored({ id: recordId(5), source: { session: 's', sequence: 4 } }),
      ]);
      await put(backend, [turn(6, 's', 5, { scope: otherScope })]);
      assert.deepEqual(await numbersOf(backend, {}), [[1, 2, 3, 9]]);
      assert.deepEqual(await numbersOf(backend, { order: 'last' }), [[9, 3, 2, 1]]);
      assert.deepEqual(await numbersOf(backend, { from: 2.5, to: 3 }), [[2, 3]]);
      assert.deepEqual(await numbersOf(backend, { from: 2.5, order: 'last' }), [[9, 3, 2]]);
      assert.deepEqual(await numbersOf(backend, { session: 'nowhere' }), [[]]);
      const page = await turnsOf(backend, {
        scope: testScope,
        session: 's',
        filter: currentOnly,
        from: 3,
        order: 'first',
        limit: 1,
      });
      assert.deepEqual(page.records, [third.record]);
      assert.ok(page.nextCursor);
    },
  'turns pass the filter: no expired and no replaced one unless asked for': async ({ backend }) => {
    await put(backend, [
      turn(1, 's', 1, { expiresAt: testNow }),
      turn(2, 's', 2, { supersededBy: recordId(3), validTo: testNow }),
      turn(3, 's', 2),
    ]);
    assert.deepEqual(await numbersOf(backend, {}), [[3]]);
    assert.deepEqual(await numbersOf(backend, { filter: everything }), [[1, 2, 3]]);
  },
  'pages of turns neither repeat nor skip, also where several stand at one place and others write':
    async ({ backend }) => {
      const places = [1, 2, 2, 2, 2, 3, 4, 4, 5];
      await put(
        backend,
        places.map((sequence, index) => turn(index + 1, 's', sequence)),
      );
      for (const limit of [1, 2, 3, 8, 9]) {
        const read = await numbersOf(backend, { limit });
        assert.deepEqual(read.flat(), [1, 2, 3, 4, 5, 6, 7, 8, 9], `pages of ${limit}`);
        assert.equal(read.length, Math.ceil(9 / limit), `pages of ${limit}`);
        const back = await numbersOf(backend, { limit, order: 'last' });
        assert.deepEqual(back.flat(), [9, 8, 7, 6, 5, 4, 3, 2, 1], `pages of ${limit}`);
      }
      const request = { scope: testScope, session: 's', filter: currentOnly, limit: 3 };
      const first = await turnsOf(backend, { ...request, order: 'first' });
      await put(backend, [turn(50, 's', 0), turn(51, 's', 9)]);
      const { records } = await turnsOf(backend, {
        ...request,
        limit: 100,
        order: 'first',
        cursor: first.nextCursor,
      });
      assert.deepEqual(
        records.map(({ id }) => id),
        [4, 5, 6, 7, 8, 9, 51].map(recordId),
      );
    },
  'tells of each session how many current turns it has, when they were said, and their places':
    async ({ backend }) => {
      await put(backend, [
        turn(1, 'monday', 1, { occurredAt: daysFromNow(-9) }),
        turn(2, 'monday', 2, { occurredAt: daysFromNow(-12) }),
        turn(3, 'monday', 7, { occurredAt: daysFromNow(-10) }),
        turn(4, 'monday', 8, { expiresAt: daysFromNow(-1) }),
        turn(5, 'monday', 0, { supersededBy: recordId(1), validTo: testNow }),
        turn(6, 'tuesday', -3),
        turn(7, 'gone', 1, { expiresAt: daysFromNow(-1) }),
        stored({ id: recordId(8), source: { session: 'facts', sequence: 1 } }),
        stored({ id: recordId(9), kind: 'episode' }),
      ]);
      await put(backend, [turn(10, 'theirs', 1, { scope: otherScope })]);
      const byName = (await allSessions(backend, 10))
        .flat()
        .sort((a, b) => (a.session < b.session ? -1 : 1));
      assert.deepEqual(byName, [
        {
          session: 'monday',
          turns: 3,
          firstAt: daysFromNow(-12),
          lastAt: daysFromNow(-9),
          firstSequence: 1,
          lastSequence: 7,
        },
        {
          session: 'tuesday',
          turns: 1,
          firstAt: daysFromNow(-23),
          lastAt: daysFromNow(-23),
          firstSequence: -3,
          lastSequence: -3,
        },
      ]);
      assert.deepEqual(await backend.sessions({ scope: 'nobody', now: testNow, limit: 10 }), {
        sessions: [],
      });
    },
  'pages of sessions neither repeat nor skip, and the last one has no cursor': async ({
    backend,
  }) => {
    const names = times(30, (index) => `session ${index}`);
    await put(
      backend,
      names.flatMap((session, index) => [turn(index, session, 1), turn(100 + index, session, 2)]),
    );
    for (const limit of [1, 7, 15, 30]) {
      const read = await allSessions(backend, limit);
      assert.deepEqual(
        read
          .flat()
          .map(({ session }) => session)
          .sort(),
        [...names].sort(),
      );
      assert.equal(read.length, Math.ceil(30 / limit), `pages of ${limit}`);
    }
  },
  'a cursor of another session, order, scope or list cannot be read': async ({ backend }) => {
    await put(backend, [turn(1, 's', 1), turn(2, 's', 2), turn(3, 't', 1), turn(4, 't', 2)]);
    const request = { scope: testScope, filter: currentOnly, limit: 1 };
    const { nextCursor } = await turnsOf(backend, { ...request, session: 's', order: 'first' });
    const sessions = { scope: testScope, now: testNow, limit: 1 };
    const { nextCursor: ofSessions } = await backend.sessions(sessions);
    assert.ok(nextCursor && ofSessions);
    for (const wrong of [
      () => turnsOf(backend, { ...request, session: 't', order: 'first', cursor: nextCursor }),
      () => turnsOf(backend, { ...request, session: 's', order: 'last', cursor: nextCursor }),
      () => turnsOf(backend, { ...request, session: 's', order: 'first', cursor: ofSessions }),
      () => turnsOf(backend, { ...request, session: 's', order: 'first', cursor: 'garbage' }),
      () =>
        turnsOf(backend, {
          ...request,
          scope: otherScope,
          session: 's',
          order: 'first',
          cursor: nextCursor,
        }),
      () => backend.sessions({ ...sessions, cursor: nextCursor }),
      () => backend.sessions({ ...sessions, scope: otherScope, cursor: ofSessions }),
      () => backend.sessions({ ...sessions, cursor: 'garbage' }),
    ])
      assert.equal((await assertRejects(wrong(), 'invalid_input')).field, 'cursor');
  },
});
