import assert from 'node:assert/strict';
import { at, otherScope, store, storeAudit, storeId, testScope, write } from '../builders.ts';
import { addStore, assertRejects, type DocumentBackendCase, done } from '../context.ts';

const everyStore = { scope: testScope, includeArchived: true, limit: 100 };
const everything = { pathPrefix: '/', depth: 0, withContent: false, limit: 10 };

export const storeCases: readonly DocumentBackendCase[] = [
  {
    group: 'stores',
    name: 'a store comes back as it was added',
    async run({ backend }) {
      const metadata = { user: 'ada', constructor: 'x', 键: '值' };
      const info = await addStore(backend, { description: 'What we know. 我们知道的。', metadata });
      assert.deepEqual(await backend.getStore(testScope, info.id), info);
    },
  },
  {
    group: 'stores',
    name: 'a store of another scope is not there',
    async run({ backend }) {
      const info = await addStore(backend, { scope: otherScope });
      const target = { scope: testScope, storeId: info.id };
      assert.equal(await backend.getStore(testScope, info.id), undefined);
      assert.deepEqual((await backend.listStores(everyStore)).stores, []);
      assert.equal(await backend.findStore({ scope: testScope, name: info.name }), undefined);
      await assertRejects(backend.removeStore({ ...target, audit: storeAudit(info) }), 'not_found');
      await assertRejects(backend.listDocuments({ ...target, ...everything }), 'not_found');
      await assertRejects(done(backend, [write({ create: '/a', content: '' })]), 'not_found');
    },
  },
  {
    group: 'stores',
    name: 'findStore answers the oldest of the name that is not archived',
    async run({ backend }) {
      await addStore(backend, { id: storeId(1), archivedAt: at(1) });
      await addStore(backend, { id: storeId(2) });
      await addStore(backend, { id: storeId(3) });
      const ask = { scope: testScope, name: 'notes' };
      assert.equal((await backend.findStore(ask))?.id, storeId(2));
      const add = { store: store({ id: storeId(4) }), audit: storeAudit(store()) };
      assert.equal((await backend.findStore({ ...ask, add }))?.id, storeId(2));
    },
  },
  {
    group: 'stores',
    name: 'findStore adds a store where there is none of the name',
    async run({ backend }) {
      const info = store({ id: storeId(9) });
      const add = { store: info, audit: storeAudit(info) };
      assert.deepEqual(await backend.findStore({ scope: testScope, name: 'notes', add }), info);
      assert.deepEqual(await backend.getStore(testScope, info.id), info);
    },
  },
  {
    group: 'stores',
    name: 'lists newest first, page by page, without archived ones unless asked for',
    async run({ backend }) {
      for (const number of [1, 2, 3, 4, 5]) {
        const archived = number === 3 ? { archivedAt: at(9) } : {};
        await addStore(backend, { id: storeId(number), createdAt: at(number), ...archived });
      }
      const ids: string[] = [];
      let after: number | undefined;
      do {
        const page = await backend.listStores({
          ...everyStore,
          includeArchived: false,
          limit: 2,
          after,
        });
        ids.push(...page.stores.map(({ id }) => id));
        after = page.next;
      } while (after !== undefined);
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
  },
  {
    group: 'stores',
    name: 'a patch changes what it names, an archived store takes none',
    async run({ backend }) {
      const info = await addStore(backend, { metadata: { a: '1', b: '2' } });
      const target = { scope: testScope, storeId: info.id, at: at(5), audit: storeAudit(info) };
      const metadata = new Map([
        ['a', undefined],
        ['c', '3'],
      ]);
      await backend.patchStore({ ...target, patch: { description: 'new', metadata } });
      assert.deepEqual(await backend.getStore(testScope, info.id), {
        ...info,
        description: 'new',
        metadata: { b: '2', c: '3' },
        updatedAt: at(5),
      });
      await backend.patchStore({ ...target, at: at(6), patch: { archive: true } });
      assert.equal((await backend.getStore(testScope, info.id))?.archivedAt, at(6));
      const refusal = await backend.patchStore({ ...target, patch: { name: 'x' } });
      assert.deepEqual(refusal, { outcome: 'refused', reason: 'archived' });
    },
  },
  {
    group: 'stores',
    name: 'a removed store is gone with all that was in it',
    async run({ backend }) {
      const info = await addStore(backend);
      await addStore(backend, { id: storeId(2) });
      await done(backend, [write({ create: '/a', content: 'one' })]);
      await done(backend, [write({ create: '/a', content: 'two' })], { storeId: storeId(2) });
      const target = { scope: testScope, storeId: info.id };
      await backend.removeStore({ ...target, audit: storeAudit(info) });
      assert.equal(await backend.getStore(testScope, info.id), undefined);
      await assertRejects(backend.getDocument({ ...target, key: { path: '/a' } }), 'not_found');
      const other = { scope: testScope, storeId: storeId(2) };
      assert.equal((await backend.getDocument({ ...other, key: { path: '/a' } }))?.content, 'two');
    },
  },
  {
    group: 'stores',
    name: 'erasing a scope removes its stores and no others',
    async run({ backend }) {
      await addStore(backend);
      await addStore(backend, { id: storeId(2), scope: otherScope });
      await done(backend, [
        write({ create: '/a', content: '1' }),
        write({ update: '/a', content: '2' }),
      ]);
      assert.deepEqual(await backend.eraseScope(testScope), {
        stores: 1,
        documents: 1,
        versions: 2,
      });
      assert.deepEqual((await backend.listStores(everyStore)).stores, []);
      assert.ok(await backend.getStore(otherScope, storeId(2)));
      assert.deepEqual(await backend.eraseScope(testScope), {
        stores: 0,
        documents: 0,
        versions: 0,
      });
    },
  },
];
