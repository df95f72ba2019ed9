import assert from 'node:assert/strict';
import { MnemeError } from '@mneme/core/backend';
import type { Cases } from '../../context.ts';
import { axis, otherScope, recordId, stored, testScope } from '../builders.ts';
import {
  assertRejects,
  auditEntry,
  findDense,
  findLexical,
  put,
  putAll,
  recordsOf,
} from '../steps.ts';

export const commitCases: Cases = {
  'a vector of the wrong length in the middle rejects with invalid_input and nothing is written':
    async ({ backend }) => {
      await putAll(backend, { 1: {}, 2: {} });
      for (const vector of [Float32Array.of(1), new Float32Array(9), new Float32Array(0)]) {
        const puts = [
          stored({ id: recordId(1), version: 2, content: 'New' }),
          stored({ id: recordId(3) }),
          stored({ id: recordId(4), vector }),
          stored({ id: recordId(5) }),
        ];
        const more = { removals: [recordId(2)], audit: [auditEntry()] };
        await assertRejects(put(backend, puts, more), 'invalid_input');
      }
      assert.deepEqual(
        await recordsOf(backend, testScope, [1, 2, 3, 4, 5].map(recordId)),
        [1, 2].map((number) => stored({ id: recordId(number) }).record),
      );
      assert.deepEqual(
        await findLexical(backend, { terms: ['memory', 'new'] }),
        [1, 2].map(recordId),
      );
      assert.deepEqual(await findDense(backend), [1, 2].map(recordId));
      assert.deepEqual(await backend.audit({ limit: 5 }), []);
      await put(backend, [stored()]);
    },
  'a put with the id of another scope leaves that record alone': async ({ backend }) => {
    const theirs = stored({ content: 'Theirs', terms: ['theirs'] });
    const ours = stored({ scope: otherScope, content: 'Ours', terms: ['ours'], vector: axis(1) });
    await put(backend, [theirs]);
    const isRefused = await put(backend, [ours]).then(
      () => false,
      (error: unknown) => MnemeError.isInstance(error) || Promise.reject(error),
    );
    assert.deepEqual(await recordsOf(backend, testScope, [recordId(1)]), [theirs.record]);
    const left = isRefused ? [] : [ours.record];
    assert.deepEqual(await recordsOf(backend, otherScope, [recordId(1)]), left);
    assert.deepEqual(await findLexical(backend, { terms: ['ours', 'theirs'] }), [recordId(1)]);
    assert.deepEqual(await findLexical(backend, { terms: ['ours'] }), []);
  },
  'changes of a put or returned record do not change the store': async ({ backend }) => {
    const given = stored({ tags: ['kept'], source: { session: 's' } });
    const expected = structuredClone(given.record);
    await put(backend, [given]);
    given.record.tags.push('later');
    given.record.source.session = 'changed';
    given.vector!.fill(0);
    const [first] = await recordsOf(backend, testScope, [recordId(1)]);
    assert.deepEqual(first, expected);
    first!.tags.push('later');
    first!.source.session = 'changed';
    assert.deepEqual(await recordsOf(backend, testScope, [recordId(1)]), [expected]);
    assert.deepEqual(await findDense(backend), [recordId(1)]);
  },
};
