import assert from 'node:assert/strict';
import type { MemoryBackend } from '@mneme/core/backend';
import type { StoreBackend } from '../../../../src/index.ts';
import type { Cases, StoreContext } from '../../context.ts';
import {
  daysFromNow,
  otherScope,
  recordId,
  stored,
  testNow,
  testScope,
  times,
} from '../builders.ts';
import { assertRejects, everything, ids, pagesOf, put } from '../steps.ts';

interface Asked {
  limit: number;
  scope?: string;
  cursor?: string;
}

type Page = { ids: string[]; nextCursor?: string };

const listOf =
  (request: Omit<Parameters<MemoryBackend['list']>[0], 'scope' | 'limit' | 'filter'>) =>
  async (backend: StoreBackend, { scope = testScope, ...asked }: Asked): Promise<Page> => {
    const page = await backend.list({ scope, filter: everything, ...request, ...asked });
    return { ...page, ids: ids(page.records) };
  };

/** Everything that answers page by page. */
const lists: Record<string, (backend: StoreBackend, asked: Asked) => Promise<Page>> = {
  newest: listOf({ order: 'newest' }),
  importance: listOf({ order: 'importance' }),
  'first turns': listOf({ order: 'first', turns: { session: 's' } }),
  'last turns': listOf({ order: 'last', turns: { session: 's' } }),
  'turns of another session': listOf({ order: 'first', turns: { session: 't' } }),
  async scan(backend, { scope = testScope, ...asked }) {
    const page = await backend.scan({ scope, ...asked });
    return { ...page, ids: ids(page.rows) };
  },
  async sessions(backend, { scope = testScope, ...asked }) {
    const page = await backend.sessions({ scope, now: testNow, ...asked });
    return { ...page, ids: page.sessions.map(({ session }) => session) };
  },
};

/** A turn: later numbers are older and less important, and come later in the session. */
function turn(number: number, { scope = testScope, session = 's', sequence = number } = {}) {
  return stored({
    id: recordId(number),
    scope,
    kind: 'episode',
    createdAt: daysFromNow(-number),
    importance: number < 6 ? 4 : 3,
    source: { session, sequence },
  });
}

const unreadable = [
  'garbage',
  '{}',
  '[]',
  'null',
  '0',
  "' OR 1=1 --",
  'e30=',
  '💥',
  'x'.repeat(5000),
];

const paged = ['newest', 'importance', 'first turns', 'last turns', 'scan'];

export const pagesCases: Cases = {
  ...Object.fromEntries(
    paged.map((list) => [
      `of ${list} never repeat or skip while others write and remove`,
      async ({ backend }: StoreContext) => {
        const read = lists[list]!;
        await put(
          backend,
          times(12, (index) => turn(10 + index)),
        );
        const removed = [12, 17].map(recordId);
        let count = 0;
        const pages = await pagesOf(async (cursor) => {
          count += 1;
          if (cursor !== undefined)
            await put(backend, [turn(count), turn(40 + count), turn(11)], {
              removals: count === 3 ? removed : [],
            });
          return read(backend, { limit: 3, cursor });
        });
        const found = pages.flatMap((page) => page.ids);
        assert.equal(new Set(found).size, found.length, 'a record came twice');
        const stayed = times(12, (index) => recordId(10 + index)).filter(
          (id) => !removed.includes(id),
        );
        assert.deepEqual(
          stayed.filter((id) => !found.includes(id)),
          [],
          'a record was skipped',
        );
      },
    ]),
  ),
  'a cursor that is unreadable, or of another list, session or scope, is refused with invalid_input and its field':
    async ({ backend }) => {
      for (const [first, scope] of [
        [10, testScope],
        [20, otherScope],
      ] as const)
        await put(backend, [
          ...times(3, (index) => turn(first + index, { scope })),
          ...times(3, (index) => turn(first + 3 + index, { scope, session: 't' })),
        ]);
      const cursorOf = async (list: string, scope: string) => {
        const { nextCursor } = await lists[list]!(backend, { limit: 1, scope });
        assert.ok(nextCursor, `${list} has no cursor`);
        return nextCursor;
      };
      for (const [list, read] of Object.entries(lists)) {
        const others = Object.keys(lists).filter((other) => other !== list);
        const wrong = await Promise.all([
          cursorOf(list, otherScope),
          ...others.map((other) => cursorOf(other, testScope)),
        ]);
        for (const cursor of [...unreadable, ...wrong]) {
          const { field } = await assertRejects(
            read(backend, { limit: 1, cursor }),
            'invalid_input',
          );
          assert.equal(field, 'cursor', list);
        }
      }
    },
};
