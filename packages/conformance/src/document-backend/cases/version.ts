import assert from 'node:assert/strict';
import type { DocumentActor, DocumentBackend, ListVersionsRequest } from '@mneme/core/contract';
import { pagesOf } from '../../memory-backend/steps.ts';
import {
  at,
  audit,
  create,
  documentId,
  modify,
  remove,
  sha256,
  storeId,
  testScope,
  versionId,
} from '../builders.ts';
import { addStore, commit, type DocumentBackendCase, documentCases } from '../context.ts';

const place = { scope: testScope, storeId: storeId(1) };
const key: DocumentActor = { type: 'api_actor', apiKeyId: 'key_1' };
const session: DocumentActor = { type: 'session_actor', sessionId: 'sesn_1' };
const user: DocumentActor = { type: 'user_actor', userId: 'user_1' };

async function versions(backend: DocumentBackend, options: Partial<ListVersionsRequest> = {}) {
  return (await backend.listVersions({ ...place, withContent: true, limit: 100, ...options }))
    .versions;
}

/** Redacts version 1 of {@link lifeOfADocument}. */
function redact(backend: DocumentBackend, seconds: number, actor?: DocumentActor) {
  const by = actor === undefined ? {} : { redactedBy: actor };
  const version = { ...redactedVersion, redactedAt: at(seconds), ...by };
  const entry = audit({ scope: testScope, id: version.id });
  return backend.redact({ ...place, version, audit: entry });
}

const redactedVersion = {
  id: versionId(1),
  storeId: storeId(1),
  documentId: documentId(1),
  number: 1,
  operation: 'created' as const,
  createdAt: at(1),
  createdBy: key,
};

/** Created, changed, renamed and deleted: versions 1 to 4 of document 1. */
async function lifeOfADocument(backend: DocumentBackend): Promise<void> {
  await addStore(backend);
  const by = (number: number) => ({ versionId: versionId(number), at: at(number) });
  const created = create('/a', 'one', { documentId: documentId(1), ...by(1) });
  const changed = modify(created.document, { content: 'two' }, by(2));
  const moved = modify(changed.document, { path: '/b' }, by(3));
  await commit(backend, [created], { actor: key });
  await commit(backend, [changed], { actor: session });
  await commit(backend, [moved], { actor: user });
  await commit(backend, [remove(moved.document, by(4))]);
}

export const versionCases: readonly DocumentBackendCase[] = [
  ...documentCases('versions', {
    'each change is one version that outlives the document': async ({ backend }) => {
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
    'filters by document, operation, actor and time': async ({ backend }) => {
      await lifeOfADocument(backend);
      await commit(backend, [create('/z', 'z', { versionId: versionId(9), at: at(9) })]);
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
    'pages newest first while new versions arrive': async ({ backend }) => {
      await addStore(backend);
      let [last] = await commit(backend, [create('/a', '0')]);
      const write = async (content: string) => {
        [last] = await commit(backend, [modify(last!, { content })]);
      };
      for (let number = 1; number < 7; number++) await write(String(number));
      const pages = await pagesOf(async (cursor) => {
        if (cursor !== undefined) await write(`new before ${cursor}`);
        return backend.listVersions({ ...place, withContent: true, limit: 2, cursor });
      });
      const seen = pages.flatMap(({ versions }) => versions.map(({ content }) => content));
      assert.deepEqual(seen, ['6', '5', '4', '3', '2', '1', '0']);
    },
    'a list without contents keeps hash and size': async ({ backend }) => {
      await lifeOfADocument(backend);
      const [created] = await versions(backend, { withContent: false, operation: 'created' });
      assert.ok(created !== undefined && !('content' in created));
      assert.equal(created.contentSha256, sha256('one'));
    },
    'one version is read with its content; an unknown one is not there': async ({ backend }) => {
      await lifeOfADocument(backend);
      const found = await backend.getVersion({ ...place, versionId: versionId(1) });
      assert.equal(found?.content, 'one');
      assert.equal(await backend.getVersion({ ...place, versionId: versionId(99) }), undefined);
    },
    'version numbers of a restored document continue after the last one': async ({ backend }) => {
      await lifeOfADocument(backend);
      await commit(backend, [create('/a', 'again', { documentId: documentId(1) })]);
      const found = await versions(backend, { documentId: documentId(1) });
      assert.deepEqual(
        found.map(({ number }) => number),
        [5, 4, 3, 2, 1],
      );
    },
    'a deletion that forgets takes all versions of the document and no others': async ({
      backend,
    }) => {
      await lifeOfADocument(backend);
      const first = create('/a', 'one', { documentId: documentId(2), versionId: versionId(11) });
      const second = modify(first.document, { content: 'two' }, { versionId: versionId(12) });
      const other = create('/b', 'other', { documentId: documentId(3), versionId: versionId(13) });
      await commit(backend, [first, second, other]);
      await commit(backend, [{ ...remove(second.document), forget: true }]);
      assert.deepEqual(await versions(backend, { documentId: documentId(2) }), []);
      assert.equal(await backend.getVersion({ ...place, versionId: versionId(11) }), undefined);
      assert.equal((await versions(backend)).length, 5);
      await commit(backend, [create('/a', 'again', { documentId: documentId(2) })]);
      const [again] = await versions(backend, { documentId: documentId(2) });
      assert.equal(again?.number, 1);
    },
  }),
  ...documentCases('redact', {
    'removes content, hash, size and path, leaves actor and times, and is idempotent': async ({
      backend,
    }) => {
      await lifeOfADocument(backend);
      const version = { ...redactedVersion, redactedAt: at(100), redactedBy: user };
      assert.equal(await redact(backend, 100, user), true);
      assert.equal(await redact(backend, 200), false);
      assert.deepEqual(await backend.getVersion({ ...place, versionId: versionId(1) }), version);
      assert.deepEqual((await versions(backend)).at(-1), version);
      const second = await backend.getVersion({ ...place, versionId: versionId(2) });
      assert.equal(second?.content, 'two');
    },
  }),
];
