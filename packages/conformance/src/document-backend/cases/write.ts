import assert from 'node:assert/strict';
import { type DocumentBackend, defaultDocumentLimits } from '@mneme/core';
import {
  at,
  documentId,
  sha256,
  storeAudit,
  storeId,
  testScope,
  versionId,
  write,
} from '../builders.ts';
import { addStore, type DocumentBackendCase, done, refused } from '../context.ts';

const place = { scope: testScope, storeId: storeId(1) };

function read(backend: DocumentBackend, path: string) {
  return backend.getDocument({ ...place, key: { path } });
}

export const writeCases: readonly DocumentBackendCase[] = [
  {
    group: 'write',
    name: 'a created document comes back byte for byte, by path and by id',
    async run({ backend }) {
      await addStore(backend);
      for (const [index, content] of ['', 'Ünïcödé 漢字 🧠\n\n\ttab', 'a\0b', '\r\n'].entries()) {
        const [result] = await done(backend, [write({ create: `/${index}`, content })]);
        assert.equal(result?.changed, true);
        const found = await read(backend, `/${index}`);
        assert.equal(found?.content, content);
        assert.equal(found?.contentSha256, sha256(content));
        assert.equal(found?.contentSizeBytes, Buffer.byteLength(content));
        const key = { id: result.document.id };
        assert.deepEqual(await backend.getDocument({ ...place, key }), found);
      }
    },
  },
  {
    group: 'write',
    name: 'ids, versions and times are those of the request; a rename keeps the id',
    async run({ backend }) {
      await addStore(backend);
      const ids = { documentId: documentId(7), versionId: versionId(7) };
      await done(backend, [write({ create: '/a', content: 'one' }, ids)], { at: at(1) });
      const renamed = write({ update: '/a', path: '/b/c' }, { versionId: versionId(8) });
      const [result] = await done(backend, [renamed], { at: at(2) });
      assert.equal(result?.changed, true);
      assert.deepEqual(result.document, {
        id: documentId(7),
        storeId: storeId(1),
        path: '/b/c',
        contentSha256: sha256('one'),
        contentSizeBytes: 3,
        versionId: versionId(8),
        createdAt: at(1),
        updatedAt: at(2),
      });
      assert.equal(await read(backend, '/a'), undefined);
      assert.equal((await read(backend, '/b/c'))?.content, 'one');
    },
  },
  {
    group: 'write',
    name: 'what changes nothing adds no version',
    async run({ backend }) {
      await addStore(backend);
      await done(backend, [write({ create: '/a', content: 'one' })]);
      const before = await read(backend, '/a');
      const same = { update: '/a', content: 'one', path: '/a', expected: sha256('other') };
      const [result] = await done(backend, [write(same)]);
      assert.equal(result?.changed, false);
      assert.deepEqual(await read(backend, '/a'), before);
    },
  },
  {
    group: 'write',
    name: 'a precondition that does not hold refuses',
    async run({ backend }) {
      await addStore(backend);
      await done(backend, [write({ create: '/a', content: 'one' })]);
      const failed = { reason: 'precondition_failed' };
      const update = write({ update: '/a', content: 'two', expected: sha256('zero') });
      assert.deepEqual((await refused(backend, [update])).refusal, failed);
      const remove = write({ delete: '/a', expected: sha256('zero') });
      assert.deepEqual((await refused(backend, [remove])).refusal, failed);
      assert.equal((await read(backend, '/a'))?.content, 'one');
      await done(backend, [write({ update: '/a', content: 'two', expected: sha256('one') })]);
      await done(backend, [write({ delete: '/a', expected: sha256('two') })]);
      assert.equal(await read(backend, '/a'), undefined);
    },
  },
  {
    group: 'write',
    name: 'no two documents stand at one path or one below the other',
    async run({ backend }) {
      await addStore(backend);
      await done(backend, [write({ create: '/a/b', content: '' }, { documentId: documentId(1) })]);
      const conflicting = { id: documentId(1), path: '/a/b' };
      for (const path of ['/a', '/a/b', '/a/b/c', '/a/b/c/d']) {
        const { refusal } = await refused(backend, [write({ create: path, content: 'x' })]);
        assert.deepEqual(refusal, { reason: 'path_conflict', conflicting });
      }
      for (const path of ['/a!', '/a/b!', '/a/b0', '/a/c', '/ab/b', '/A/b']) {
        await done(backend, [write({ create: path, content: 'x' })]);
      }
      const { refusal } = await refused(backend, [write({ update: '/a/c', path: '/a/b/x' })]);
      assert.deepEqual(refusal, { reason: 'path_conflict', conflicting });
      await done(backend, [write({ update: '/a/b', path: '/a/b/c' })]);
      assert.ok(await read(backend, '/a/b/c'));
    },
  },
  {
    group: 'write',
    name: 'a rename that keeps what is at its target leaves all as it is',
    async run({ backend }) {
      await addStore(backend);
      await done(backend, [
        write({ create: '/a', content: '1' }),
        write({ create: '/b', content: '2' }),
      ]);
      const [kept] = await done(backend, [write({ update: '/a', path: '/b', ifTaken: 'keep' })]);
      assert.equal(kept?.changed, false);
      assert.equal(kept.document.path, '/a');
      assert.equal((await read(backend, '/b'))?.content, '2');
    },
  },
  {
    group: 'write',
    name: 'an overwriting create keeps the id and adds a version',
    async run({ backend }) {
      await addStore(backend);
      const [first] = await done(backend, [write({ create: '/a', content: '1' })]);
      const [second] = await done(backend, [
        write({ create: '/a', content: '2', ifTaken: 'overwrite' }),
      ]);
      assert.equal(second?.document.id, first?.document.id);
      assert.notEqual(second?.document.versionId, first?.document.versionId);
    },
  },
  {
    group: 'write',
    name: 'one refusal among many writes, and nothing of them is written',
    async run({ backend }) {
      await addStore(backend);
      await done(backend, [write({ create: '/a', content: '1' })]);
      const { index } = await refused(backend, [
        write({ create: '/b', content: '2' }),
        write({ delete: '/a' }),
        write({ create: '/b/c', content: '3' }),
      ]);
      assert.equal(index, 2);
      assert.equal(await read(backend, '/b'), undefined);
      assert.equal((await read(backend, '/a'))?.content, '1');
      const { versions } = await backend.listVersions({ ...place, withContent: false, limit: 10 });
      assert.equal(versions.length, 1);
    },
  },
  {
    group: 'write',
    name: 'each write sees the ones before it',
    async run({ backend }) {
      await addStore(backend);
      await done(backend, [
        write({ create: '/a', content: '1' }),
        write({ update: '/a', path: '/b' }),
        write({ create: '/a', content: '2' }),
        write({ delete: '/b' }),
        write({ create: '/b/c', content: '3' }),
      ]);
      assert.equal((await read(backend, '/a'))?.content, '2');
      assert.equal((await read(backend, '/b/c'))?.content, '3');
    },
  },
  {
    group: 'write',
    name: 'limits count all stores of the scope and no others',
    async run({ backend }) {
      await addStore(backend);
      await addStore(backend, { id: storeId(2) });
      await addStore(backend, { id: storeId(3), scope: 'tenant-b' });
      const limits = { ...defaultDocumentLimits, documentsPerScope: 2, bytesPerScope: 10 };
      const second = { limits, storeId: storeId(2) };
      await done(backend, [write({ create: '/a', content: '12345' })], { limits });
      const bytes = await refused(backend, [write({ create: '/b', content: '123456' })], second);
      assert.deepEqual(bytes.refusal, { reason: 'limit', limit: 'bytesPerScope', value: 11 });
      await done(backend, [write({ create: '/b', content: '12345' })], second);
      const count = await refused(backend, [write({ create: '/c', content: '' })], { limits });
      assert.deepEqual(count.refusal, { reason: 'limit', limit: 'documentsPerScope', value: 3 });
      const elsewhere = { limits, scope: 'tenant-b', storeId: storeId(3) };
      await done(backend, [write({ create: '/a', content: '1234567890' })], elsewhere);
      await done(backend, [write({ delete: '/a' })], { limits });
      await done(backend, [write({ create: '/c', content: '' })], { limits });
    },
  },
  {
    group: 'write',
    name: 'an archived store takes no document and lets go of its own',
    async run({ backend }) {
      const info = await addStore(backend);
      await done(backend, [write({ create: '/a', content: '1' })]);
      const patch = { archive: true };
      await backend.patchStore({ ...place, at: at(1), patch, audit: storeAudit(info) });
      for (const change of [
        write({ create: '/b', content: '2' }),
        write({ update: '/a', content: '2' }),
        write({ update: '/a', path: '/b' }),
      ]) {
        assert.deepEqual((await refused(backend, [change])).refusal, { reason: 'archived' });
      }
      await done(backend, [write({ delete: '/a' })]);
    },
  },
];
