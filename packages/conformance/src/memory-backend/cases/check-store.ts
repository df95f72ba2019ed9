import assert from 'node:assert/strict';
import type { MemoryBackend, StoreFault } from '@mneme/core/contract';
import { otherScope, recordId, stored, testScope } from '../builders.ts';
import { memoryCases } from '../context.ts';
import { numbered, pagesOf, put, putAll } from '../steps.ts';

/** In small pages. */
async function check(backend: MemoryBackend, scope?: string) {
  const none = { faults: [], checked: 0, nextCursor: undefined };
  const pages = await pagesOf(
    async (cursor) => (await backend.checkStore?.({ scope, limit: 7, cursor })) ?? none,
  );
  const checked = pages.reduce((sum, page) => sum + page.checked, 0);
  return { faults: pages.flatMap(({ faults }): StoreFault[] => faults), checked };
}

/** Every case ends with a check of its store. These cases are about the check itself. */
export const checkStoreCases = memoryCases('checkStore', {
  'looks page by page at each record, and finds no fault': async ({ backend }) => {
    if (backend.checkStore === undefined) return;
    await putAll(
      backend,
      numbered(25, () => ({ tags: ['a'] })),
    );
    await putAll(backend, { 99: { scope: otherScope } });
    for (const [scope, count] of [
      [undefined, 26],
      [testScope, 25],
      [otherScope, 1],
    ] as const) {
      const { faults, checked } = await check(backend, scope);
      assert.deepEqual(faults, []);
      assert.ok(checked >= count, `${checked} rows of ${count} records`);
    }
  },
  'finds a record without a vector, only in its scope, until it is put again with one': async ({
    backend,
  }) => {
    if (backend.checkStore === undefined) return;
    await putAll(backend, { 1: { vector: undefined } });
    const [fault, ...others] = (await check(backend, testScope)).faults;
    assert.deepEqual(others, []);
    const { kind, scope, id, mend } = fault ?? {};
    assert.deepEqual([kind, scope, id, mend], ['vector', testScope, recordId(1), 'rewrite']);
    assert.deepEqual((await check(backend, otherScope)).faults, []);
    await put(backend, [stored({ id: recordId(1) })]);
    assert.deepEqual((await check(backend)).faults, []);
  },
});
