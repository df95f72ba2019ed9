import assert from 'node:assert/strict';
import { daysFromNow, recordId, stored, testScope, times } from '../builders.ts';
import type { MemoryBackendCase } from '../context.ts';
import { ids, put } from '../steps.ts';

const group = 'scan';

export const scanCases: MemoryBackendCase[] = [
  {
    group,
    name: 'tells what pruning needs of every record, expired and superseded ones too',
    async run({ backend }) {
      await put(backend, [
        stored({
          id: recordId(1),
          importance: 4,
          category: 'decision_log',
          confirmedAt: daysFromNow(-3),
        }),
        stored({ id: recordId(2), expiresAt: daysFromNow(-2) }),
        stored({ id: recordId(3), supersededBy: recordId(1), validTo: daysFromNow(-1) }),
      ]);
      await backend.touch(testScope, [recordId(1)], daysFromNow(-1));
      const plain = { category: 'factual_knowledge', importance: 3, confirmedAt: daysFromNow(-1) };
      assert.deepEqual((await backend.scan({ scope: testScope, limit: 10 })).rows, [
        {
          id: recordId(1),
          category: 'decision_log',
          importance: 4,
          confirmedAt: daysFromNow(-3),
          lastAccessedAt: daysFromNow(-1),
        },
        { id: recordId(2), ...plain, expiresAt: daysFromNow(-2) },
        { id: recordId(3), ...plain, supersededBy: recordId(1) },
      ]);
    },
  },
  {
    group,
    name: 'pages by id',
    async run({ backend }) {
      await put(
        backend,
        times(25, (index) =>
          stored({ id: recordId((index * 7) % 25), createdAt: daysFromNow(-index) }),
        ),
      );
      const read: string[] = [];
      for (const pageSize of [10, 10, 5, 0]) {
        const { rows } = await backend.scan({ scope: testScope, after: read.at(-1), limit: 10 });
        assert.equal(rows.length, pageSize);
        read.push(...ids(rows));
      }
      assert.deepEqual(read, times(25, recordId));
    },
  },
  {
    group,
    name: 'goes on behind an id that is not there any more',
    async run({ backend }) {
      await put(
        backend,
        [2, 4, 6].map((number) => stored({ id: recordId(number) })),
      );
      const { rows } = await backend.scan({ scope: testScope, after: recordId(3), limit: 10 });
      assert.deepEqual(ids(rows), [4, 6].map(recordId));
    },
  },
];
