import assert from 'node:assert/strict';
import type { MemoryCategory } from '@mneme/core/contract';
import {
  daysFromNow,
  otherScope,
  recordId,
  stored,
  testEmbedder,
  testNow,
  testScope,
} from '../builders.ts';
import { type MemoryBackendCase, memoryCases } from '../context.ts';
import { auditEntry, put, putAll, remove } from '../steps.ts';

const superseded = { supersededBy: recordId(1), validTo: daysFromNow(-1) };

const noCategory: Record<MemoryCategory, number> = {
  user_preference: 0,
  project_context: 0,
  factual_knowledge: 0,
  decision_log: 0,
  relationship: 0,
  task_progress: 0,
};

export const scopesAndStatsCases: readonly MemoryBackendCase[] = [
  ...memoryCases('scopes', {
    'answers every scope that holds a record, in order of name': async ({ backend }) => {
      for (const [index, scope] of ['team-2', 'b', 'team-10', 'a', 'ab', 'team'].entries()) {
        await put(backend, [stored({ id: recordId(index), scope })]);
      }
      await putAll(backend, { 9: { scope: 'c', expiresAt: daysFromNow(-1) } });
      assert.deepEqual(await backend.scopes(), ['a', 'ab', 'b', 'c', 'team', 'team-10', 'team-2']);
    },
    'leaves out a scope whose last record is gone, or that has audit lines alone': async ({
      backend,
    }) => {
      await put(backend, [stored()]);
      await put(backend, [], {
        scope: otherScope,
        audit: [auditEntry({ scope: otherScope })],
      });
      assert.deepEqual(await backend.scopes(), [testScope]);
      await remove(backend, [recordId(1)]);
      assert.deepEqual(await backend.scopes(), []);
    },
  }),
  ...memoryCases('stats', {
    'counts current, superseded and expired records, and the current ones by category': async ({
      backend,
    }) => {
      await put(backend, [
        stored({ id: recordId(1), category: 'user_preference' }),
        stored({ id: recordId(2), category: 'user_preference', expiresAt: daysFromNow(1) }),
        stored({ id: recordId(3), category: 'decision_log' }),
        stored({ id: recordId(4), category: 'decision_log', ...superseded }),
        stored({ id: recordId(5), category: 'relationship', ...superseded }),
        stored({ id: recordId(6), category: 'task_progress', expiresAt: testNow }),
        // Counted once: expired, whatever replaced it before.
        stored({ id: recordId(7), category: 'task_progress', expiresAt: testNow, ...superseded }),
      ]);
      const {
        current,
        superseded: replaced,
        expired,
        byCategory,
      } = await backend.stats(testScope, testNow);
      assert.deepEqual([current, replaced, expired], [3, 2, 2]);
      assert.deepEqual(byCategory, { ...noCategory, user_preference: 2, decision_log: 1 });
      assert.equal((await backend.stats(testScope, daysFromNow(2))).expired, 3);
    },
    'of no scope in particular counts them all': async ({ backend }) => {
      await putAll(backend, { 1: {}, 2: superseded });
      await putAll(backend, { 3: { scope: otherScope, category: 'relationship' } });
      const {
        current,
        superseded: replaced,
        expired,
        byCategory,
      } = await backend.stats(undefined, testNow);
      assert.deepEqual([current, replaced, expired], [2, 1, 0]);
      assert.deepEqual(byCategory, { ...noCategory, factual_knowledge: 1, relationship: 1 });
    },
    'tells the embedder, and bytes where the store can tell': async ({ backend }) => {
      await put(backend, [stored()]);
      const { embedder, bytes } = await backend.stats(undefined, testNow);
      assert.deepEqual(embedder, testEmbedder);
      assert.ok(bytes === undefined || bytes > 0, `bytes is ${bytes}`);
      const { bytes: ofScope } = await backend.stats(testScope, testNow);
      assert.equal(ofScope, undefined, 'the bytes of all are told to one scope');
    },
    'of an empty store are zero': async ({ backend }) => {
      for (const scope of [undefined, testScope]) {
        const {
          current,
          superseded: replaced,
          expired,
          byCategory,
        } = await backend.stats(scope, testNow);
        assert.deepEqual([current, replaced, expired, byCategory], [0, 0, 0, noCategory]);
      }
    },
  }),
];
