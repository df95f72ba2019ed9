import assert from 'node:assert/strict';
import type { CommitRequest, MemoryBackend } from '@mneme/core';
import { recordId, stored, testScope, times } from '../builders.ts';
import type { MemoryBackendCase } from '../context.ts';
import { observe } from '../observe.ts';
import { assertRejects, auditEntry, listAll, put, remove, revisionOf } from '../steps.ts';

const group = 'commit, all or nothing';
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

export const commitAtomicityCases: MemoryBackendCase[] = [
  {
    group,
    name: 'a vector of the wrong length in the middle rejects with invalid_input and nothing is written',
    async run({ backend }) {
      await fill(backend);
      const before = await observe(backend, observed);
      const revision = await revisionOf(backend);
      const request = changeOf();
      for (const vector of [Float32Array.of(1), new Float32Array(9), new Float32Array(0)]) {
        const bad = stored({ id: recordId(4), vector });
        const puts = [...request.puts, bad, stored({ id: recordId(5) })];
        await assertRejects(backend.commit({ ...request, puts }), 'invalid_input');
      }
      assert.deepEqual(await observe(backend, observed), before);
      assert.equal(await revisionOf(backend), revision);
    },
  },
  {
    group,
    name: 'a commit that was refused does not hinder the next one',
    async run({ backend }) {
      await assertRejects(put(backend, [stored({ vector: Float32Array.of(1) })]), 'invalid_input');
      await put(backend, [stored()]);
      assert.deepEqual(await listAll(backend), [recordId(1)]);
    },
  },
  {
    group,
    name: 'with a stale expected revision commits nothing and tells the current one',
    needs: ['revisions'],
    async run({ backend }) {
      await fill(backend);
      const expectedRevision = await revisionOf(backend);
      const { revision } = await put(backend, [stored({ id: recordId(5) })]);
      const before = await observe(backend, observed);
      assert.deepEqual(await backend.commit(changeOf({ expectedRevision })), {
        committed: false,
        revision,
        removed: [],
      });
      assert.deepEqual(await observe(backend, observed), before);
      assert.equal(await revisionOf(backend), revision);
    },
  },
  {
    group,
    name: 'with the expected revision of lookUp or of scan commits',
    needs: ['revisions'],
    async run({ backend }) {
      await put(backend, [stored({ id: recordId(1) })], {
        expectedRevision: await revisionOf(backend),
      });
      const { revision } = await backend.scan({ scope: testScope, limit: 1 });
      await put(backend, [stored({ id: recordId(2) })], { expectedRevision: revision });
      assert.deepEqual(await listAll(backend), [2, 1].map(recordId));
    },
  },
  {
    group,
    name: 'in a new scope exactly one of two first commits that expect revision 0 is taken',
    needs: ['revisions'],
    async run({ backend }) {
      await put(backend, [stored({ id: recordId(1) })], { expectedRevision: 0 });
      const second = await backend.commit(changeOf({ expectedRevision: 0 }));
      assert.equal(second.committed, false);
      assert.deepEqual(await listAll(backend), [recordId(1)]);
    },
  },
  {
    group,
    name: 'a removal alone makes an expected revision stale',
    needs: ['revisions'],
    async run({ backend }) {
      await fill(backend);
      const expectedRevision = await revisionOf(backend);
      await remove(backend, [recordId(1)]);
      assert.equal((await backend.commit(changeOf({ expectedRevision }))).committed, false);
    },
  },
  {
    group,
    name: 'a revision from before an erasure stays stale, however often the scope is filled again',
    needs: ['revisions'],
    async run({ backend }) {
      await fill(backend);
      await put(backend, [stored({ id: recordId(1) })]);
      const expectedRevision = await revisionOf(backend);
      await backend.erase(testScope, auditEntry({ action: 'erase', scope: 'receipts' }));
      for (const index of times(5, Number)) {
        assert.equal((await backend.commit(changeOf({ expectedRevision }))).committed, false);
        await put(backend, [stored({ id: recordId(100 + index) })]);
      }
    },
  },
];
