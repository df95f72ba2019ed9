import assert from 'node:assert/strict';
import type { MemorySource, StoredRecord } from '@mneme/core/backend';
import type { Cases } from '../../context.ts';
import {
  daysFromNow,
  otherScope,
  record,
  recordId,
  stored,
  testEmbedder,
  testNow,
  testScope,
} from '../builders.ts';
import { auditEntry, put, recordsOf } from '../steps.ts';

export const scopesCases: Cases = {
  'are in order of name, also with only expired records; a scope with only audit lines is not listed':
    async ({ backend }) => {
      for (const [index, scope] of ['team-2', 'b', 'team-10', 'a', 'ab', 'team'].entries())
        await put(backend, [
          stored({ id: recordId(index), scope, expiresAt: daysFromNow(index - 1) }),
        ]);
      await put(backend, [], { scope: 'c', audit: [auditEntry({ scope: 'c' })] });
      assert.deepEqual(await backend.scopes(), ['a', 'ab', 'b', 'team', 'team-10', 'team-2']);
    },
  'a scope with only notes of the engine, on a session or on none, is not listed, and its erasure removes them':
    async ({ backend }) => {
      const note = (number: number, source: MemorySource): StoredRecord => {
        const { category: _, ...plain } = record({
          id: recordId(number),
          scope: otherScope,
          source,
        });
        return { record: { ...plain, kind: 'session' }, contentKey: `${number}`, terms: [] };
      };
      const notes = [note(1, { session: 's' }), note(2, {})];
      await put(backend, notes, { scope: otherScope });
      const ids = [recordId(1), recordId(2)];
      assert.equal((await recordsOf(backend, otherScope, ids)).length, 2);
      assert.deepEqual(await backend.scopes(), []);
      const receipt = auditEntry({ action: 'erase', scope: 'receipts' });
      assert.equal((await backend.erase(otherScope, receipt)).records, 0);
      assert.deepEqual(await recordsOf(backend, otherScope, ids), []);
    },
  'bytes are counted for all of them together, if the store knows': async ({ backend }) => {
    await put(backend, [stored()]);
    const { embedder, bytes } = await backend.stats(undefined, testNow);
    assert.deepEqual(embedder, testEmbedder);
    assert.ok(bytes === undefined || bytes > 0, `bytes is ${bytes}`);
    assert.equal((await backend.stats(testScope, testNow)).bytes, undefined);
  },
};
