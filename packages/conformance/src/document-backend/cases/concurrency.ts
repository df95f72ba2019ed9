import assert from 'node:assert/strict';
import { request, sha256, store, storeAudit, storeId, testScope, write } from '../builders.ts';
import { addStore, type DocumentBackendCase, done, refused } from '../context.ts';

const place = { scope: testScope, storeId: storeId(1) };

export const concurrencyCases: readonly DocumentBackendCase[] = [
  {
    group: 'concurrency',
    name: 'of writers with the same precondition exactly one wins each round, and none is lost',
    needs: ['reopen'],
    async run({ backend, another }) {
      await addStore(backend);
      await done(backend, [write({ create: '/log', content: '' })]);
      const writers = [backend, await another(), await another()];
      const rounds = 10;
      let content = '';
      for (let round = 0; round < rounds; round++) {
        const expected = sha256(content);
        const results = await Promise.all(
          writers.map((writer, index) =>
            writer.write(
              request([
                write({ update: '/log', content: `${content}${round}${index}\n`, expected }),
              ]),
            ),
          ),
        );
        assert.equal(results.filter(({ outcome }) => outcome === 'done').length, 1);
        content = (await backend.getDocument({ ...place, key: { path: '/log' } }))!.content;
      }
      assert.equal(content.trim().split('\n').length, rounds);
      const { versions } = await backend.listVersions({ ...place, withContent: false, limit: 100 });
      assert.deepEqual(
        versions.map(({ number }) => number),
        Array.from({ length: rounds + 1 }, (_, index) => rounds + 1 - index),
      );
    },
  },
  {
    group: 'concurrency',
    name: 'those that open a store of one name at once get the same',
    needs: ['reopen'],
    async run({ backend, another }) {
      const handles = [backend, await another(), await another()];
      const found = await Promise.all(
        handles.map((handle, index) => {
          const info = store({ id: storeId(index + 1) });
          const add = { store: info, audit: storeAudit(info) };
          return handle.findStore({ scope: testScope, name: 'notes', add });
        }),
      );
      assert.equal(new Set(found.map((info) => info?.id)).size, 1);
    },
  },
  {
    group: 'concurrency',
    name: 'what one backend acknowledged, another sees',
    needs: ['reopen'],
    async run({ backend, another }) {
      const other = await another();
      await addStore(backend);
      await done(backend, [write({ create: '/a', content: 'seen' })]);
      assert.equal((await other.getDocument({ ...place, key: { path: '/a' } }))?.content, 'seen');
      await refused(other, [write({ create: '/a', content: 'twice' })]);
    },
  },
];
