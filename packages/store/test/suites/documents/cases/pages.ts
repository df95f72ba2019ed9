import assert from 'node:assert/strict';
import type { DocumentSummary } from '@mneme/core/backend';
import type { Cases } from '../../context.ts';
import { times } from '../../records/builders.ts';
import { assertRejects, pagesOf } from '../../records/steps.ts';
import { create, modify, remove, storeId, testScope } from '../builders.ts';
import { addStore, commit } from '../steps.ts';

const place = { scope: testScope, storeId: storeId(1) };
const list = { ...place, pathPrefix: '/', depth: 0, withContent: false, limit: 3 };

export const pagesCases: Cases = {
  'listDocuments neither repeats nor skips documents that exist throughout, while others write':
    async ({ backend: { documents: backend } }) => {
      await addStore(backend);
      const name = (index: number) => `/s${String(index).padStart(2, '0')}`;
      const stay = times(20, name);
      await commit(
        backend,
        stay.map((path) => create(path, path)),
      );
      const made: DocumentSummary[] = [];
      const pages = await pagesOf(async (cursor) => {
        if (cursor !== undefined) {
          const last = made.at(-1);
          made.push(...(await commit(backend, [create(`${name(made.length)}a`, 'new')])));
          if (last !== undefined) await commit(backend, [remove(last)]);
        }
        return backend.listDocuments({ ...list, cursor });
      });
      const seen = pages.flatMap(({ items }) =>
        items.map((item) => (item.type === 'document' ? item.document.path : item.prefix.path)),
      );
      assert.equal(new Set(seen).size, seen.length);
      assert.deepEqual(
        seen.filter((path) => !path.endsWith('a')),
        stay,
      );
    },
  'listVersions goes on newest first while new versions arrive': async ({
    backend: { documents: backend },
  }) => {
    await addStore(backend);
    let [last] = await commit(backend, [create('/a', '0')]);
    const write = async (content: string) => {
      [last] = await commit(backend, [modify(last!, { content })]);
    };
    for (let number = 1; number < 7; number++) await write(String(number));
    const pages = await pagesOf(async (cursor) => {
      if (cursor !== undefined) await write(`new before ${cursor}`);
      return backend.listVersions({ ...place, withContent: true, limit: 2, cursor });
    });
    const seen = pages.flatMap(({ versions }) => versions.map(({ content }) => content));
    assert.deepEqual(seen, ['6', '5', '4', '3', '2', '1', '0']);
  },
  'a cursor that no page gave is refused, and one of another list too': async ({
    backend: { documents: backend },
  }) => {
    await addStore(backend);
    await addStore(backend, { id: storeId(2) });
    const stores = { scope: testScope, includeArchived: true, limit: 1 };
    const { nextCursor } = await backend.listStores(stores);
    for (const cursor of ['x', '', '/a', nextCursor!]) {
      await assertRejects(backend.listDocuments({ ...list, cursor }), 'invalid_input');
    }
  },
};
