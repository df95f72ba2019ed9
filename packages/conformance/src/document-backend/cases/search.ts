import assert from 'node:assert/strict';
import type { DocumentBackend, DocumentSearchRequest } from '@mneme/core/contract';
import {
  chunksOf,
  create,
  modify,
  otherScope,
  remove,
  storeId,
  testEmbedder,
  testScope,
} from '../builders.ts';
import { addStore, commit, documentCases } from '../context.ts';

const place = { scope: testScope, storeId: storeId(1), pathPrefix: '/' };

function words(
  backend: DocumentBackend,
  terms: string[],
  options: Partial<DocumentSearchRequest> = {},
) {
  return backend.search({ ...place, query: { terms, limit: 10 }, ...options });
}

async function paths(backend: DocumentBackend, term: string): Promise<string[]> {
  const { candidates } = await words(backend, [term]);
  return candidates.map(({ document }) => document.path).sort();
}

export const searchCases = documentCases('search', {
  'finds chunks by words, with frequencies and statistics of this store only': async ({
    backend,
  }) => {
    await addStore(backend);
    await addStore(backend, { id: storeId(2) });
    await addStore(backend, { id: storeId(3), scope: otherScope });
    await commit(backend, [create('/a', 'tea tea green'), create('/b', 'coffee')]);
    const second = { storeId: storeId(2) };
    await commit(backend, [create('/c', 'tea', second)], second);
    const other = { scope: otherScope, storeId: storeId(3) };
    await commit(backend, [create('/d', 'tea', other)], other);
    const { candidates, statistics } = await words(backend, ['tea', 'milk']);
    assert.equal(candidates.length, 1);
    const [found] = candidates;
    assert.equal(found?.document.path, '/a');
    assert.equal(found.text, 'tea tea green');
    assert.equal(found.line, 1);
    assert.equal(found.length, 3);
    const arms = { dense: false, lexical: true };
    assert.deepEqual(found.found, [{ arms, termFrequencies: [2, 0] }]);
    assert.deepEqual(statistics, { count: 2, averageLength: 2, documentFrequencies: [1, 0] });
  },
  'finds the nearest chunks by meaning, within the limit': async ({ backend }) => {
    await addStore(backend);
    await commit(
      backend,
      ['1', '22', '333'].map((content) => create(`/${content}`, content)),
    );
    const vector = new Float32Array(testEmbedder.dimensions);
    vector[2] = 0.8;
    vector[3] = 0.6;
    const { candidates } = await backend.search({
      ...place,
      query: { vector, terms: [], limit: 2 },
    });
    assert.equal(candidates.length, 2);
    for (const { document, found } of candidates) {
      const similarity = found[0]?.similarity;
      const expected = document.path === '/22' ? 0.8 : 0.6;
      assert.ok(Math.abs(similarity! - expected) < 1e-5, `${document.path}: ${similarity}`);
    }
  },
  'is as fresh as the last write: changed, renamed and deleted documents count as they are':
    async ({ backend }) => {
      await addStore(backend);
      const [made] = await commit(backend, [create('/a', 'apple'), create('/b', 'apple')]);
      const [changed] = await commit(backend, [modify(made!, { content: 'banana' })]);
      assert.deepEqual(await paths(backend, 'apple'), ['/b']);
      assert.deepEqual(await paths(backend, 'banana'), ['/a']);
      const [moved] = await commit(backend, [modify(changed!, { path: '/c' })]);
      assert.deepEqual(await paths(backend, 'banana'), ['/c']);
      await commit(backend, [remove(moved!)]);
      assert.deepEqual(await paths(backend, 'banana'), []);
      const { statistics } = await words(backend, ['banana', 'apple']);
      assert.deepEqual(statistics, { count: 1, averageLength: 1, documentFrequencies: [0, 1] });
    },
  'a prefix narrows both arms before their limits': async ({ backend }) => {
    await addStore(backend);
    const many = Array.from({ length: 30 }, (_, index) => `/x/${index}`);
    await commit(
      backend,
      many.map((path) => create(path, 'tea')),
    );
    await commit(backend, [create('/y/1', 'tea and')]);
    const vector = chunksOf('tea')[0]!.vector!;
    const { candidates } = await words(backend, ['tea'], {
      pathPrefix: '/y/',
      query: { vector, terms: ['tea'], limit: 1 },
    });
    const [found, ...others] = candidates;
    assert.equal(found?.document.path, '/y/1');
    assert.deepEqual(others, []);
  },
});
