import assert from 'node:assert/strict';
import type { MemoryBackend } from '@mneme/core/contract';
import { daysFromNow, recordId, stored, testScope, times } from '../builders.ts';
import { memoryCases } from '../context.ts';
import { assertRejects, ids, pagesOf, put, putAll, touch } from '../steps.ts';

export const scanCases = memoryCases('scan', {
  'tells what pruning needs of every record, expired and superseded ones too': {
    needs: ['touch'],
    async run({ backend }) {
      await putAll(backend, {
        1: { version: 6, importance: 4, category: 'decision_log', confirmedAt: daysFromNow(-3) },
        2: { expiresAt: daysFromNow(-2) },
        3: { supersededBy: recordId(1), validTo: daysFromNow(-1) },
        4: { kind: 'episode' },
      });
      await touch(backend, { ids: [recordId(1)], at: daysFromNow(-1) });
      const plain = {
        version: 1,
        kind: 'fact',
        category: 'factual_knowledge',
        importance: 3,
        confirmedAt: daysFromNow(-1),
      };
      assert.deepEqual((await backend.scan({ scope: testScope, limit: 10 })).rows, [
        {
          id: recordId(1),
          version: 6,
          kind: 'fact',
          category: 'decision_log',
          importance: 4,
          confirmedAt: daysFromNow(-3),
          lastAccessedAt: daysFromNow(-1),
        },
        { id: recordId(2), ...plain, expiresAt: daysFromNow(-2) },
        { id: recordId(3), ...plain, supersededBy: recordId(1) },
        {
          id: recordId(4),
          version: 1,
          kind: 'episode',
          importance: 3,
          confirmedAt: daysFromNow(-1),
        },
      ]);
    },
  },
  'pages by id, and the last page has no cursor, full or not': async ({ backend }) => {
    await put(
      backend,
      times(25, (index) =>
        stored({ id: recordId((index * 7) % 25), createdAt: daysFromNow(-index) }),
      ),
    );
    for (const limit of [10, 5, 25]) {
      const pages = await scanPages(backend, limit);
      assert.deepEqual(pages.flat(), times(25, recordId));
      assert.equal(pages.length, Math.ceil(25 / limit));
    }
    assert.deepEqual(await backend.scan({ scope: 'empty', limit: 5 }), { rows: [] });
  },
  'a page never repeats or skips while others write and remove': async ({ backend }) => {
    await put(
      backend,
      [2, 4, 6, 8].map((number) => stored({ id: recordId(number) })),
    );
    const first = await backend.scan({ scope: testScope, limit: 2 });
    assert.deepEqual(ids(first.rows), [2, 4].map(recordId));
    await put(backend, [stored({ id: recordId(1) })], { removals: [2, 4].map(recordId) });
    const { rows } = await backend.scan({
      scope: testScope,
      limit: 2,
      cursor: first.nextCursor,
    });
    assert.deepEqual(ids(rows), [6, 8].map(recordId));
  },
  'rejects a cursor that it cannot read with invalid_input, naming the field': async ({
    backend,
  }) => {
    await put(backend, [stored()]);
    const request = { scope: testScope, limit: 1, cursor: 'nonsense' };
    const error = await assertRejects(backend.scan(request), 'invalid_input');
    assert.equal(error.field, 'cursor');
  },
});

async function scanPages(backend: MemoryBackend, limit: number): Promise<string[][]> {
  const pages = await pagesOf((cursor) => backend.scan({ scope: testScope, limit, cursor }));
  return pages.map(({ rows }) => ids(rows));
}
