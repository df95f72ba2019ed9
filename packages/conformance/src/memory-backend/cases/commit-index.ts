import assert from 'node:assert/strict';
import { facet, type MemoryBackend, type RecordFilter } from '@mneme/core/contract';
import {
  atCosine,
  axis,
  daysFromNow,
  recordId,
  type StoredFields,
  stored,
  testEmbedder,
  testNow,
  testScope,
  withoutIndexData,
  zeroVector,
} from '../builders.ts';
import type { MemoryBackendCase } from '../context.ts';
import {
  assertClose,
  assertCloseVector,
  currentOnly,
  findDense,
  findLexical,
  frequencies,
  migrationOf,
  put,
  putAll,
  searchDense,
  searchLexical,
  vectorsOf,
} from '../steps.ts';

const group = 'commit and the index';

const arms: [string, (backend: MemoryBackend, filter: RecordFilter) => Promise<string[]>][] = [
  ['search by vector', (backend, filter) => findDense(backend, { filter })],
  ['search by words', (backend, filter) => findLexical(backend, { filter, terms: ['tea'] })],
];

/** A change of a filter field, and a filter that matches before or after it. */
interface Change {
  name: string;
  before?: StoredFields;
  after: StoredFields;
  filter?: RecordFilter;
  passes: 'before' | 'after';
}

const superseded = { supersededBy: recordId(9), validTo: daysFromNow(-1) };

const changes: Change[] = [
  { name: 'superseding', after: superseded, passes: 'before' },
  { name: 'taking back a supersession', before: superseded, after: {}, passes: 'after' },
  { name: 'expiry', after: { expiresAt: testNow }, passes: 'before' },
  { name: 'a lifted expiry', before: { expiresAt: testNow }, after: {}, passes: 'after' },
  {
    name: 'another category',
    after: { category: 'relationship' },
    filter: { now: testNow, categories: ['relationship'] },
    passes: 'after',
  },
  {
    name: 'a higher importance',
    after: { importance: 5 },
    filter: { now: testNow, minImportance: 4 },
    passes: 'after',
  },
  {
    name: 'an added tag',
    after: { tags: ['x'] },
    filter: { now: testNow, tags: ['x'] },
    passes: 'after',
  },
  {
    name: 'a removed tag',
    before: { tags: ['x'] },
    after: {},
    filter: { now: testNow, tags: ['x'] },
    passes: 'before',
  },
  {
    name: 'added metadata',
    after: { metadata: { project: 'heron' } },
    filter: { now: testNow, where: [[facet('project', 'heron')]] },
    passes: 'after',
  },
  {
    name: 'removed metadata',
    before: { metadata: { project: 'heron', lang: 'en' } },
    after: { metadata: { lang: 'en' } },
    filter: { now: testNow, where: [[facet('project', 'heron')]] },
    passes: 'before',
  },
  {
    name: 'another source',
    before: { source: { speaker: 'Ada' } },
    after: { source: { speaker: 'Rui' } },
    filter: { now: testNow, where: [[facet('source.speaker', 'Rui')]] },
    passes: 'after',
  },
  {
    name: 'another occurredAt',
    after: { occurredAt: daysFromNow(-50) },
    filter: { now: testNow, occurredBefore: daysFromNow(-40) },
    passes: 'after',
  },
  {
    name: 'another validTo',
    before: { occurredAt: daysFromNow(-50), ...superseded },
    after: { occurredAt: daysFromNow(-50), ...superseded, validTo: daysFromNow(-45) },
    filter: { now: testNow, asOf: daysFromNow(-40) },
    passes: 'before',
  },
];

