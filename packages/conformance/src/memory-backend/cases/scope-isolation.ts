import assert from 'node:assert/strict';
import type { MemoryBackend } from '@mneme/core/contract';
import { MnemeError } from '@mneme/core/contract';
import {
  axis,
  daysFromNow,
  otherScope,
  recordId,
  stored,
  testNow,
  testScope,
  times,
} from '../builders.ts';
import { memoryCases } from '../context.ts';
import { observe } from '../observe.ts';
import { readers, tenantIds } from '../readers.ts';
import {
  auditEntry,
  everything,
  findDense,
  findLexical,
  ids,
  listAll,
  lookUpOne,
  numbered,
  put,
  putAll,
  recordsOf,
  remove,
  searchOne,
  touch,
} from '../steps.ts';

const observed = {
  ids: tenantIds,
  terms: ['shared', 'tea'],
  sessions: ['s'],
  contentKeys: ['green tea'],
};

/** Three records that every reading method finds. */
async function fill(backend: MemoryBackend, scope: string, ids = tenantIds): Promise<void> {
  const puts = ids.map((id, index) =>
    stored({
      id,
      scope,
      content: 'Green tea',
      terms: ['shared', 'tea'],
      source: { session: 's', sequence: index, externalId: 'green tea' },
      ...(index === 0 ? { supersededBy: ids[1], validTo: daysFromNow(-1) } : {}),
      ...(index === 2 ? { expiresAt: daysFromNow(-1) } : {}),
    }),
  );
  await put(backend, puts, { audit: [auditEntry({ scope, id: ids[0] })] });
}

/** Names that a careless key, prefix, pattern or collation would mix up. */
const scopeNames = [
  'a',
  'A',
  'a:b',
  'a/b',
  'a b',
  'a%',
  'a_',
  'ab',
  "a'b",
  'a"b',
  'ä',
  '用户',
  `a${'x'.repeat(200)}`,
];

export const scopeIsolationCases = memoryCases('scope isolation', {
  "every reading method finds nothing with another scope's ids, words and vectors": async ({
    backend,
  }) => {
    await fill(backend, testScope);
    for (const [method, read] of readers) {
      assert.notEqual(
        await read(backend, testScope),
        0,
        `${method} finds nothing in the scope itself`,
      );
      assert.equal(await read(backend, otherScope), 0, method);
    }
  },
  'a put with the id of another scope leaves that record alone': async ({ backend }) => {
    const theirs = stored({ content: 'Theirs', terms: ['theirs'] });
    const ours = stored({ scope: otherScope, content: 'Ours', terms: ['ours'], vector: axis(1) });
    await put(backend, [theirs]);
    const outcome = await put(backend, [ours]).then(
      () => 'stored beside it' as const,
      (error: unknown) =>
        MnemeError.isInstance(error) ? ('refused' as const) : Promise.reject(error),
    );
    assert.deepEqual(await recordsOf(backend, testScope, [recordId(1)]), [theirs.record]);
    assert.deepEqual(
      await recordsOf(backend, otherScope, [recordId(1)]),
      outcome === 'refused' ? [] : [ours.record],
    );
    assert.deepEqual(await findLexical(backend, { terms: ['ours', 'theirs'] }), [recordId(1)]);
    assert.equal(
      (await searchOne(backend, { filter: everything, terms: ['ours'], limit: 5 })).candidates
        .length,
      0,
    );
  },
  'a removal or a touch with the ids of another scope changes nothing there': {
    needs: ['touch'],
    async run({ backend }) {
      await fill(backend, testScope);
      const before = await observe(backend, { scope: testScope, ...observed });
      assert.deepEqual(await remove(backend, tenantIds, otherScope), []);
      await touch(backend, { scope: otherScope, ids: tenantIds, at: testNow });
      assert.deepEqual(await observe(backend, { scope: testScope, ...observed }), before);
    },
  },
  'writes and erasure of one scope leave another as it was': async ({ backend }) => {
    await fill(backend, testScope);
    const before = await observe(backend, { scope: testScope, ...observed });
    await fill(backend, otherScope, [4, 5, 6].map(recordId));
    await remove(backend, [recordId(4)], otherScope);
    await putAll(backend, { 5: { scope: otherScope, terms: ['changed'] } });
    await backend.erase(otherScope, auditEntry({ action: 'erase', scope: 'receipts' }));
    assert.deepEqual(await observe(backend, { scope: testScope, ...observed }), before);
  },
  'scopes whose names are alike are different scopes': async ({ backend }) => {
    for (const [index, scope] of scopeNames.entries()) {
      await put(backend, [stored({ id: recordId(index), scope, content: 'Shared' })]);
    }
    for (const [index, scope] of scopeNames.entries()) {
      const own = [recordId(index)];
      assert.deepEqual(await listAll(backend, { scope }), own, scope);
      assert.deepEqual(await findDense(backend, { scope }), own, scope);
      assert.deepEqual(await findLexical(backend, { scope, terms: ['shared'] }), own, scope);
      const match = await lookUpOne(backend, { scope, contentKey: 'shared', vector: axis(0) });
      assert.deepEqual(ids([match.equal!, ...match.nearest.map(({ record }) => record)]), [
        ...own,
        ...own,
      ]);
    }
    await backend.erase('a', auditEntry({ action: 'erase', scope: 'receipts' }));
    assert.deepEqual(new Set(await backend.scopes()), new Set(scopeNames.slice(1)));
  },
  'five hundred records of other scopes change no candidate and no statistic': {
    tolerance: 'documentFrequencies',
    async run({ backend, tolerates }) {
      await putAll(
        backend,
        numbered(20, (index) => ({ terms: ['shared', ...times(index % 4, () => 'tea')] })),
      );
      const search = async () => {
        const { candidates, statistics } = await searchOne(backend, {
          vector: axis(0),
          terms: ['tea', 'shared', 'rare'],
          limit: 30,
        });
        const sorted = candidates.sort((left, right) =>
          left.record.id < right.record.id ? -1 : 1,
        );
        const { count, averageLength, documentFrequencies } = statistics;
        return tolerates.documentFrequencies === undefined
          ? { sorted, count, averageLength, documentFrequencies }
          : { sorted, count, averageLength };
      };
      const before = await search();
      for (const tenant of times(5, (index) => `crowd-${index}`)) {
        const firstId = 1000 * (1 + Number(tenant.at(-1)));
        await put(
          backend,
          times(100, (index) =>
            stored({
              id: recordId(firstId + index),
              scope: tenant,
              terms: ['tea', 'rare', 'more'],
            }),
          ),
        );
      }
      assert.deepEqual(await search(), before);
    },
  },
});
