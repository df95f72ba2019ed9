import assert from 'node:assert/strict';
import { daysFromNow, recordId, stored, testNow, testScope } from '../builders.ts';
import { memoryCases } from '../context.ts';
import { put, putAll, recordsOf, touch } from '../steps.ts';

export const touchCases = memoryCases(
  { group: 'touch', needs: ['touch'] },
  {
    'counts each id as often as it is given, at that time, and changes nothing else': async ({
      backend,
    }) => {
      const [first, second, third] = [1, 2, 3].map(
        (number) => stored({ id: recordId(number) }).record,
      );
      await put(
        backend,
        [1, 2, 3].map((number) => stored({ id: recordId(number) })),
      );
      await touch(backend, { ids: [recordId(1), recordId(2)], at: daysFromNow(-1) });
      await touch(backend, { ids: [recordId(2), recordId(2)], at: testNow });
      assert.deepEqual(await recordsOf(backend, testScope, [1, 2, 3].map(recordId)), [
        { ...first, accessCount: 1, lastAccessedAt: daysFromNow(-1) },
        { ...second, accessCount: 3, lastAccessedAt: testNow },
        third,
      ]);
    },
    'lets unknown ids be, and an empty list': async ({ backend }) => {
      await put(backend, [stored()]);
      await touch(backend, { ids: [recordId(8), recordId(1)], at: testNow });
      await touch(backend, { ids: [], at: testNow });
      assert.equal((await recordsOf(backend, testScope, [recordId(1)]))[0]?.accessCount, 1);
      assert.deepEqual(await recordsOf(backend, testScope, [recordId(8)]), []);
    },
    'changes no version': async ({ backend }) => {
      await put(backend, [stored()]);
      await touch(backend, { ids: [recordId(1)], at: testNow });
      await putAll(backend, { 1: { version: 2 } }, { expect: [{ id: recordId(1), version: 1 }] });
    },
  },
);
