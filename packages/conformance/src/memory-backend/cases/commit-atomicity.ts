import assert from 'node:assert/strict';
import type { CommitRequest, MemoryBackend } from '@mneme/core/contract';
import { recordId, stored, testScope, times } from '../builders.ts';
import { memoryCases } from '../context.ts';
import { observe } from '../observe.ts';
import { assertRejects, auditEntry, listAll, put } from '../steps.ts';

const observed = {
  scope: testScope,
  ids: times(6, recordId),
  terms: ['memory', 'new'],
  sessions: [],
  contentKeys: ['new'],
};

/** A commit that changes something everywhere. */
function changeOf(more: Partial<CommitRequest> = {}): CommitRequest {
  return {
    scope: testScope,
    expect: [],
    puts: [
      stored({ id: recordId(1), content: 'New' }),
      stored({ id: recordId(3), content: 'New' }),
    ],
    removals: [recordId(2)],
    audit: [auditEntry({ action: 'delete', id: recordId(2) })],
    ...more,
  };
}

async function fill(backend: MemoryBackend): Promise<void> {
  await put(backend, [stored({ id: recordId(1) }), stored({ id: recordId(2) })], {
    audit: [auditEntry()],
  });
}

export const commitAtomicityCases = memoryCases('commit, all or nothing', {
  'a vector of the wrong length in the middle rejects with invalid_input and nothing is written':
    async ({ backend }) => {
      await fill(backend);
      const before = await observe(backend, observed);
      const request = changeOf();
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
