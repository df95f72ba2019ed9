import assert from 'node:assert/strict';
import { historyOf, MnemeError } from '@mneme/core/backend';
import type { StoreBackend } from '../../../../src/index.ts';
import type { Cases } from '../../context.ts';
import { axis, recordId, stored, testEmbedder, testNow, testScope } from '../builders.ts';
import { auditEntry, everything, findDense, put, recordsOf, searchOne } from '../steps.ts';

const scope = testScope;

const calls: [string, (backend: StoreBackend) => Promise<unknown> | undefined][] = [
  ['search', (backend) => searchOne(backend, { vector: axis(0) })],
  [
    'list (turns)',
    (backend) =>
      backend.list({
        scope,
        filter: everything,
        order: 'first',
        turns: { session: 's' },
        limit: 1,
      }),
  ],
  ['sessions', (backend) => backend.sessions({ scope, now: testNow, limit: 1 })],
  ['lookUp', (backend) => backend.lookUp({ scope, now: testNow, probes: [] })],
  ['commit', (backend) => put(backend, [stored()])],
  ['get', (backend) => backend.get(scope, [recordId(1)])],
  ['list', (backend) => backend.list({ scope, filter: everything, order: 'newest', limit: 1 })],
  ['history', (backend) => historyOf(backend, scope, recordId(1))],
  ['scan', (backend) => backend.scan({ scope, limit: 1 })],
  ['touch', (backend) => backend.touch?.(scope, [recordId(1)], testNow)],
  ['scopes', (backend) => backend.scopes()],
  ['stats', (backend) => backend.stats(scope, testNow)],
  ['audit', (backend) => backend.audit({ limit: 1 })],
  ['remains', (backend) => backend.remains?.({ wait: false })],
  ['erase', (backend) => backend.erase(scope, auditEntry({ action: 'erase' }))],
];

export const closeCases: Cases = {
  'makes every further call reject with closed': async ({ backend }) => {
    await put(backend, [stored()]);
    for (const [, call] of calls) await call(backend);
    await backend.close();
    for (const [method, call] of calls) {
      const outcome = await call(backend)?.then(
        () => 'resolved',
        (error: unknown) => (MnemeError.isInstance(error) ? error.code : String(error)),
      );
      // A method that the backend does not have is not tested.
      if (outcome !== undefined) assert.equal(outcome, 'closed', method);
    }
  },
  'everything is there when the store is opened again': async ({ backend, another }) => {
    const kept = stored({ tags: ['b', 'a'], source: { session: 's', own: { deep: [1] } } });
    await put(backend, [kept, stored({ id: recordId(2) })], { audit: [auditEntry()] });
    await backend.close();
    const next = await another();
    assert.deepEqual(await recordsOf(next, scope, [recordId(1)]), [kept.record]);
    assert.deepEqual(await findDense(next), [1, 2].map(recordId));
    assert.deepEqual(await next.audit({ limit: 5 }), [auditEntry()]);
    assert.deepEqual((await next.stats(undefined, testNow)).embedder, testEmbedder);
  },
};
