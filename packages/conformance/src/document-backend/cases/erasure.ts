import assert from 'node:assert/strict';
import { storeAudit, storeId, testNow, testScope, versionId, write } from '../builders.ts';
import { addStore, type DocumentBackendCase, done } from '../context.ts';

const secret = 'xyzzyplughquuxfrobnicate';
/** Enough to spill over several pages of any store. */
const long = Array.from({ length: 300 }, (_, index) => `${secret}${index}`).join(' ');
const audit = { actor: 'suite', reason: 'a case' };

async function holds(bytes: () => Promise<Uint8Array[]>, text: string): Promise<boolean> {
  return (await bytes()).some((part) => Buffer.from(part).includes(text));
}

export const erasureCases: readonly DocumentBackendCase[] = [
  {
    group: 'erasure',
    name: 'a redacted version leaves no byte of its content or path',
    needs: ['bytes'],
    async run({ backend, bytes }) {
      await addStore(backend);
      const path = `/${secret}path`;
      await done(backend, [write({ create: path, content: long }, { versionId: versionId(1) })]);
      assert.ok(await holds(bytes, secret), 'the check itself finds nothing');
      await done(backend, [write({ update: path, path: '/plain', content: 'harmless' })]);
      const place = { scope: testScope, storeId: storeId(1) };
      await backend.redact({ ...place, versionId: versionId(1), at: testNow, audit });
      assert.equal(await holds(bytes, secret), false);
      assert.ok(await holds(bytes, 'harmless'));
    },
  },
  {
    group: 'erasure',
    name: 'a removed store leaves no byte of its contents',
    needs: ['bytes'],
    async run({ backend, bytes }) {
      const info = await addStore(backend);
      await done(backend, [
        write({ create: '/a', content: long }),
        write({ create: '/b', content: long }),
      ]);
      await done(backend, [write({ update: '/a', content: 'later' })]);
      await backend.removeStore({ scope: testScope, storeId: info.id, audit: storeAudit(info) });
      assert.equal(await holds(bytes, secret), false);
    },
  },
  {
    group: 'erasure',
    name: 'an erased scope leaves no byte of its contents',
    needs: ['bytes'],
    async run({ backend, bytes }) {
      await addStore(backend, { name: `${secret} name` });
      await done(backend, [write({ create: '/a', content: long })]);
      await backend.eraseScope(testScope);
      assert.equal(await holds(bytes, secret), false);
    },
  },
];
