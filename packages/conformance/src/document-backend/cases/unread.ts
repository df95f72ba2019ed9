import assert from 'node:assert/strict';
import {
  at,
  audit,
  create,
  documentId,
  otherScope,
  remove,
  storeId,
  testScope,
} from '../builders.ts';
import { addStore, commit, documentCases } from '../context.ts';

const place = { scope: testScope, storeId: storeId(1) };

export const unreadCases = documentCases('findUnread', {
  'finds what was neither written nor read since': async ({ backend }) => {
    await addStore(backend);
    const [, second] = await commit(
      backend,
      [1, 2, 3].map((number) =>
        create(`/${number}`, '', { documentId: documentId(number), at: at(number) }),
      ),
    );
    await backend.touch({ ...place, documentIds: [documentId(1)], at: at(50) });
    const found = await backend.findUnread({ scope: testScope, before: at(3), limit: 10 });
    assert.deepEqual(found.documents, [{ scope: testScope, document: second }]);
    assert.deepEqual(found.stores, []);
    const read = await backend.getDocument({ ...place, key: { id: documentId(1) } });
    assert.equal(read?.lastReadAt, at(50));
    assert.equal(read.updatedAt, at(1));
  },
  'finds empty stores without a change since then, in all scopes if none is named': async ({
    backend,
  }) => {
    await addStore(backend);
    await addStore(backend, { id: storeId(2), scope: otherScope });
    await addStore(backend, { id: storeId(3) });
    await commit(backend, [create('/a', '', { at: at(1) })]);
    const third = { storeId: storeId(3) };
    const made = create('/a', '', { ...third, at: at(60) });
    await commit(backend, [made, remove(made.document, { at: at(60) })], third);
    const { stores } = await backend.findUnread({ before: at(30), limit: 10 });
    assert.deepEqual(stores, [{ scope: otherScope, storeId: storeId(2) }]);
    const own = await backend.findUnread({ scope: testScope, before: at(90), limit: 10 });
    assert.deepEqual(own.stores, [{ scope: testScope, storeId: storeId(3) }]);
  },
  'a store to be removed if unused stays if it has a document or was written to': async ({
    backend,
  }) => {
    const info = await addStore(backend);
    const unused = (seconds: number) =>
      backend.removeStore({ ...place, unusedSince: at(seconds), audit: audit(info) });
    const [made] = await commit(backend, [create('/a', '', { at: at(1) })]);
    assert.equal(await unused(50), false);
    await commit(backend, [remove(made!, { at: at(40) })]);
    assert.equal(await unused(40), false);
    assert.ok(await backend.getStore(testScope, info.id));
    assert.equal(await unused(41), true);
    assert.equal(await backend.getStore(testScope, info.id), undefined);
  },
});
