import assert from 'node:assert/strict';
import type { CommitRequest, ExpectedVersion, MemoryBackend } from '@mneme/core/contract';
import { daysFromNow, otherScope, recordId, stored, testScope, times } from '../builders.ts';
import { memoryCases } from '../context.ts';
import { observe } from '../observe.ts';
import { assertRejects, auditEntry, listAll, put, putAll, recordsOf, remove } from '../steps.ts';

const observed = {
  scope: testScope,
  ids: times(6, recordId),
  terms: ['memory', 'new'],
  sessions: [],
  contentKeys: ['new'],
};

const expectations = (versions: Record<number, number>): ExpectedVersion[] =>
  Object.entries(versions).map(([number, version]) => ({ id: recordId(Number(number)), version }));

/** Replaces 1, removes 2 and adds 3, if each is as expected: 1 and 2 exist, 3 does not. */
function changeOf(more: Partial<CommitRequest> = {}): CommitRequest {
  return {
    scope: testScope,
    expect: expectations({ 1: 1, 2: 1, 3: 0 }),
    puts: [
      stored({ id: recordId(1), version: 2, content: 'New' }),
      stored({ id: recordId(3), content: 'New' }),
    ],
    removals: [recordId(2)],
    audit: [auditEntry({ action: 'delete', id: recordId(2) })],
    ...more,
  };
}

async function fill(backend: MemoryBackend): Promise<void> {
  await putAll(backend, { 1: {}, 2: {} });
}

/** The commit must be refused, naming these, and change nothing. */
async function assertRefused(
  backend: MemoryBackend,
  request: CommitRequest,
  mismatched: number[],
): Promise<void> {
  const before = await observe(backend, observed);
  const result = await backend.commit(request);
  assert.ok(!result.committed, 'the commit was not refused');
  assert.deepEqual(result.mismatched.sort(), mismatched.map(recordId));
  assert.deepEqual(await observe(backend, observed), before);
}

export const commitExpectCases = memoryCases('commit, as expected', {
  'is written where every record has the version that is expected of it': async ({ backend }) => {
    await fill(backend);
    assert.deepEqual(await backend.commit(changeOf()), {
      committed: true,
      removed: [recordId(2)],
    });
    const got = await recordsOf(backend, testScope, [1, 2, 3].map(recordId));
    assert.deepEqual(
      got.map(({ id, version }) => [id, version]),
      [
        [recordId(1), 2],
        [recordId(3), 1],
      ],
    );
  },
  'where one record has changed, nothing is written, and that one is named': async ({
    backend,
  }) => {
    await fill(backend);
    await putAll(backend, { 1: { version: 2 } });
    await assertRefused(backend, changeOf(), [1]);
  },
  'where one record has gone, or come, nothing is written, and that one is named': async ({
    backend,
  }) => {
    await fill(backend);
    await remove(backend, [recordId(2)]);
    await assertRefused(backend, changeOf(), [2]);
    await putAll(backend, { 2: {}, 3: {} });
    await assertRefused(backend, changeOf(), [3]);
  },
  'names every record that is not as expected, and no other': async ({ backend }) => {
    await put(
      backend,
      [1, 2, 3, 4].map((number) => stored({ id: recordId(number), version: number })),
    );
    const puts = times(6, (index) => stored({ id: recordId(index), version: 9 }));
    const expect = expectations({ 0: 0, 1: 1, 2: 1, 3: 4, 4: 0, 5: 2 });
    await assertRefused(backend, changeOf({ puts, removals: [], expect }), [2, 3, 4, 5]);
  },
  'a record that is superseded or has expired is there': async ({ backend }) => {
    await putAll(backend, {
      1: { supersededBy: recordId(9), validTo: daysFromNow(-1) },
      2: { expiresAt: daysFromNow(-1) },
    });
    await assertRefused(backend, changeOf({ expect: expectations({ 1: 0, 2: 0, 3: 0 }) }), [1, 2]);
    await put(backend, changeOf().puts, changeOf());
  },
  'what is written to other records, here or in another scope, does not matter': async ({
    backend,
  }) => {
    await fill(backend);
    await putAll(backend, { 4: {}, 5: {} });
    await remove(backend, [recordId(4)]);
    // A backend may refuse an id that another scope has.
    const sameId = stored({ id: recordId(1), version: 8, scope: otherScope });
    await Promise.allSettled([put(backend, [sameId])]);
    await putAll(backend, { 6: { scope: otherScope } });
    await put(backend, changeOf().puts, changeOf());
    assert.deepEqual((await listAll(backend)).sort(), [1, 3, 5].map(recordId));
  },
  'puts and removals of which nothing is expected happen in any case': async ({ backend }) => {
    await fill(backend);
    await putAll(backend, { 2: { version: 7 } });
    await put(backend, changeOf().puts, changeOf({ expect: expectations({ 3: 0 }) }));
    assert.deepEqual((await listAll(backend)).sort(), [1, 3].map(recordId));
  },
  'prune keeps what was confirmed after its scan, and removes the rest': async ({ backend }) => {
    await put(
      backend,
      [1, 2, 3].map((number) => stored({ id: recordId(number) })),
    );
    const { rows } = await backend.scan({ scope: testScope, limit: 10 });
    await putAll(backend, { 2: { version: 2 }, 4: {} });
    const removal = (expect: ExpectedVersion[]) =>
      changeOf({ expect, puts: [], removals: expect.map(({ id }) => id) });
    const scanned = rows.map(({ id, version }) => ({ id, version }));
    await assertRefused(backend, removal(scanned), [2]);
    await put(backend, [], removal(scanned.filter(({ id }) => id !== recordId(2))));
    assert.deepEqual((await listAll(backend)).sort(), [2, 4].map(recordId));
  },
  'after an erasure no record is there': async ({ backend }) => {
    await fill(backend);
    await backend.erase(testScope, auditEntry({ action: 'erase', scope: 'receipts' }));
    await assertRefused(backend, changeOf(), [1, 2]);
    await put(backend, [stored()], { expect: expectations({ 1: 0 }) });
  },
});

export const commitAtomicityCases = memoryCases('commit, all or nothing', {
  'a vector of the wrong length in the middle rejects with invalid_input and nothing is written':
    async ({ backend }) => {
      await fill(backend);
      const before = await observe(backend, observed);
      const request = changeOf({ expect: [] });
      for (const vector of [Float32Array.of(1), new Float32Array(9), new Float32Array(0)]) {
        const bad = stored({ id: recordId(4), vector });
        const puts = [...request.puts, bad, stored({ id: recordId(5) })];
        await assertRejects(backend.commit({ ...request, puts }), 'invalid_input');
      }
      assert.deepEqual(await observe(backend, observed), before);
    },
  'a commit that was refused does not hinder the next one': async ({ backend }) => {
    await assertRejects(put(backend, [stored({ vector: Float32Array.of(1) })]), 'invalid_input');
    await put(backend, [stored()]);
    assert.deepEqual(await listAll(backend), [recordId(1)]);
  },
});
