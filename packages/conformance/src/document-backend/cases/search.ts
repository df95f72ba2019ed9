import assert from 'node:assert/strict';
import type { DocumentBackend, DocumentSearchRequest } from '@mneme/core';
import { chunksOf, otherScope, storeId, testEmbedder, testScope, write } from '../builders.ts';
import { addStore, type DocumentBackendCase, done } from '../context.ts';

const place = { scope: testScope, storeId: storeId(1), pathPrefix: '/' };

function words(
  backend: DocumentBackend,
  terms: string[],
  options: Partial<DocumentSearchRequest> = {},
) {
  return backend.search({ ...place, lexical: { terms, limit: 10 }, ...options });
}

async function paths(backend: DocumentBackend, term: string): Promise<string[]> {
  const { candidates } = await words(backend, [term]);
  return candidates.map(({ document }) => document.path).sort();
}

export const searchCases: readonly DocumentBackendCase[] = [
  {
    group: 'search',
    name: 'finds chunks by words, with frequencies and statistics of the store alone',
    async run({ backend }) {
      await addStore(backend);
      await addStore(backend, { id: storeId(2) });
      await addStore(backend, { id: storeId(3), scope: otherScope });
      const coffee = write({ create: '/b', content: 'coffee' });
      await done(backend, [write({ create: '/a', content: 'tea tea green' }), coffee]);
      await done(backend, [write({ create: '/c', content: 'tea' })], { storeId: storeId(2) });
      const other = { scope: otherScope, storeId: storeId(3) };
      await done(backend, [write({ create: '/d', content: 'tea' })], other);
      const { candidates, statistics } = await words(backend, ['tea', 'milk']);
      assert.equal(candidates.length, 1);
      const [found] = candidates;
      assert.equal(found?.document.path, '/a');
      assert.equal(found.text, 'tea tea green');
      assert.equal(found.line, 1);
      assert.equal(found.length, 3);
      assert.deepEqual(found.termFrequencies, [2, 0]);
      assert.deepEqual(statistics, { count: 2, averageLength: 2, documentFrequencies: [1, 0] });
    },
  },
  {
    group: 'search',
    name: 'finds the nearest chunks by meaning, within the limit',
    async run({ backend }) {
      await addStore(backend);
      await done(
        backend,
        ['1', '22', '333'].map((content) => write({ create: `/${content}`, content })),
      );
      const vector = new Float32Array(testEmbedder.dimensions);
      vector[2] = 0.8;
      vector[3] = 0.6;
      const { candidates } = await backend.search({ ...place, dense: { vector, limit: 2 } });
      assert.equal(candidates.length, 2);
      for (const { document, similarity } of candidates) {
        const expected = document.path === '/22' ? 0.8 : 0.6;
        assert.ok(Math.abs(similarity! - expected) < 1e-5, `${document.path}: ${similarity}`);
      }
    },
  },
  {
    group: 'search',
    name: 'is as fresh as the last write: changed, renamed and deleted documents count as they are',
    async run({ backend }) {
      await addStore(backend);
      const same = write({ create: '/b', content: 'apple' });
      await done(backend, [write({ create: '/a', content: 'apple' }), same]);
      await done(backend, [write({ update: '/a', content: 'banana' })]);
      assert.deepEqual(await paths(backend, 'apple'), ['/b']);
      assert.deepEqual(await paths(backend, 'banana'), ['/a']);
      await done(backend, [write({ update: '/a', path: '/c' })]);
      assert.deepEqual(await paths(backend, 'banana'), ['/c']);
      await done(backend, [write({ delete: '/c' })]);
      assert.deepEqual(await paths(backend, 'banana'), []);
      const { statistics } = await words(backend, ['banana', 'apple']);
      assert.deepEqual(statistics, { count: 1, averageLength: 1, documentFrequencies: [0, 1] });
    },
  },
  {
    group: 'search',
    name: 'a prefix narrows both arms before their limits',
    async run({ backend }) {
      await addStore(backend);
      const many = Array.from({ length: 30 }, (_, index) => `/x/${index}`);
      await done(
        backend,
        many.map((path) => write({ create: path, content: 'tea' })),
      );
      await done(backend, [write({ create: '/y/1', content: 'tea and' })]);
      const vector = chunksOf('tea')[0]!.vector!;
      const { candidates } = await words(backend, ['tea'], {
        pathPrefix: '/y/',
        lexical: { terms: ['tea'], limit: 1 },
        dense: { vector, limit: 1 },
      });
      const [found, ...others] = candidates;
      assert.equal(found?.document.path, '/y/1');
      assert.deepEqual(others, []);
    },
  },
];
