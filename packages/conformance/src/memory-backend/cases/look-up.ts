import assert from 'node:assert/strict';
import {
  atCosine,
  axis,
  daysFromNow,
  recordId,
  stored,
  testNow,
  testScope,
  withoutIndexData,
  zeroVector,
} from '../builders.ts';
import { memoryCases } from '../context.ts';
import { assertClose, ids, lookUpOne, put, putAll } from '../steps.ts';

const key = 'green tea';
const superseded = { supersededBy: recordId(99), validTo: daysFromNow(-1) };

export const lookUpCases = memoryCases('lookUp', {
  'finds the record of the same category and key': async ({ backend }) => {
    const equal = stored({ id: recordId(1), content: 'Green  TEA', contentKey: key });
    await put(backend, [
      equal,
      stored({ id: recordId(2), contentKey: key, category: 'relationship' }),
      stored({ id: recordId(3), contentKey: `${key}s` }),
    ]);
    assert.deepEqual((await lookUpOne(backend, { contentKey: key })).equal, equal.record);
    const other = await lookUpOne(backend, { contentKey: key, category: 'relationship' });
    assert.equal(other.equal?.id, recordId(2));
    assert.equal(
      (await lookUpOne(backend, { contentKey: key, category: 'decision_log' })).equal,
      undefined,
    );
    assert.equal((await lookUpOne(backend, { contentKey: 'Green Tea' })).equal, undefined);
  },
  'finds the nearest records of the category, best first, as many as the limit says': {
    tolerance: 'precision',
    async run({ backend, tolerates }) {
      await putAll(backend, {
        1: { vector: atCosine(0.5) },
        2: { vector: atCosine(0.95) },
        3: { vector: atCosine(0.7) },
        4: { vector: atCosine(0.99), category: 'relationship' },
        5: { vector: atCosine(0.1) },
      });
      const { nearest } = await lookUpOne(backend, {
        contentKey: 'none',
        vector: axis(0),
        limit: 3,
      });
      assert.deepEqual(ids(nearest.map(({ record }) => record)), [2, 3, 1].map(recordId));
      for (const [index, value] of [0.95, 0.7, 0.5].entries())
        assertClose(nearest[index]?.similarity, value, tolerates);
    },
  },
  'eighty nearer records of another category do not hide one of the same': async ({ backend }) => {
    await put(
      backend,
      [...Array(80).keys()].map((index) =>
        stored({ id: recordId(100 + index), category: 'relationship' }),
      ),
    );
    await putAll(backend, { 1: { vector: atCosine(0.3) } });
    const { nearest } = await lookUpOne(backend, { contentKey: 'none', vector: axis(0) });
    assert.deepEqual(ids(nearest.map(({ record }) => record)), [recordId(1)]);
  },
  'without a vector, or with a zero one, looks for no near texts but for equal ones': async ({
    backend,
  }) => {
    await putAll(backend, { 1: { contentKey: key }, 2: { vector: zeroVector() } });
    for (const vector of [undefined, zeroVector()]) {
      const match = await lookUpOne(backend, { contentKey: key, vector });
      assert.equal(match.equal?.id, recordId(1));
      assert.deepEqual(match.nearest, []);
    }
  },
  'without a key looks neither for equal nor for near texts': async ({ backend }) => {
    await putAll(backend, { 1: { contentKey: key, source: { externalId: 'crm:1' } } });
    const match = await lookUpOne(backend, { vector: axis(0), externalId: 'crm:1' });
    assert.deepEqual(
      [match.equal, match.nearest, match.sameExternalId?.id],
      [undefined, [], recordId(1)],
    );
  },
  'finds the record of the same external id in any category': async ({ backend }) => {
    const source = { externalId: 'crm:1' };
    await putAll(backend, {
      1: { category: 'relationship', source },
      2: { source: { externalId: 'crm:10' } },
      3: {},
    });
    assert.equal(
      (await lookUpOne(backend, { externalId: 'crm:1' })).sameExternalId?.id,
      recordId(1),
    );
    assert.equal((await lookUpOne(backend, { externalId: 'crm' })).sameExternalId, undefined);
    assert.equal((await lookUpOne(backend, { contentKey: 'none' })).sameExternalId, undefined);
  },
  'sees current records only': async ({ backend }) => {
    const source = { externalId: 'crm:1' };
    await putAll(backend, {
      1: { contentKey: key, source, ...superseded },
      2: { contentKey: key, source, expiresAt: testNow },
      3: { contentKey: key, source, expiresAt: daysFromNow(-1), ...superseded },
    });
    const none = await lookUpOne(backend, {
      contentKey: key,
      vector: axis(0),
      externalId: 'crm:1',
    });
    assert.deepEqual([none.equal, none.nearest, none.sameExternalId], [undefined, [], undefined]);
    await putAll(backend, { 4: { contentKey: key, source, expiresAt: daysFromNow(1) } });
    const match = await lookUpOne(backend, {
      contentKey: key,
      vector: axis(0),
      externalId: 'crm:1',
    });
    assert.deepEqual(
      [match.equal?.id, match.nearest.map(({ record }) => record.id), match.sameExternalId?.id],
      [recordId(4), [recordId(4)], recordId(4)],
    );
  },
  'finds the newest current records of the same category and matter, first, as many as the limit says':
    {
      tolerance: 'precision',
      async run({ backend, tolerates }) {
        const matter = 'i residence';
        const fields = (number: number, day: number) => ({
          id: recordId(number),
          matter,
          createdAt: daysFromNow(-day),
          vector: atCosine(number / 10),
          terms: ['apart'],
        });
        await put(backend, [
          stored(fields(1, 5)),
          stored(fields(2, 4)),
          stored({ ...fields(3, 3), matter: 'ada residence' }),
          stored({ ...fields(4, 3), category: 'relationship' }),
          stored({ ...fields(5, 3), ...superseded }),
          stored({ ...fields(6, 3), expiresAt: testNow }),
          stored({ ...fields(7, 2), vector: zeroVector() }),
          stored({ ...fields(8, 1), matter: undefined }),
        ]);
        const found = await lookUpOne(backend, {
          contentKey: 'none',
          vector: axis(0),
          matter,
          limit: 2,
        });
        assert.deepEqual(ids(found.sameMatter.map(({ record }) => record)), [7, 2].map(recordId));
        assert.ok(!found.sameMatter[0]?.similarity, 'a vector of zeros is near to nothing');
        assertClose(found.sameMatter[1]?.similarity, 0.2, tolerates);
        assert.deepEqual((await lookUpOne(backend, { contentKey: 'none' })).sameMatter, []);
        const changed = stored({ ...fields(2, 4), version: 2, matter: 'i job' });
        await put(backend, [withoutIndexData(changed)]);
        const after = await lookUpOne(backend, { contentKey: 'none', vector: axis(0), matter });
        assert.deepEqual(ids(after.sameMatter.map(({ record }) => record)), [7, 1].map(recordId));
      },
    },
  'answers one match a probe, in their order': async ({ backend }) => {
    await putAll(backend, {
      1: { contentKey: 'one', vector: axis(1) },
      2: { contentKey: 'two', vector: axis(2), source: { externalId: 'x' } },
    });
    const category = 'factual_knowledge' as const;
    const terms = ['one', 'two'];
    const probes = [
      { category, contentKey: 'two', vector: axis(1), terms, limit: 1 },
      { category, contentKey: 'three', limit: 1 },
      { category, contentKey: 'one', vector: axis(2), terms, limit: 1, externalId: 'x' },
    ];
    const matches = await backend.lookUp({ scope: testScope, now: testNow, probes });
    assert.deepEqual(
      matches.map(({ equal, nearest, sameExternalId }) => [
        equal?.id,
        nearest[0]?.record.id,
        sameExternalId?.id,
      ]),
      [
        [recordId(2), recordId(1), undefined],
        [undefined, undefined, undefined],
        [recordId(1), recordId(2), recordId(2)],
      ],
    );
  },
});
