import assert from 'node:assert/strict';
import type { CommitRequest } from '@mneme/core/backend';
import type { Cases } from '../../context.ts';
import { recordId, stored } from '../../records/builders.ts';
import { put } from '../../records/steps.ts';
import { audit, create, remove, request, storeId, testScope } from '../builders.ts';
import { addStore, commit } from '../steps.ts';

const place = { scope: testScope, storeId: storeId(1) };

/** The removal of a record that is expected to be of this version. */
function removal(version: number): CommitRequest {
  const id = recordId(1);
  return { scope: testScope, expect: [{ id, version }], puts: [], removals: [id], audit: [] };
}

export const withRecordsCases: Cases = {
  'a commit of documents writes records in the same step, or nothing': async ({
    backend: memories,
    backend: { documents: backend },
  }) => {
    await addStore(backend);
    await put(memories, [stored({ id: recordId(1) })]);
    const [made] = await commit(backend, [create('/a', 'one'), create('/b', 'two')]);
    const changes = [remove(made!)];
    const live = async () => backend.getDocument({ ...place, key: { path: '/a' } });
    const refused = await backend.commit(request(changes, { records: removal(7) }));
    assert.deepEqual(refused, { committed: false, mismatched: [] });
    assert.equal((await live())?.content, 'one');
    const head = { type: 'head' as const, documentId: made!.id, versionId: 'memver_other' };
    const unmet = { expect: [head], records: removal(1) };
    assert.deepEqual(await backend.commit(request(changes, unmet)), {
      committed: false,
      mismatched: [head],
    });
    assert.equal((await memories.get(testScope, [recordId(1)])).length, 1);
    await commit(backend, changes, { records: removal(1) });
    assert.equal(await live(), undefined);
    assert.deepEqual(await memories.get(testScope, [recordId(1)]), []);
  },
  'a removal of a store writes records in the same step, or nothing': async ({
    backend: memories,
    backend: { documents: backend },
  }) => {
    const info = await addStore(backend);
    await put(memories, [stored({ id: recordId(1) })]);
    const removeWith = (version: number) =>
      backend.removeStore({ ...place, audit: audit(info), records: removal(version) });
    assert.equal(await removeWith(7), false);
    assert.ok(await backend.getStore(testScope, info.id));
    assert.equal(await removeWith(1), true);
    assert.equal(await backend.getStore(testScope, info.id), undefined);
    assert.deepEqual(await memories.get(testScope, [recordId(1)]), []);
  },
};
