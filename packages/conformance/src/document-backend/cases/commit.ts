import assert from 'node:assert/strict';
import type { DocumentBackend, DocumentExpectation } from '@mneme/core/contract';
import {
  at,
  audit,
  create,
  documentId,
  modify,
  otherScope,
  remove,
  sha256,
  storeId,
  testScope,
  versionId,
} from '../builders.ts';
import {
  addStore,
  assertRejects,
  commit,
  type DocumentBackendCase,
  documentCases,
  refusedCommit,
} from '../context.ts';

const place = { scope: testScope, storeId: storeId(1) };
const open = { type: 'open' } as const;

function read(backend: DocumentBackend, path: string) {
  return backend.getDocument({ ...place, key: { path } });
}

function head(number: number, version?: number): DocumentExpectation {
  const documentOnly = { type: 'head', documentId: documentId(number) } as const;
  return version === undefined ? documentOnly : { ...documentOnly, versionId: versionId(version) };
}

function ids(number: number) {
  return { documentId: documentId(number), versionId: versionId(number) };
}

async function versionCount(backend: DocumentBackend): Promise<number> {
  const ask = { ...place, withContent: false, limit: 100 };
  return (await backend.listVersions(ask)).versions.length;
}

export const commitCases: readonly DocumentBackendCase[] = [
  ...documentCases('commit', {
    'a created document comes back byte for byte, by path and by id': async ({ backend }) => {
      await addStore(backend);
      for (const [index, content] of ['', 'Ünïcödé 漢字 🧠\n\n\ttab', 'a\0b', '\r\n'].entries()) {
        const [made] = await commit(backend, [create(`/${index}`, content)]);
        const found = await read(backend, `/${index}`);
        assert.deepEqual(found, { ...made, content });
        const key = { id: made?.id ?? '' };
        assert.deepEqual(await backend.getDocument({ ...place, key }), found);
      }
    },
    'a rename keeps id and content; ids, versions and times are those of the request': async ({
      backend,
    }) => {
      await addStore(backend);
      const [made] = await commit(backend, [create('/a', 'one', { ...ids(7), at: at(1) })]);
      const later = { versionId: versionId(8), at: at(2) };
      await commit(backend, [modify(made!, { path: '/b/c' }, later)]);
      assert.deepEqual(await read(backend, '/b/c'), {
        id: documentId(7),
        storeId: storeId(1),
        path: '/b/c',
        content: 'one',
        contentSha256: sha256('one'),
        contentSizeBytes: 3,
        versionId: versionId(8),
        createdAt: at(1),
        updatedAt: at(2),
      });
      assert.equal(await read(backend, '/a'), undefined);
    },
    'writes changes in order, each over the ones before it': async ({ backend }) => {
      await addStore(backend);
      const first = create('/a', '1');
      const moved = modify(first.document, { path: '/b' });
      await commit(backend, [
        first,
        moved,
        create('/a', '2'),
        remove(moved.document),
        create('/b/c', '3'),
      ]);
      assert.equal((await read(backend, '/a'))?.content, '2');
      assert.equal((await read(backend, '/b/c'))?.content, '3');
      assert.equal(await versionCount(backend), 5);
    },
    'two documents may change places': async ({ backend }) => {
      await addStore(backend);
      const [one, two] = await commit(backend, [create('/1', 'one'), create('/2', 'two')]);
      const aside = modify(one!, { path: '/aside' });
      await commit(backend, [
        aside,
        modify(two!, { path: '/1' }),
        modify(aside.document, { path: '/2' }),
      ]);
      assert.equal((await read(backend, '/1'))?.content, 'two');
      assert.equal((await read(backend, '/2'))?.content, 'one');
    },
    'a store of another scope is not there': async ({ backend }) => {
      await addStore(backend, { scope: otherScope });
      await assertRejects(commit(backend, [create('/a', '')]), 'not_found');
    },
  }),
  ...documentCases('commit expectations', {
    'if all are met, everything is written': async ({ backend }) => {
      await addStore(backend);
      const [made] = await commit(backend, [create('/a', 'one', ids(1))], {
        expect: [
          head(1),
          { type: 'free', path: '/a' },
          open,
          { type: 'usage', atMost: { documents: 0, bytes: 0 } },
        ],
      });
      await commit(backend, [modify(made!, { content: 'two' })], {
        expect: [head(1, 1), open, { type: 'usage', atMost: { documents: 1, bytes: 3 } }],
      });
      assert.equal((await read(backend, '/a'))?.content, 'two');
    },
    'if one is not met, nothing is written': async ({ backend }) => {
      await addStore(backend);
      const [a, b] = await commit(backend, [create('/a', '1', ids(1)), create('/b', '2', ids(2))]);
      const wrong = head(2, 9);
      const changes = [
        create('/c', '3'),
        modify(a!, { content: 'new' }),
        modify(b!, { content: 'new' }),
      ];
      const expect = [head(1, 1), wrong, open];
      assert.deepEqual(await refusedCommit(backend, changes, { expect }), [wrong]);
      assert.equal((await read(backend, '/a'))?.content, '1');
      assert.equal((await read(backend, '/b'))?.content, '2');
      assert.equal(await read(backend, '/c'), undefined);
      assert.equal(await versionCount(backend), 2);
      const { usage } = await backend.lookUp({ ...place, keys: [], paths: [], below: 0 });
      assert.deepEqual(usage, { documents: 2, bytes: 2 });
    },
    'a head is the version that a document is at, and names those that are not': async ({
      backend,
    }) => {
      await addStore(backend);
      const [made] = await commit(backend, [create('/a', '1', ids(1)), create('/b', '', ids(3))]);
      await commit(backend, [modify(made!, { path: '/c' }, { versionId: versionId(2) })]);
      const change = [create('/d', '')];
      const expect = [head(1, 1), head(3, 3), head(4, 4), head(3), head(5)];
      assert.deepEqual(await refusedCommit(backend, change, { expect }), [
        head(1, 1),
        head(4, 4),
        head(3),
      ]);
      await commit(backend, change, { expect: [head(1, 2), head(3, 3), head(5)] });
    },
    'a free path has no document at it, above it or below it': async ({ backend }) => {
      await addStore(backend);
      await commit(backend, [create('/a/b', '', ids(1))]);
      for (const path of ['/a', '/a/b', '/a/b/c', '/a/b/c/d']) {
        const expect = [{ type: 'free', path } as const];
        assert.deepEqual(await refusedCommit(backend, [create(path, 'x')], { expect }), expect);
      }
      for (const path of ['/a!', '/a/b!', '/a/b0', '/a/c', '/ab/b', '/A/b']) {
        await commit(backend, [create(path, 'x')], { expect: [{ type: 'free', path }] });
      }
    },
    'a path is free of all documents but those whose heads are named': async ({ backend }) => {
      await addStore(backend);
      const made = await commit(backend, [
        create('/a/1', '', ids(1)),
        create('/a/2', '', ids(2)),
        create('/a/3', '', ids(3)),
      ]);
      const free = { type: 'free', path: '/a' } as const;
      const two = made.slice(0, 2).map((document) => remove(document));
      const expect = [head(1, 1), head(2, 2), free];
      assert.deepEqual(await refusedCommit(backend, [...two, create('/a', '')], { expect }), [
        free,
      ]);
      const all = made.map((document) => remove(document));
      await commit(backend, [...all, create('/a', '')], { expect: [...expect, head(3, 3)] });
    },
    'a path of another store is not in the way': async ({ backend }) => {
      await addStore(backend);
      await addStore(backend, { id: storeId(2) });
      const other = { storeId: storeId(2) };
      await commit(backend, [create('/a', '', { ...other, ...ids(1) })], other);
      await commit(backend, [create('/a', '')], {
        expect: [{ type: 'free', path: '/a' }, head(1)],
      });
    },
    'an archived store is not open; documents can be removed from it if the commit does not expect it open':
      async ({ backend }) => {
        const info = await addStore(backend);
        const [made] = await commit(backend, [create('/a', '1')]);
        const archived = { ...info, version: 2, archivedAt: at(1) };
        await backend.putStore({ store: archived, expect: { version: 1 }, audit: audit(info) });
        const expect = [open];
        assert.deepEqual(await refusedCommit(backend, [create('/b', '')], { expect }), expect);
        await commit(backend, [remove(made!)]);
        assert.equal(await read(backend, '/a'), undefined);
      },
    'usage counts all stores of the scope and no others, and what is removed no longer': async ({
      backend,
    }) => {
      await addStore(backend);
      const second = await addStore(backend, { id: storeId(2) });
      const elsewhere = { scope: otherScope, storeId: storeId(3) };
      await addStore(backend, { id: storeId(3), scope: otherScope });
      await commit(backend, [create('/x', '0123456789', elsewhere)], elsewhere);
      const [a] = await commit(backend, [create('/a', '12345')]);
      const inSecond = { storeId: storeId(2) };
      await commit(backend, [create('/b', '123', inSecond)], inSecond);
      const atMost = (documents: number, bytes: number) => ({
        expect: [{ type: 'usage', atMost: { documents, bytes } } as const],
      });
      const change = [modify(a!, { content: '1' })];
      await refusedCommit(backend, change, atMost(1, 8));
      await refusedCommit(backend, change, atMost(2, 7));
      await commit(backend, change, atMost(2, 8));
      await commit(backend, [create('/c', '')], atMost(2, 9));
      await commit(backend, [remove(change[0]!.document)], atMost(3, 9));
      const [d] = await commit(backend, [create('/d', '1')], atMost(2, 9));
      await refusedCommit(backend, [create('/e', '')], atMost(3, 9));
      await commit(backend, [{ ...remove(d!), forget: true }], atMost(3, 10));
      await commit(backend, [create('/f', '1')], atMost(2, 9));
      await backend.removeStore({ ...place, ...inSecond, audit: audit(second) });
      await commit(backend, [create('/e', '')], atMost(2, 7));
    },
    'a head may be expected to be unread': async ({ backend }) => {
      await addStore(backend);
      const [made] = await commit(backend, [create('/a', '', ids(1))]);
      await backend.touch({ ...place, documentIds: [documentId(1)], at: at(10) });
      const unread = (seconds: number) => ({ ...head(1, 1), unreadSince: at(seconds) });
      const change = [remove(made!)];
      assert.deepEqual(await refusedCommit(backend, change, { expect: [unread(10)] }), [
        unread(10),
      ]);
      await commit(backend, change, { expect: [unread(11)] });
    },
  }),
];
