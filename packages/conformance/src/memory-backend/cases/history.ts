import assert from 'node:assert/strict';
import { historyOf, type MemoryBackend } from '@mneme/core/contract';
import { daysFromNow, recordId, stored, testScope, times } from '../builders.ts';
import { memoryCases } from '../context.ts';
import { ids, put } from '../steps.ts';

/** A record of its day, replaced by the one with another number. */
function link(number: number, day: number, successor?: number) {
  return stored({
    id: recordId(number),
    createdAt: daysFromNow(day),
    ...(successor === undefined
      ? {}
      : { supersededBy: recordId(successor), validTo: daysFromNow(day + 1) }),
  });
}

/** Sorted ids, because a history has no order. */
async function connectedTo(backend: MemoryBackend, id: string): Promise<string[]> {
  return ids(await historyOf(backend, testScope, id)).sort();
}

export const historyCases = memoryCases('history', {
  'answers the whole chain from any of its records, in any order': async ({ backend }) => {
    await put(backend, [link(7, -30, 3), link(3, -20, 5), link(5, -10), link(9, -15)]);
    for (const number of [7, 3, 5]) {
      assert.deepEqual(await connectedTo(backend, recordId(number)), [3, 5, 7].map(recordId));
    }
    assert.deepEqual(await connectedTo(backend, recordId(9)), [recordId(9)]);
  },
  'follows several records that one record replaced': async ({ backend }) => {
    await put(backend, [
      link(1, -30, 4),
      link(2, -25, 4),
      link(3, -20, 5),
      link(4, -10, 5),
      link(5, -5),
    ]);
    for (const number of [1, 2, 3, 4, 5]) {
      assert.deepEqual(await connectedTo(backend, recordId(number)), [1, 2, 3, 4, 5].map(recordId));
    }
  },
  'answers whole records, expired ones too': async ({ backend }) => {
    const old = link(1, -30, 2);
    old.record.expiresAt = daysFromNow(-1);
    old.record.tags = ['b', 'a'];
    const current = link(2, -10);
    await put(backend, [current, old]);
    const found = await historyOf(backend, testScope, recordId(2));
    assert.deepEqual(new Set(found), new Set([old.record, current.record]));
  },
  'ends at a record that was removed, and is empty for an unknown id': async ({ backend }) => {
    await put(backend, [link(1, -30, 2), link(2, -20, 3)]);
    assert.deepEqual(await connectedTo(backend, recordId(2)), [1, 2].map(recordId));
    assert.deepEqual(await historyOf(backend, testScope, recordId(50)), []);
  },
  'follows a chain of a hundred': async ({ backend }) => {
    await put(
      backend,
      times(100, (index) => link(index, index - 200, index === 99 ? undefined : index + 1)),
    );
    assert.deepEqual(await connectedTo(backend, recordId(50)), times(100, recordId));
  },
});
