import assert from 'node:assert/strict';
import {
  daysFromNow,
  recordId,
  stored,
  testNow,
  testScope,
  times,
  withoutIndexData,
} from '../builders.ts';
import { memoryCases } from '../context.ts';
import { observe } from '../observe.ts';
import {
  auditEntry,
  ids,
  listAll,
  lookUpOne,
  numbered,
  put,
  putAll,
  recordsOf,
  remove,
  sortedIds,
  touch,
  vectorsOf,
} from '../steps.ts';

export const commitCases = memoryCases('commit', {
  'writes puts, removals and audit lines in one step': async ({ backend }) => {
    await putAll(backend, { 1: {}, 2: {} });
    const removed = await put(backend, [stored({ id: recordId(3) })], {
      removals: [recordId(1)],
      audit: [auditEntry({ action: 'delete', id: recordId(1) })],
    });
    assert.deepEqual(removed, [recordId(1)]);
    assert.deepEqual(await listAll(backend), [3, 2].map(recordId));
    assert.deepEqual(await backend.audit({ limit: 5 }), [
      auditEntry({ action: 'delete', id: recordId(1) }),
    ]);
  },
  'replaces the whole record of an id that exists': async ({ backend }) => {
    const first = stored({
      tags: ['old'],
      expiresAt: daysFromNow(1),
      supersededBy: recordId(9),
      validTo: daysFromNow(-1),
      source: { session: 's', sequence: 1, externalId: 'crm:1', own: true },
      metadata: { project: 'heron' },
    });
    const second = stored({
      content: 'New',
      tags: ['new'],
      category: 'relationship',
      importance: 5,
      source: { a: 1 },
    });
    await put(backend, [first]);
    await put(backend, [second]);
    assert.deepEqual(await recordsOf(backend, testScope, [recordId(1)]), [second.record]);
    assert.deepEqual(await listAll(backend), [recordId(1)]);
  },
  'keeps the access fields of a record that it replaces, and takes those of a new one': {
    needs: ['touch'],
    async run({ backend }) {
      const imported = stored({ accessCount: 4, lastAccessedAt: daysFromNow(-9) });
      await put(backend, [imported]);
      await touch(backend, { ids: [recordId(1)], at: daysFromNow(-2) });
      await putAll(backend, { 1: { content: 'New', accessCount: 0 } });
      await putAll(backend, { 1: { content: 'Newer', accessCount: 99, lastAccessedAt: testNow } });
      const [got] = await recordsOf(backend, testScope, [recordId(1)]);
      assert.deepEqual(
        [got?.content, got?.accessCount, got?.lastAccessedAt],
        ['Newer', 5, daysFromNow(-2)],
      );
    },
  },
  'replaces the key that lookUp compares': async ({ backend }) => {
    await putAll(backend, { 1: { contentKey: 'old', source: { externalId: 'old' } } });
    await put(backend, [
      withoutIndexData(stored({ contentKey: 'new', source: { externalId: 'new' } })),
    ]);
    const before = await lookUpOne(backend, { contentKey: 'old', externalId: 'old' });
    assert.deepEqual([before.equal, before.sameExternalId], [undefined, undefined]);
    const after = await lookUpOne(backend, { contentKey: 'new', externalId: 'new' });
    assert.deepEqual([after.equal?.id, after.sameExternalId?.id], [recordId(1), recordId(1)]);
  },
  'counts removals that were there, and lets the others be': async ({ backend }) => {
    await putAll(backend, numbered(4));
    const removed = await remove(backend, [3, 8, 1, 9].map(recordId));
    assert.deepEqual(removed.sort(), [1, 3].map(recordId));
    assert.deepEqual(await remove(backend, [3, 1].map(recordId)), []);
    assert.deepEqual(await listAll(backend), [2, 0].map(recordId));
  },
  'leaves nothing of a removed record for any reading method': async ({ backend }) => {
    const observed = {
      scope: testScope,
      ids: [recordId(1)],
      terms: ['tea'],
      sessions: ['s'],
      contentKeys: ['tea'],
    };
    const before = await observe(backend, observed);
    const source = { session: 's', sequence: 0, externalId: 'tea' };
    await putAll(backend, { 1: { content: 'tea', tags: ['x'], source } });
    assert.notDeepEqual(await observe(backend, observed), before);
    await remove(backend, [recordId(1)]);
    assert.deepEqual(await observe(backend, observed), before);
  },
  'takes the id of a removed record again, as that of a new one': {
    needs: ['touch'],
    async run({ backend }) {
      await putAll(backend, { 1: { tags: ['old'] } });
      await touch(backend, { ids: [recordId(1)], at: testNow });
      await remove(backend, [recordId(1)]);
      const again = stored({ content: 'Again', vector: undefined, terms: [] });
      await put(backend, [again]);
      assert.deepEqual(await recordsOf(backend, testScope, [recordId(1)]), [again.record]);
      assert.equal((await vectorsOf(backend, testScope, [recordId(1)])).size, 0);
    },
  },
  'takes five hundred puts and five hundred removals at once': async ({ backend }) => {
    const first = times(500, (index) => stored({ id: recordId(index) }));
    const second = times(500, (index) => stored({ id: recordId(1000 + index) }));
    await put(backend, first);
    const removed = await put(backend, second, {
      removals: ids(first.map(({ record }) => record)),
    });
    assert.equal(removed.length, 500);
    const { rows } = await backend.scan({ scope: testScope, limit: 1000 });
    assert.deepEqual(ids(rows), sortedIds(second.map(({ record }) => record)));
  },
  'can be read by its own backend as soon as it resolves': async ({ backend }) => {
    for (const index of times(20, Number)) {
      await put(backend, [stored({ id: recordId(index) })]);
      assert.equal((await recordsOf(backend, testScope, [recordId(index)])).length, 1);
      assert.equal(
        (await lookUpOne(backend, { contentKey: `memory ${index}` })).equal?.id,
        recordId(index),
      );
    }
  },
});
