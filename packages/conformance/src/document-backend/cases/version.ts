import assert from 'node:assert/strict';
import type { DocumentActor, DocumentBackend, ListVersionsRequest } from '@mneme/core';
import { at, documentId, sha256, storeId, testScope, versionId, write } from '../builders.ts';
import { addStore, type DocumentBackendCase, done } from '../context.ts';

const place = { scope: testScope, storeId: storeId(1) };
const key: DocumentActor = { type: 'api_actor', apiKeyId: 'key_1' };
const session: DocumentActor = { type: 'session_actor', sessionId: 'sesn_1' };
const user: DocumentActor = { type: 'user_actor', userId: 'user_1' };

async function versions(backend: DocumentBackend, options: Partial<ListVersionsRequest> = {}) {
  return (await backend.listVersions({ ...place, withContent: true, limit: 100, ...options }))
    .versions;
}

function redact(backend: DocumentBackend, number: number, actor?: DocumentActor) {
  const audit = { actor: 'suite', reason: 'a case' };
  const by = actor === undefined ? {} : { actor };
  return backend.redact({ ...place, versionId: versionId(number), at: at(100), ...by, audit });
}

/** Created, changed, renamed and deleted: versions 1 to 4 of document 1. */
async function lifeOfADocument(backend: DocumentBackend): Promise<void> {
  await addStore(backend);
  const first = { documentId: documentId(1), versionId: versionId(1) };
  const version = (number: number) => ({ versionId: versionId(number) });
  await done(backend, [write({ create: '/a', content: 'one' }, first)], { at: at(1), actor: key });
  await done(backend, [write({ update: '/a', content: 'two' }, version(2))], {
    at: at(2),
    actor: session,
  });
  await done(backend, [write({ update: '/a', path: '/b' }, version(3))], {
    at: at(3),
    actor: user,
  });
  await done(backend, [write({ delete: '/b' }, version(4))], { at: at(4) });
}

export const versionCases: readonly DocumentBackendCase[] = [
  {
    group: 'versions',
    name: 'each change is one version that outlives the document',
    async run({ backend }) {
      await lifeOfADocument(backend);
      const base = { storeId: storeId(1), documentId: documentId(1) };
      const held = (content: string) => ({
        content,
        contentSha256: sha256(content),
        contentSizeBytes: 3,
      });
      const made = (number: number) => ({
        ...base,
        id: versionId(number),
        number,
        createdAt: at(number),
      });
      assert.deepEqual(await versions(backend), [
        { ...made(4), operation: 'deleted', path: '/b' },
        { ...made(3), operation: 'modified', createdBy: user, path: '/b', ...held('two') },
        { ...made(2), operation: 'modified', createdBy: session, path: '/a', ...held('two') },
        { ...made(1), operation: 'created', createdBy: key, path: '/a', ...held('one') },
      ]);
    },
  },
  {
    group: 'versions',
    name: 'filters by document, operation, actor and time',
    async run({ backend }) {
      await lifeOfADocument(backend);
      await done(backend, [write({ create: '/z', content: 'z' }, { versionId: versionId(9) })], {
        at: at(9),
      });
      const check = async (options: Partial<ListVersionsRequest>, ...numbers: number[]) => {
        const ids = (await versions(backend, options)).map(({ id }) => id);
        assert.deepEqual(ids, numbers.map(versionId), JSON.stringify(options));
      };
      await check({ documentId: documentId(1) }, 4, 3, 2, 1);
      await check({ operation: 'created' }, 9, 1);
      await check({ createdBy: session }, 2);
      await check({ createdBy: { type: 'api_actor', apiKeyId: 'sesn_1' } });
      await check({ createdFrom: at(2), createdTo: at(3) }, 3, 2);
      await check({ operation: 'modified', documentId: documentId(2) });
    },
  },
  {
    group: 'versions',
    name: 'pages newest first while new versions arrive',
    async run({ backend }) {
      await addStore(backend);
      await done(backend, [write({ create: '/a', content: '0' })]);
      for (let number = 1; number < 7; number++) {
        await done(backend, [write({ update: '/a', content: String(number) })]);
      }
      const seen: (string | undefined)[] = [];
      let after: number | undefined;
      do {
        const page = await backend.listVersions({ ...place, withContent: true, limit: 2, after });
        seen.push(...page.versions.map(({ content }) => content));
        after = page.next;
        await done(backend, [write({ update: '/a', content: `new ${seen.length}` })]);
      } while (after !== undefined);
      assert.deepEqual(seen, ['6', '5', '4', '3', '2', '1', '0']);
    },
  },
  {
    group: 'versions',
    name: 'a list without contents keeps hash and size',
    async run({ backend }) {
      await lifeOfADocument(backend);
      const [created] = await versions(backend, { withContent: false, operation: 'created' });
      assert.ok(created !== undefined && !('content' in created));
      assert.equal(created.contentSha256, sha256('one'));
    },
  },
  {
    group: 'versions',
    name: 'one version is read with its content; an unknown one is not there',
    async run({ backend }) {
      await lifeOfADocument(backend);
      const found = await backend.getVersion({ ...place, versionId: versionId(1) });
      assert.equal(found?.content, 'one');
      assert.equal(await backend.getVersion({ ...place, versionId: versionId(99) }), undefined);
    },
  },
  {
    group: 'redact',
    name: 'takes content, hash, size and path, keeps actor and times, and is idempotent',
    async run({ backend }) {
      await lifeOfADocument(backend);
      const version = {
        id: versionId(1),
        storeId: storeId(1),
        documentId: documentId(1),
        number: 1,
        operation: 'created' as const,
        createdAt: at(1),
        createdBy: key,
        redactedAt: at(100),
        redactedBy: user,
      };
      assert.deepEqual(await redact(backend, 1, user), { outcome: 'redacted', version });
      assert.deepEqual(await redact(backend, 1), { outcome: 'redacted', version });
      assert.deepEqual(await backend.getVersion({ ...place, versionId: versionId(1) }), version);
      assert.deepEqual(await redact(backend, 99), { outcome: 'not_found' });
    },
  },
  {
    group: 'redact',
    name: 'refuses the current version of a live document only',
    async run({ backend }) {
      await addStore(backend);
      const first = { documentId: documentId(1), versionId: versionId(1) };
      await done(backend, [write({ create: '/a', content: 'one' }, first)]);
      assert.deepEqual(await redact(backend, 1), { outcome: 'head' });
      await done(backend, [write({ update: '/a', content: 'two' }, { versionId: versionId(2) })]);
      assert.equal((await redact(backend, 1)).outcome, 'redacted');
      await done(backend, [write({ delete: '/a' }, { versionId: versionId(3) })]);
      assert.equal((await redact(backend, 2)).outcome, 'redacted');
      assert.equal((await redact(backend, 3)).outcome, 'redacted');
    },
  },
];
