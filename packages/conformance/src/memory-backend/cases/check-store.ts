import assert from 'node:assert/strict';
import type { MemoryBackend, StoreFault } from '@mneme/core/contract';
import { otherScope, recordId, stored, testScope, times } from '../builders.ts';
import { memoryCases } from '../context.ts';
import { numbered, pagesOf, put, putAll } from '../steps.ts';

/** In small pages. */
async function check(backend: MemoryBackend, scope?: string): Promise<StoreFault[]> {
  const none = { faults: [], nextCursor: undefined };
  const pages = await pagesOf(
    async (cursor) => (await backend.checkStore?.({ scope, limit: 7, cursor })) ?? none,
  );
  return pages.flatMap(({ faults }): StoreFault[] => faults);
}

/** Every case ends with a check of its store. These cases are about the check itself. */
export const checkStoreCases = memoryCases('checkStore', {
  'finds each record without a vector, page by page and only in its scope, until it is put again with one':
    async ({ backend }) => {
      if (backend.checkStore === undefined) return;
      const without = { tags: ['a'], vector: undefined };
      await putAll(
        backend,
        numbered(25, () => without),
      );
      await putAll(backend, { 99: { ...without, scope: otherScope } });
      const inTestScope = times(25, (at) => ['vector', testScope, recordId(at), 'rewrite']);
      const inOtherScope = [['vector', otherScope, recordId(99), 'rewrite']];
      for (const [scope, wanted] of [
        [undefined, [...inTestScope, ...inOtherScope]],
        [testScope, inTestScope],
        [otherScope, inOtherScope],
      ] as const) {
        const faults = await check(backend, scope);
        const found = faults.map(({ kind, scope: of, id, mend }) => [kind, of, id, mend]);
        assert.deepEqual(found.sort(), [...wanted].sort());
      }
      for (const { id = '', scope = '' } of await check(backend))
        await put(backend, [stored({ id, scope })]);
      assert.deepEqual(await check(backend), []);
    },
});
