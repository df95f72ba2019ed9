import assert from 'node:assert/strict';
import type { DocumentBackend, DocumentLookUpRequest } from '@mneme/core/contract';
import { create, documentId, otherScope, remove, storeId, testScope } from '../builders.ts';
import { addStore, assertRejects, commit, documentCases } from '../context.ts';

const place = { scope: testScope, storeId: storeId(1) };

function lookUp(backend: DocumentBackend, request: Partial<DocumentLookUpRequest> = {}) {
  return backend.lookUp({ ...place, keys: [], paths: [], below: 1, ...request });
}

async function pathsAround(backend: DocumentBackend, path: string, below: number) {
  const { documents } = await lookUp(backend, { paths: [path], below });
  return documents.map((document) => document.path).sort();
}

export const lookUpCases = documentCases('lookUp', {
  'answers the documents of ids and paths, each once, without their texts': async ({ backend }) => {
    const info = await addStore(backend);
    const [a, b, c] = await commit(backend, [
      create('/a', 'one', { documentId: documentId(1) }),
      create('/b', 'two'),
      create('/c', 'three'),
    ]);
    const keys = [{ path: '/a' }, { id: documentId(1) }, { path: '/none' }, { id: b!.id }];
    const found = await lookUp(backend, { keys, paths: ['/c'] });
    const byPath = found.documents.sort((x, y) => (x.path < y.path ? -1 : 1));
    assert.deepEqual(byPath, [a, b, c]);
    assert.deepEqual(found.store, info);
  },
  'returns the documents at a path, above it and, up to a limit, below it': async ({ backend }) => {
    await addStore(backend);
    const paths = ['/a/b/1', '/a/b/2/x', '/a/b/3', '/a!', '/a/b!', '/a/b0', '/c', '/A/b'];
    await commit(
      backend,
      paths.map((path) => create(path, '')),
    );
    assert.deepEqual(await pathsAround(backend, '/a/b', 2), ['/a/b/1', '/a/b/2/x']);
    assert.deepEqual(await pathsAround(backend, '/a', 9), [
      '/a/b!',
      '/a/b/1',
      '/a/b/2/x',
      '/a/b/3',
      '/a/b0',
    ]);
    assert.deepEqual(await pathsAround(backend, '/c', 9), ['/c']);
    assert.deepEqual(await pathsAround(backend, '/c/d/e', 9), ['/c']);
    assert.deepEqual(await pathsAround(backend, '/d', 9), []);
  },
  'counts the contents of the stores of the scope, with all versions': async ({ backend }) => {
    await addStore(backend);
    await addStore(backend, { id: storeId(2) });
    const [made] = await commit(backend, [create('/a', '12345'), create('/b', 'é')]);
    const second = { storeId: storeId(2) };
    await commit(backend, [create('/a', '1', second)], second);
    assert.deepEqual((await lookUp(backend)).usage, { documents: 3, bytes: 8 });
    await commit(backend, [remove(made!)]);
    assert.deepEqual((await lookUp(backend, second)).usage, { documents: 2, bytes: 8 });
  },
  'sees nothing of other stores and scopes': async ({ backend }) => {
    await addStore(backend);
    const other = { storeId: storeId(2) };
    const elsewhere = { scope: otherScope, storeId: storeId(3) };
    await addStore(backend, { id: storeId(2) });
    await addStore(backend, { id: storeId(3), scope: otherScope });
    const id = documentId(1);
    await commit(backend, [create('/a', '1', { ...other, documentId: id })], other);
    await commit(backend, [create('/a', '1', { ...elsewhere, documentId: id })], elsewhere);
    const found = await lookUp(backend, { keys: [{ id }, { path: '/a' }], paths: ['/a'] });
    assert.deepEqual(found.documents, []);
    assert.deepEqual(found.usage, { documents: 1, bytes: 1 });
    await assertRejects(lookUp(backend, { storeId: storeId(3) }), 'not_found');
  },
});
