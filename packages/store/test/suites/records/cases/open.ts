import assert from 'node:assert/strict';
import { type EmbedderIdentity, historyOf } from '@mneme/core/backend';
import type { Cases } from '../../context.ts';
import {
  axis,
  recordId,
  stored,
  testEmbedder,
  testNow,
  testScope,
  withoutIndexData,
  zeroVector,
} from '../builders.ts';
import {
  assertRejects,
  auditEntry,
  everything,
  findDense,
  ids,
  listAll,
  put,
  putAll,
  recordsOf,
  remove,
  searchOne,
  vectorsOf,
} from '../steps.ts';

const others: EmbedderIdentity[] = [
  { ...testEmbedder, name: 'another-model' },
  { ...testEmbedder, revision: '2-quantised' },
  { ...testEmbedder, dimensions: 384 },
  { ...testEmbedder, pooling: 'weighted-mean' },
];

export const openCases: Cases = {
  'remembers the embedder and accepts the same one again': async ({ backend, another }) => {
    await put(backend, [stored()]);
    const second = await another({ embedder: { ...testEmbedder } });
    assert.deepEqual((await second.stats(undefined, testNow)).embedder, testEmbedder);
    assert.deepEqual(await findDense(second), [recordId(1)]);
  },
  'refuses an embedder that differs in anything, naming both, and writes nothing': async ({
    backend,
    another,
    unopened,
  }) => {
    await put(backend, [stored()]);
    for (const other of others) {
      const field = differingField(other);
      const refused = unopened().open({ embedder: other });
      const { message } = await assertRejects(refused, 'embedder_mismatch');
      for (const identity of [testEmbedder, other]) {
        const value = String(identity[field]);
        assert.ok(message.includes(value), `the message does not name ${value}: ${message}`);
      }
    }
    const last = await another();
    assert.deepEqual((await last.stats(undefined, testNow)).embedder, testEmbedder);
    assert.deepEqual(await findDense(last), [recordId(1)]);
  },
  'without an embedder on a new store gives an empty one, which takes an embedder later': async ({
    elsewhere,
  }) => {
    const make = await elsewhere();
    const [backend, second] = [make(), make()];
    await backend.open({});
    assert.deepEqual(await listAll(backend), []);
    assert.equal((await backend.stats(undefined, testNow)).embedder, undefined);
    await second.open({ embedder: testEmbedder });
    await put(second, [stored()]);
    assert.deepEqual(await findDense(second), [recordId(1)]);
  },
  'without an embedder serves every call that needs no vector': async ({ backend, another }) => {
    const kept = stored({ id: recordId(1) });
    const removed = stored({ id: recordId(2) });
    await put(backend, [kept, removed], { audit: [auditEntry()] });
    const second = await another({});
    const changed = { ...kept, record: { ...kept.record, importance: 5 as const } };
    await put(second, [withoutIndexData(changed)], { removals: [recordId(2)] });
    await second.touch(testScope, [recordId(1)], testNow);
    const { candidates } = await searchOne(second, { terms: ['memory'] });
    assert.deepEqual(
      candidates.map(({ record }) => record.importance),
      [5],
    );
    const [got] = await recordsOf(second, testScope, [recordId(1), recordId(2)]);
    assert.equal(got?.accessCount, 1);
    assert.deepEqual(await listAll(second), [recordId(1)]);
    assert.deepEqual(ids(await historyOf(second, testScope, recordId(1))), [recordId(1)]);
    assert.deepEqual(ids((await second.scan({ scope: testScope, limit: 10 })).rows), [recordId(1)]);
    assert.deepEqual(await second.scopes(), [testScope]);
    assert.equal((await second.stats(testScope, testNow)).current, 1);
    assert.equal((await second.audit({ limit: 10 })).length, 1);
    assert.deepEqual(
      [...(await vectorsOf(second, testScope, [recordId(1)])).keys()],
      [recordId(1)],
    );
  },
  'without an embedder removes vectors with their records': async ({ backend, another }) => {
    await putAll(backend, { 1: {}, 2: {} });
    const second = await another({});
    await remove(second, [recordId(1)]);
    assert.deepEqual(await findDense(backend, { filter: everything }), [recordId(2)]);
    await second.erase(testScope, auditEntry({ action: 'erase', scope: 'receipts' }));
    assert.deepEqual(await findDense(backend, { filter: everything }), []);
  },
  'without an embedder refuses a call with a vector and writes nothing': async ({
    backend,
    another,
  }) => {
    await put(backend, [stored({ id: recordId(1) })]);
    const second = await another({});
    await assertRejects(searchOne(second, { vector: axis(0) }), 'embedder_required');
    for (const vector of [axis(1), zeroVector()]) {
      await assertRejects(put(second, [stored({ id: recordId(2), vector })]), 'embedder_required');
    }
    assert.deepEqual(await listAll(second), [recordId(1)]);
  },
};

function differingField(other: EmbedderIdentity): keyof EmbedderIdentity {
  const fields = Object.keys(testEmbedder) as (keyof EmbedderIdentity)[];
  return fields.find((field) => other[field] !== testEmbedder[field])!;
}