export const commitIndexCases: MemoryBackendCase[] = [
  {
    group,
    name: 'keeps the vector of a record that is put without one',
    tolerance: 'precision',
    async run({ backend, tolerates }) {
      const first = stored({ vector: atCosine(0.6) });
      await put(backend, [first]);
      await put(backend, [
        withoutIndexData({ ...first, record: { ...first.record, content: 'Changed' } }),
      ]);
      assertClose((await searchDense(backend)).get(recordId(1)), 0.6, tolerates);
      const kept = await vectorsOf(backend, testScope, [recordId(1)]);
      assertCloseVector(kept.get(recordId(1)), atCosine(0.6), tolerates);
    },
  },
  {
    group,
    name: 'drops the vector of a record where a put without one says so',
    needs: ['migration'],
    async run({ backend }) {
      const first = stored({ vector: axis(0) });
      await put(backend, [first]);
      const record = { ...first.record, content: 'Changed' };
      await put(backend, [{ ...withoutIndexData({ ...first, record }), dropsVector: true }]);
      assert.equal((await vectorsOf(backend, testScope, [recordId(1)])).size, 0);
      assert.equal((await searchDense(backend)).size, 0);
      const { texts } = await migrationOf(backend).pending({ next: testEmbedder, limit: 10 });
      assert.deepEqual(
        texts.map((text) => text.kind === 'record' && text.record.content),
        ['Changed'],
      );
    },
  },
  {
    group,
    name: 'keeps the terms of a record that is put without them',
    async run({ backend }) {
      const first = stored({ terms: ['tea', 'tea', 'cup'] });
      await put(backend, [first]);
      await put(backend, [
        withoutIndexData({ ...first, record: { ...first.record, content: 'Changed' } }),
      ]);
      const { candidates } = await searchLexical(backend, { terms: ['cup', 'tea'] });
      assert.deepEqual([...frequencies(candidates)], [[recordId(1), [1, 2]]]);
      assert.deepEqual([candidates[0]?.length, candidates[0]?.record.content], [3, 'Changed']);
    },
  },
  {
    group,
    name: 'a changed vector takes the place of the old one',
    tolerance: 'precision',
    async run({ backend, tolerates }) {
      await putAll(backend, { 1: { vector: axis(0) }, 2: { vector: atCosine(0.5) } });
      await putAll(backend, { 1: { vector: axis(1) } });
      assert.deepEqual(await findDense(backend, { limit: 1 }), [recordId(2)]);
      const found = await searchDense(backend, { vector: axis(1) });
      assert.equal(found.size, 2);
      assertClose(found.get(recordId(1)), 1, tolerates);
    },
  },
  {
    group,
    name: 'a zero vector takes a record out of the reach of vectors',
    async run({ backend }) {
      await put(backend, [stored()]);
      await putAll(backend, { 1: { vector: zeroVector() } });
      assert.deepEqual(await findDense(backend), []);
      await putAll(backend, { 1: { vector: axis(2) } });
      assert.deepEqual(await findDense(backend), [recordId(1)]);
    },
  },
  {
    group,
    name: 'changed terms take the place of the old ones',
    async run({ backend }) {
      await putAll(backend, { 1: { terms: ['tea', 'cup'] } });
      await putAll(backend, { 1: { terms: ['cup', 'pot', 'pot'] } });
      assert.deepEqual(await findLexical(backend, { terms: ['tea'] }), []);
      const { candidates } = await searchLexical(backend, { terms: ['pot', 'tea', 'cup'] });
      assert.deepEqual([...frequencies(candidates)], [[recordId(1), [2, 0, 1]]]);
      assert.equal(candidates[0]?.length, 3);
    },
  },
  {
    group,
    name: 'empty terms take a record out of the reach of words',
    async run({ backend }) {
      await putAll(backend, { 1: { terms: ['tea'] } });
      await putAll(backend, { 1: { terms: [] } });
      assert.deepEqual(await findLexical(backend, { terms: ['tea'] }), []);
    },
  },
  ...changes.map(
    ({ name, before, after, filter = currentOnly, passes }): MemoryBackendCase => ({
      group,
      name: `${name} is seen by filters although vector and terms stay`,
      async run({ backend }) {
        await putAll(backend, { 1: { terms: ['tea'], ...before } });
        for (const [arm, find] of arms) {
          assert.deepEqual(
            await find(backend, filter),
            passes === 'before' ? [recordId(1)] : [],
            arm,
          );
        }
        await put(backend, [withoutIndexData(stored(after))]);
        for (const [arm, find] of arms) {
          assert.deepEqual(
            await find(backend, filter),
            passes === 'after' ? [recordId(1)] : [],
            arm,
          );
        }
      },
    }),
  ),
];
