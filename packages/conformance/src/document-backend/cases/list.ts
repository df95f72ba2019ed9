import assert from 'node:assert/strict';
import {
  comparePaths,
  type DocumentBackend,
  type DocumentSummary,
  type ListDocumentsRequest,
} from '@mneme/core/contract';
import { pagesOf } from '../../memory-backend/steps.ts';
import { create, otherScope, remove, storeId, testScope } from '../builders.ts';
import { addStore, assertRejects, commit, documentCases } from '../context.ts';

const ask: ListDocumentsRequest = {
  scope: testScope,
  storeId: storeId(1),
  pathPrefix: '/',
  depth: 0,
  withContent: false,
  limit: 2,
};

/** All paths, page by page. */
async function listAll(
  backend: DocumentBackend,
  options: Partial<ListDocumentsRequest> = {},
  betweenPages: (page: number) => Promise<unknown> = async () => {},
): Promise<string[]> {
  let page = 0;
  const asked = { ...ask, ...options };
  const pages = await pagesOf(async (cursor) => {
    if (cursor !== undefined) await betweenPages(page++);
    return backend.listDocuments({ ...asked, cursor });
  });
  return pages.flatMap(({ items }) => {
    assert.ok(items.length <= asked.limit, 'a page is longer than its limit');
    return items.map((item) => (item.type === 'document' ? item.document.path : item.prefix.path));
  });
}

async function fill(backend: DocumentBackend, paths: readonly string[]): Promise<void> {
  await addStore(backend);
  await commit(
    backend,
    paths.map((path) => create(path, path)),
  );
}

export const listCases = documentCases('listDocuments', {
  'is ordered by the bytes of the paths, page by page': async ({ backend }) => {
    const paths = [
      '/b',
      '/a/z',
      '/a-b',
      '/a0',
      '/B',
      '/é',
      '/漢',
      '/\u{1f9e0}',
      '/\uffee',
      '/a/y/x',
    ];
    await fill(backend, paths);
    assert.deepEqual(await listAll(backend), [...paths].sort(comparePaths));
  },
  'a prefix matches whole segments only': async ({ backend }) => {
    await fill(backend, [
      '/notes/a',
      '/notes/b/c',
      '/notes_backup/x',
      '/notes-x',
      '/Notes/a',
      '/no',
    ]);
    assert.deepEqual(await listAll(backend, { pathPrefix: '/notes/' }), ['/notes/a', '/notes/b/c']);
    assert.deepEqual(await listAll(backend, { pathPrefix: '/none/' }), []);
  },
  'wildcards of a query language are ordinary characters': async ({ backend }) => {
    await fill(backend, ['/100%/a', '/100x/a', '/a_b/c', '/axb/c', '/[a]/b', '/*/b']);
    assert.deepEqual(await listAll(backend, { pathPrefix: '/100%/' }), ['/100%/a']);
    assert.deepEqual(await listAll(backend, { pathPrefix: '/a_b/' }), ['/a_b/c']);
    assert.deepEqual(await listAll(backend, { pathPrefix: '/*/' }), ['/*/b']);
  },
  'rolls deeper documents up, each prefix once and counted toward the page': async ({
    backend,
  }) => {
    await fill(backend, ['/a/1', '/a/2', '/a/3/x', '/b', '/c/d/e/f', '/c/d/g', '/c!', '/d']);
    const rolled = ['/a/', '/b', '/c!', '/c/', '/d'];
    assert.deepEqual(await listAll(backend, { depth: 1 }), rolled);
    assert.deepEqual(await listAll(backend, { depth: 1, limit: 1 }), rolled);
    assert.deepEqual(await listAll(backend, { depth: 1, pathPrefix: '/a/' }), [
      '/a/1',
      '/a/2',
      '/a/3/',
    ]);
    const deeper = ['/a/1', '/a/2', '/a/3/', '/b', '/c!', '/c/d/', '/d'];
    assert.deepEqual(await listAll(backend, { depth: 2 }), deeper);
  },
  'returns contents only if asked for': async ({ backend }) => {
    await fill(backend, ['/a']);
    const [basic] = (await backend.listDocuments(ask)).items;
    assert.ok(basic?.type === 'document' && !('content' in basic.document));
    const [full] = (await backend.listDocuments({ ...ask, withContent: true })).items;
    assert.ok(full?.type === 'document' && full.document.content === '/a');
  },
  'pages neither repeat nor skip what is there throughout, while others write': async ({
    backend,
  }) => {
    const name = (index: number) => `/s${String(index).padStart(2, '0')}`;
    const stay = Array.from({ length: 20 }, (_, index) => name(index));
    await fill(backend, stay);
    const made: DocumentSummary[] = [];
    const seen = await listAll(backend, { limit: 3 }, async (page) => {
      made.push(...(await commit(backend, [create(`${name(page)}a`, 'new')])));
      if (page > 0) await commit(backend, [remove(made[page - 1]!)]);
    });
    assert.equal(new Set(seen).size, seen.length);
    assert.deepEqual(
      seen.filter((path) => !path.endsWith('a')),
      stay,
    );
  },
  'a cursor that no page gave is refused, and one of another list too': async ({ backend }) => {
    await fill(backend, ['/a', '/b']);
    await addStore(backend, { id: storeId(2) });
    const ofStores = await backend.listStores({
      scope: testScope,
      includeArchived: true,
      limit: 1,
    });
    for (const cursor of ['x', '', '/a', ofStores.nextCursor!]) {
      await assertRejects(backend.listDocuments({ ...ask, cursor }), 'invalid_input');
    }
  },
  'a store of another scope is not there': async ({ backend }) => {
    await fill(backend, ['/a']);
    await assertRejects(backend.listDocuments({ ...ask, scope: otherScope }), 'not_found');
  },
});
