import assert from 'node:assert/strict';
import type { ListOrder, MemoryBackend, RecordFilter } from '@mneme/core/contract';
import {
  daysFromNow,
  otherScope,
  recordId,
  stored,
  testNow,
  testScope,
  times,
} from '../builders.ts';
import { type MemoryBackendCase, memoryCases } from '../context.ts';
import {
  assertRejects,
  everything,
  ids,
  listAll,
  numbered,
  pagesOf,
  put,
  putAll,
  remove,
} from '../steps.ts';

const group = 'list';
const orders: ListOrder[] = ['newest', 'importance'];

interface PagesOptions {
  order?: ListOrder;
  limit: number;
  filter?: RecordFilter;
  /** Called between two pages, with the number of records read. */
  between?: (pages: number) => Promise<unknown>;
}

/** Follows the cursors to the end. */
async function pages(
  backend: MemoryBackend,
  { order = 'newest', limit, filter = everything, between }: PagesOptions,
): Promise<string[][]> {
  let count = 0;
  const read = await pagesOf(async (cursor) => {
    if (cursor !== undefined) await between?.(count);
    count += 1;
    return backend.list({ scope: testScope, filter, order, limit, cursor });
  });
  return read.map(({ records }) => ids(records));
}

export const listCases: readonly MemoryBackendCase[] = [
  ...memoryCases(group, {
    'newest orders by createdAt, then by id, both descending': async ({ backend }) => {
      await put(backend, [
        stored({
          id: recordId(1),
          createdAt: daysFromNow(-3),
          updatedAt: testNow,
          confirmedAt: testNow,
        }),
        stored({ id: recordId(2), createdAt: daysFromNow(-1), occurredAt: daysFromNow(-99) }),
        stored({ id: recordId(3), createdAt: daysFromNow(-2), importance: 5 }),
        stored({ id: recordId(5), createdAt: daysFromNow(-2) }),
        stored({ id: recordId(4), createdAt: daysFromNow(-2) }),
      ]);
      assert.deepEqual(await listAll(backend), [2, 5, 4, 3, 1].map(recordId));
    },
    'importance orders by stored importance, then as newest': async ({ backend }) => {
      await putAll(backend, {
        1: { importance: 3, createdAt: daysFromNow(-1) },
        2: { importance: 5, createdAt: daysFromNow(-300) },
        3: { importance: 3, createdAt: daysFromNow(-2) },
        4: { importance: 5, createdAt: daysFromNow(-200) },
        5: { importance: 1, createdAt: testNow },
        6: { importance: 3, createdAt: daysFromNow(-2) },
      });
      const found = await backend.list({
        scope: testScope,
        filter: everything,
        order: 'importance',
        limit: 10,
      });
      assert.deepEqual(ids(found.records), [4, 2, 1, 6, 3, 5].map(recordId));
    },
    'answers whole records, and no cursor on the last page': async ({ backend }) => {
      const whole = stored({
        tags: ['b', 'a'],
        source: { session: 's', own: [1] },
        expiresAt: daysFromNow(3),
      });
      await put(backend, [whole]);
      const page = await backend.list({
        scope: testScope,
        filter: everything,
        order: 'newest',
        limit: 10,
      });
      assert.deepEqual(page, { records: [whole.record] });
      const empty = await backend.list({
        scope: 'nobody',
        filter: everything,
        order: 'newest',
        limit: 10,
      });
      assert.deepEqual(empty, { records: [] });
    },
  }),
  ...orders.map(
    (order): MemoryBackendCase => ({
      group,
      name: `pages by ${order} without repeating or skipping, also among equal times`,
      async run({ backend }) {
        await putAll(
          backend,
          numbered(17, (index) => ({
            createdAt: daysFromNow(-(index % 3)),
            importance: index % 2 === 0 ? 2 : 4,
          })),
        );
        const all = await listAll(backend, { order });
        assert.equal(all.length, 17);
        for (const limit of [1, 4, 16, 17]) {
          const read = await pages(backend, { order, limit });
          assert.deepEqual(read.flat(), all);
          assert.equal(read.length, Math.ceil(17 / limit), `pages of ${limit}`);
        }
      },
    }),
  ),
  ...orders.map(
    (order): MemoryBackendCase => ({
      group,
      name: `a page full by chance is the last one when nothing follows (${order})`,
      async run({ backend }) {
        await put(backend, [
          ...times(4, (index) => stored({ id: recordId(index) })),
          stored({
            id: recordId(9),
            expiresAt: testNow,
            importance: 1,
            createdAt: daysFromNow(-9),
          }),
        ]);
        const read = await pages(backend, { order, limit: 2, filter: { now: testNow } });
        assert.deepEqual(
          read.map((page) => page.length),
          [2, 2],
        );
      },
    }),
  ),
  ...orders.map(
    (order): MemoryBackendCase => ({
      group,
      name: `a page never repeats or skips while others write (${order})`,
      async run({ backend }) {
        const of = (index: number) =>
          stored({
            id: recordId(index),
            createdAt: daysFromNow(-index),
            importance: index < 6 ? 4 : 3,
          });
        await put(backend, times(12, of));
        const read = await pages(backend, {
          order,
          limit: 3,
          async between(count) {
            const newer = stored({ id: recordId(100 + count), createdAt: testNow, importance: 5 });
            const older = stored({
              id: recordId(200 + count),
              createdAt: daysFromNow(-99),
              importance: 1,
            });
            const seen = of(1);
            await put(backend, [
              newer,
              older,
              { ...seen, record: { ...seen.record, updatedAt: testNow } },
            ]);
            if (count === 1) await remove(backend, [recordId(2), recordId(7)]);
          },
        });
        const stayed = read.flat().filter((id) => id < recordId(100));
        assert.deepEqual(stayed, [0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11].map(recordId));
        assert.equal(new Set(read.flat()).size, read.flat().length, 'a record came twice');
      },
    }),
  ),
  ...memoryCases(group, {
    'pages within a filter': async ({ backend }) => {
      await putAll(
        backend,
        numbered(30, (index) => ({
          tags: index % 3 === 0 ? ['x'] : [],
          ...(index % 2 === 0 ? {} : { expiresAt: daysFromNow(-1) }),
        })),
      );
      const read = await pages(backend, { limit: 2, filter: { now: testNow, tags: ['x'] } });
      assert.deepEqual(read, [[24, 18].map(recordId), [12, 6].map(recordId), [recordId(0)]]);
    },
    'rejects a cursor that it cannot read with invalid_input, naming the field': async ({
      backend,
    }) => {
      await putAll(backend, numbered(3));
      const bad = [
        'garbage',
        '{}',
        '[]',
        'null',
        '0',
        "' OR 1=1 --",
        'e30=',
        'bnVsbA==',
        '💥',
        'x'.repeat(5000),
      ];
      await put(
        backend,
        times(3, (index) => stored({ id: recordId(10 + index), scope: otherScope })),
      );
      for (const order of orders) {
        const others = { scope: otherScope, filter: everything, order, limit: 1 };
        const { nextCursor = '' } = await backend.list(others);
        assert.notEqual(nextCursor, '');
        for (const cursor of [...bad, nextCursor]) {
          const request = { scope: testScope, filter: everything, order, limit: 1, cursor };
          const error = await assertRejects(backend.list(request), 'invalid_input');
          assert.equal(error.field, 'cursor');
        }
      }
    },
  }),
];
