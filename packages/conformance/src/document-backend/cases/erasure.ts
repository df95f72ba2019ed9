import assert from 'node:assert/strict';
import {
  audit,
  create,
  documentId,
  modify,
  storeId,
  testNow,
  testScope,
  versionId,
} from '../builders.ts';
import { addStore, commit, documentCases } from '../context.ts';

const secret = 'xyzzyplughquuxfrobnicate';
/** Enough to spill over several pages of any store. */
const long = Array.from({ length: 300 }, (_, index) => `${secret}${index}`).join(' ');

async function holds(bytes: () => Promise<Uint8Array[]>, text: string): Promise<boolean> {
  return (await bytes()).some((part) => Buffer.from(part).includes(text));
}

export const erasureCases = documentCases(
  { group: 'erasure', needs: ['bytes'] },
  {
    'a redacted version leaves no byte of its content or path': async ({ backend, bytes }) => {
      await addStore(backend);
      const path = `/${secret}path`;
      const ids = { documentId: documentId(1), versionId: versionId(1) };
      const [made] = await commit(backend, [create(path, long, ids)]);
      assert.ok(await holds(bytes, secret), 'the check itself finds nothing');
      await commit(backend, [modify(made!, { path: '/plain', content: 'harmless' })]);
      const place = { scope: testScope, storeId: storeId(1) };
      const redacted = {
        id: versionId(1),
        storeId: storeId(1),
        documentId: documentId(1),
        number: 1,
        operation: 'created' as const,
        createdAt: testNow,
        redactedAt: testNow,
      };
      const entry = audit({ scope: testScope, id: versionId(1) });
      await backend.redact({ ...place, version: redacted, audit: entry });
      assert.equal(await holds(bytes, secret), false);
      assert.ok(await holds(bytes, 'harmless'));
    },
    'a removed store leaves no byte of its contents': async ({ backend, bytes }) => {
      const info = await addStore(backend);
      const [made] = await commit(backend, [create('/a', long), create('/b', long)]);
      await commit(backend, [modify(made!, { content: 'later' })]);
      await backend.removeStore({ scope: testScope, storeId: info.id, audit: audit(info) });
      assert.equal(await holds(bytes, secret), false);
    },
    'an erased scope leaves no byte of its contents': async ({ backend, store, bytes }) => {
      await addStore(backend, { name: `${secret} name` });
      await commit(backend, [create('/a', long)]);
      await store.erase(testScope, audit({ scope: testScope, id: '' }));
      assert.equal(await holds(bytes, secret), false);
    },
  },
);
