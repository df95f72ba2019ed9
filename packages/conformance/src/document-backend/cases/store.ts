import assert from 'node:assert/strict';
import { pagesOf } from '../../memory-backend/steps.ts';
import { at, audit, create, modify, otherScope, store, storeId, testScope } from '../builders.ts';
import { addStore, assertRejects, commit, documentCases } from '../context.ts';

const everyStore = { scope: testScope, includeArchived: true, limit: 100 };
const everything = { pathPrefix: '/', depth: 0, withContent: false, limit: 10 };

export const storeCases = documentCases('stores', {
  'a store comes back as it was added': async ({ backend }) => {
    const metadata = { user: 'ada', constructor: 'x', 键: '值' };
    const info = await addStore(backend, { description: 'What we know. 我们知道的。', metadata });
    assert.deepEqual(await backend.getStore(testScope, info.id), info);
  },
  'a store of another scope is not there': async ({ backend }) => {
    const info = await addStore(backend, { scope: otherScope });
    const target = { scope: testScope, storeId: info.id };
    assert.equal(await backend.getStore(testScope, info.id), undefined);
    assert.deepEqual((await backend.listStores(everyStore)).stores, []);
    await assertRejects(backend.removeStore({ ...target, audit: audit(info) }), 'not_found');
    await assertRejects(backend.listDocuments({ ...target, ...everything }), 'not_found');
  },
  'lists those of one name, newest first': async ({ backend }) => {
    await addStore(backend, { id: storeId(1), archivedAt: at(1) });
    await addStore(backend, { id: storeId(2) });
    await addStore(backend, { id: storeId(3) });
    await addStore(backend, { id: storeId(4), name: 'others' });
    await addStore(backend, { id: storeId(5), scope: otherScope });
    const named = { ...everyStore, name: 'notes', includeArchived: false };
    const { stores } = await backend.listStores(named);
    assert.deepEqual(
      stores.map(({ id }) => id),
      [3, 2].map(storeId),
    );
    const { stores: page, nextCursor } = await backend.listStores({ ...named, limit: 1 });
    assert.deepEqual(page, stores.slice(0, 1));
    const next = await backend.listStores({ ...named, limit: 1, cursor: nextCursor });
    assert.deepEqual(next, { stores: stores.slice(1) });
    assert.deepEqual((await backend.listStores({ ...named, name: 'note' })).stores, []);
  },
  'a store is added if no other store that is not archived has its name': async ({ backend }) => {
    await addStore(backend, { id: storeId(1), archivedAt: at(1) });
    await addStore(backend, { id: storeId(2), scope: otherScope });
    const add = (number: number) => {
      const info = store({ id: storeId(number) });
      const expect = { version: 0, freeName: true };
      return backend.putStore({ store: info, expect, audit: audit(info) });
    };
    assert.equal(await add(3), true);
    assert.equal(await add(4), false);
    assert.equal(await backend.getStore(testScope, storeId(4)), undefined);
  },
  'lists newest first, page by page, without archived ones unless asked for': async ({
    backend,
  }) => {
    for (const number of [1, 2, 3, 4, 5]) {
      const archived = number === 3 ? { archivedAt: at(9) } : {};
      await addStore(backend, { id: storeId(number), createdAt: at(number), ...archived });
    }
    const asked = { ...everyStore, includeArchived: false, limit: 2 };
    const pages = await pagesOf((cursor) => backend.listStores({ ...asked, cursor }));
    const ids = pages.flatMap(({ stores }) => stores.map(({ id }) => id));
    assert.deepEqual(ids, [5, 4, 2, 1].map(storeId));
    assert.equal((await backend.listStores(everyStore)).stores.length, 5);
    const some = await backend.listStores({
      ...everyStore,
      createdFrom: at(2),
      createdTo: at(3),
    });
    assert.deepEqual(
      some.stores.map(({ id }) => id),
      [3, 2].map(storeId),
    );
  },
  'the data of a store are replaced if they have the expected version': async ({ backend }) => {
    const info = await addStore(backend, { metadata: { a: '1', b: '2' } });
    const next = {
      ...info,
      name: 'other',
      description: 'new',
      metadata: { b: '2', c: '3' },
      version: 2,
      updatedAt: at(5),
      archivedAt: at(5),
    };
    const put = (version: number) =>
      backend.putStore({ store: next, expect: { version }, audit: audit(info) });
    assert.equal(await put(0), false);
    assert.equal(await put(2), false);
    assert.deepEqual(await backend.getStore(testScope, info.id), info);
    assert.equal(await put(1), true);
    assert.deepEqual(await backend.getStore(testScope, info.id), next);
    assert.equal(await put(1), false);
  },
  'documents do not change when their store does': async ({ backend }) => {
    const info = await addStore(backend);
    await commit(backend, [create('/a', 'one')]);
    const renamed = { ...info, name: 'other', version: 2 };
    await backend.putStore({ store: renamed, expect: { version: 1 }, audit: audit(info) });
    const target = { scope: testScope, storeId: info.id };
    const found = await backend.getDocument({ ...target, key: { path: '/a' } });
    assert.equal(found?.content, 'one');
  },
  'a removed store is gone with all that was in it': async ({ backend }) => {
    const info = await addStore(backend);
    await addStore(backend, { id: storeId(2) });
    await commit(backend, [create('/a', 'one')]);
    const second = { storeId: storeId(2) };
    await commit(backend, [create('/a', 'two', second)], second);
    const target = { scope: testScope, storeId: info.id };
    assert.equal(await backend.removeStore({ ...target, audit: audit(info) }), true);
    assert.equal(await backend.getStore(testScope, info.id), undefined);
    await assertRejects(backend.getDocument({ ...target, key: { path: '/a' } }), 'not_found');
    const other = { scope: testScope, storeId: storeId(2) };
    assert.equal((await backend.getDocument({ ...other, key: { path: '/a' } }))?.content, 'two');
  },
  'erasing a scope removes its stores and no others': async ({ backend, store }) => {
    await addStore(backend);
    await addStore(backend, { id: storeId(2), scope: otherScope });
    const made = create('/a', '1');
    await commit(backend, [made, modify(made.document, { content: '2' })]);
    const line = { ...audit({ scope: testScope, id: '' }), action: 'erase' as const };
    const countsOf = async () => {
      const { stores, documents, versions } =
        (await store.erase(testScope, line)).proof?.counts ?? {};
      return { stores, documents, versions };
    };
    assert.deepEqual(await countsOf(), { stores: 1, documents: 1, versions: 2 });
    assert.deepEqual((await backend.listStores(everyStore)).stores, []);
    assert.ok(await backend.getStore(otherScope, storeId(2)));
    assert.deepEqual(await countsOf(), { stores: 0, documents: 0, versions: 0 });
  },
});
