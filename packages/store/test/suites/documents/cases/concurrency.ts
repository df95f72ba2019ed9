import assert from 'node:assert/strict';
import type {
  DocumentBackend,
  DocumentCommitChange,
  DocumentExpectation,
} from '@mneme/core/backend';
import type { Cases } from '../../context.ts';
import {
  at,
  audit,
  create,
  documentId,
  modify,
  request,
  store,
  storeId,
  testScope,
  versionId,
} from '../builders.ts';
import { addStore, commit } from '../steps.ts';

const place = { scope: testScope, storeId: storeId(1) };

/** Each backend writes its own change at the same time as the others. Returns how many succeeded. */
async function raceOf(
  backends: readonly DocumentBackend[],
  changeOf: (index: number) => DocumentCommitChange,
  expectOf: (index: number) => DocumentExpectation[],
): Promise<number> {
  const results = await Promise.all(
    backends.map((backend, index) =>
      backend.commit(request([changeOf(index)], { expect: expectOf(index) })),
    ),
  );
  return results.filter(({ committed }) => committed).length;
}

export const concurrencyCases: Cases = {
  'if writers expect the same head, exactly one wins each round, and no write is lost': async ({
    backend: { documents: backend },
    another,
  }) => {
    await addStore(backend);
    await commit(backend, [create('/log', '')]);
    const writers = [backend, (await another()).documents, (await another()).documents];
    const rounds = 10;
    for (let round = 0; round < rounds; round++) {
      const now = (await backend.getDocument({ ...place, key: { path: '/log' } }))!;
      const { id, versionId } = now;
      const won = await raceOf(
        writers,
        (index) => modify(now, { content: `${now.content}${round}${index}\n` }),
        () => [{ type: 'head', documentId: id, versionId }],
      );
      assert.equal(won, 1);
    }
    const end = await backend.getDocument({ ...place, key: { path: '/log' } });
    assert.equal(end?.content.trim().split('\n').length, rounds);
    const { versions } = await backend.listVersions({ ...place, withContent: false, limit: 100 });
    assert.deepEqual(
      versions.map(({ number }) => number),
      Array.from({ length: rounds + 1 }, (_, index) => rounds + 1 - index),
    );
  },
  'of two new documents that exclude each other, one is created': async ({
    backend: { documents: backend },
    another,
  }) => {
    await addStore(backend);
    const paths = ['/a', '/a/b', '/a/b/c'];
    const won = await raceOf(
      [backend, (await another()).documents, (await another()).documents],
      (index) => create(paths[index]!, ''),
      (index) => [{ type: 'free', path: paths[index]! }],
    );
    assert.equal(won, 1);
  },
  'several writers at once do not exceed the limits of the scope': async ({
    backend: { documents: backend },
    another,
  }) => {
    await addStore(backend);
    const won = await raceOf(
      [backend, (await another()).documents, (await another()).documents],
      (index) => create(`/${index}`, '12345'),
      () => [{ type: 'usage', atMost: { documents: 1, bytes: 5 } }],
    );
    assert.equal(won, 2);
  },
  'if several add a store with one free name at once, one of them does': async ({
    backend: { documents: backend },
    another,
  }) => {
    const handles = [backend, (await another()).documents, (await another()).documents];
    const added = await Promise.all(
      handles.map((handle, index) => {
        const info = store({ id: storeId(index + 1) });
        const expect = { version: 0, freeName: true };
        return handle.putStore({ store: info, expect, audit: audit(info) });
      }),
    );
    assert.deepEqual(added.filter(Boolean), [true]);
  },
  'if several redact a version at once, one of them does': async ({
    backend: { documents: backend },
    another,
  }) => {
    await addStore(backend);
    const ids = { documentId: documentId(1), versionId: versionId(1) };
    const [made] = await commit(backend, [create('/a', 'one', ids)]);
    await commit(backend, [modify(made!, { content: 'two' })]);
    const {
      path: _p,
      content: _c,
      ...version
    } = (await backend.getVersion({
      ...place,
      versionId: versionId(1),
    }))!;
    const { contentSha256: _h, contentSizeBytes: _s, ...kept } = version;
    const handles = [backend, (await another()).documents, (await another()).documents];
    const changed = await Promise.all(
      handles.map((handle, index) =>
        handle.redact({
          ...place,
          version: { ...kept, redactedAt: at(index) },
          audit: audit({ scope: testScope, id: versionId(1) }),
        }),
      ),
    );
    assert.deepEqual(changed.filter(Boolean), [true]);
  },
};
