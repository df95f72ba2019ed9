import assert from 'node:assert/strict';
import { at, documentId, otherScope, sha256, storeId, testScope, write } from '../builders.ts';
import { addStore, type DocumentBackendCase, done } from '../context.ts';

const place = { scope: testScope, storeId: storeId(1) };

export const unreadCases: readonly DocumentBackendCase[] = [
  {
    group: 'findUnread',
    name: 'finds what was neither written nor read since',
    async run({ backend }) {
      await addStore(backend);
      for (const number of [1, 2, 3]) {
        const ids = { documentId: documentId(number) };
        await done(backend, [write({ create: `/${number}`, content: `${number}` }, ids)], {
          at: at(number),
        });
      }
      await backend.touch({ ...place, documentIds: [documentId(1)], at: at(50) });
      const found = await backend.findUnread({ scope: testScope, before: at(3), limit: 10 });
      assert.deepEqual(found.documents, [
        { ...place, id: documentId(2), contentSha256: sha256('2') },
      ]);
      assert.deepEqual(found.stores, []);
      const read = await backend.getDocument({ ...place, key: { id: documentId(1) } });
      assert.equal(read?.lastReadAt, at(50));
      assert.equal(read.updatedAt, at(1));
    },
  },
  {
    group: 'findUnread',
    name: 'finds empty stores in which nothing happened since, in all scopes where none is named',
    async run({ backend }) {
      await addStore(backend);
      await addStore(backend, { id: storeId(2), scope: otherScope });
      await addStore(backend, { id: storeId(3) });
      const create = write({ create: '/a', content: '' });
      await done(backend, [create], { at: at(1) });
      const later = { at: at(60), storeId: storeId(3) };
      await done(backend, [write({ create: '/a', content: '' }), write({ delete: '/a' })], later);
      const { stores } = await backend.findUnread({ before: at(30), limit: 10 });
      assert.deepEqual(stores, [{ scope: otherScope, storeId: storeId(2) }]);
      const own = await backend.findUnread({ scope: testScope, before: at(90), limit: 10 });
      assert.deepEqual(own.stores, [{ scope: testScope, storeId: storeId(3) }]);
    },
  },
];
