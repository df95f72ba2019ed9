import assert from 'node:assert/strict';
import { daysFromNow, recordId, stored, testNow, testScope } from '../builders.ts';
import type { MemoryBackendCase } from '../context.ts';
import { put } from '../steps.ts';

const group = 'touch';

export const touchCases: MemoryBackendCase[] = [
  {
    group,
    name: 'counts one access of each id at that time, and changes nothing else',
    async run({ backend }) {
      const [first, second, third] = [1, 2, 3].map(
        (number) => stored({ id: recordId(number) }).record,
      );
      await put(
        backend,
        [1, 2, 3].map((number) => stored({ id: recordId(number) })),
      );
      await backend.touch(testScope, [recordId(1), recordId(2)], daysFromNow(-1));
      await backend.touch(testScope, [recordId(2)], testNow);
      assert.deepEqual(await backend.get(testScope, [1, 2, 3].map(recordId)), [
        { ...first, accessCount: 1, lastAccessedAt: daysFromNow(-1) },
        { ...second, accessCount: 2, lastAccessedAt: testNow },
        third,
      ]);
    },
  },
  {
    group,
    name: 'lets unknown ids be, and an empty list',
    async run({ backend }) {
      await put(backend, [stored()]);
      await backend.touch(testScope, [recordId(8), recordId(1)], testNow);
      await backend.touch(testScope, [], testNow);
      assert.equal((await backend.get(testScope, [recordId(1)]))[0]?.accessCount, 1);
      assert.deepEqual(await backend.get(testScope, [recordId(8)]), []);
    },
  },
  {
    group,
    name: 'changes no version',
    async run({ backend }) {
      await put(backend, [stored()]);
      await backend.touch(testScope, [recordId(1)], testNow);
      await put(backend, [stored({ version: 2 })], { expect: [{ id: recordId(1), version: 1 }] });
    },
  },
];
