import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type {
  AuditEntry,
  CommitRequest,
  MemoryBackend,
  MemoryRecord,
  StoredRecord,
} from '@mneme/core/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { letterEmbedder } from '../../../tools/letter-embedder.mjs';
import { anyQdrant, type QdrantServer, whyNoQdrant } from '../../../tools/qdrant-server.mjs';
import { stored as suiteRecord } from '../../conformance/src/memory-backend/builders.ts';
import { qdrantBackend } from '../src/index.ts';
import { bareClient, dropCollection, newCollectionName } from './collections.ts';
import { type Fault, type FaultProxy, faultProxy } from './fault-proxy.ts';
import { openMemory } from './support.ts';

const reason = whyNoQdrant();
const scope = 'ada';
const at = '2026-03-01T09:00:00.000Z';
const [old, gone, bystander, fresh] = [1, 2, 3, 4].map(
  (number) => `00000000-0000-4000-8000-00000000000${number}`,
) as [string, string, string, string];
const ids = [old, gone, bystander, fresh];

function stored(id: string, more: Partial<MemoryRecord> = {}): StoredRecord {
  const vector = new Float32Array(32);
  vector[0] = 1;
  return suiteRecord({ id, scope, content: `Note ${id.at(-1)}`, vector, ...more });
}

const line = (action: AuditEntry['action'], id: string): AuditEntry => ({
  at,
  action,
  scope,
  id,
  actor: 'test',
  reason: 'test',
});

/** One record is replaced by a new one, another is removed. */
const change: CommitRequest = {
  scope,
  expect: [
    { id: old, version: 1 },
    { id: gone, version: 1 },
    { id: fresh, version: 0 },
  ],
  puts: [
    stored(old, { version: 2, content: 'Replaced', supersededBy: fresh, validTo: at }),
    stored(fresh),
  ],
  removals: [gone],
  audit: [line('create', fresh), line('supersede', old), line('prune', gone)],
};

/** The last step of a killed writer: its write, and how much of it the server still executes. */
interface Death {
  step: string;
  write: 'stage' | 'seal';
  fault: Fault;
  /** What other writers find: all of the commit, nothing, or a part that the next writer must resolve. */
  left: 'all' | 'nothing' | 'part';
}

const firstOperations = (count: number): Fault => ({ kind: 'firstOperations', count });
const deaths: Death[] = [
  {
    step: 'before it says what it will do',
    write: 'stage',
    fault: { kind: 'cut' },
    left: 'nothing',
  },
  { step: 'with a seal alone', write: 'stage', fault: firstOperations(1), left: 'nothing' },
  {
    step: 'with an intent that holds nothing',
    write: 'stage',
    fault: firstOperations(2),
    left: 'nothing',
  },
  { step: 'holding all', write: 'stage', fault: { kind: 'loseAnswer' }, left: 'nothing' },
  { step: 'before it seals', write: 'seal', fault: { kind: 'cut' }, left: 'nothing' },
  { step: 'having sealed', write: 'seal', fault: firstOperations(1), left: 'part' },
  { step: 'with the new record shown', write: 'seal', fault: firstOperations(2), left: 'part' },
  { step: 'with the old one replaced', write: 'seal', fault: firstOperations(3), left: 'part' },
  { step: 'with the other one removed', write: 'seal', fault: firstOperations(4), left: 'part' },
  { step: 'with its audit lines written', write: 'seal', fault: firstOperations(5), left: 'all' },
  { step: 'having let go', write: 'seal', fault: firstOperations(6), left: 'all' },
  { step: 'having done all', write: 'seal', fault: { kind: 'loseAnswer' }, left: 'all' },
];

describe.skipIf(reason)(
  `a writer that dies on Qdrant${reason ? ` [skipped: ${reason}]` : ''}`,
  () => {
    let server: QdrantServer;
    beforeAll(async () => {
      server = await anyQdrant();
    });
    afterAll(() => server.stop());

    it('two processes killed at any moment lose no acknowledged write', async () => {
      const collection = newCollectionName();
      const memory = await openMemory(server, { collection, timeoutMs: 20_000 });
      const ada = memory.scope('ada');
      const acknowledged: string[] = [];
      for (let round = 0; round < 4; round++) {
        const script = new URL('./change-until-killed.mjs', import.meta.url).pathname;
        const processes = ['one', 'two'].map((name) => {
          const env = {
            ...process.env,
            TEST_URL: server.url,
            TEST_KEY: server.apiKey ?? '',
            TEST_COLLECTION: collection,
            TEST_TAG: `${name}-${round}`,
          };
          return spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'inherit'] });
        });
        const wanted = acknowledged.length + 5 + round;
        await Promise.all(
          processes.map(async (writer) => {
            for await (const id of createInterface({ input: writer.stdout })) {
              acknowledged.push(id);
              if (acknowledged.length >= wanted) for (const one of processes) one.kill('SIGKILL');
            }
            if (writer.exitCode === null && writer.signalCode === null) await once(writer, 'exit');
          }),
        );
      }
      const source = { externalId: 'desk' };
      const { id } = await ada.store({ content: 'Sits at the last desk', source });
      expect((await ada.list()).memories.map((record) => record.id)).toEqual([id]);
      const history = await ada.history(id);
      expect(history.map((record) => record.id)).toEqual(
        expect.arrayContaining([...acknowledged, id]),
      );
      const audit = await memory.audit({ scope: 'ada', limit: 1000 });
      const created = audit.filter(({ action }) => action === 'create').map((line) => line.id);
      expect(created.sort()).toEqual(history.map((record) => record.id).sort());
      await memory.close();
      await dropCollection(server, collection);
    });

    describe.each([1, 2])('with %i shards', (shardNumber) => {
      const collection = newCollectionName();
      let proxy: FaultProxy;
      let writer: MemoryBackend;
      let other: MemoryBackend;
      let failing: Promise<void> | undefined;
      const open = async (url: string, timeoutMs: number) => {
        const { apiKey } = server;
        const backend = qdrantBackend({ url, apiKey, collection, shardNumber, timeoutMs });
        await backend.open({ embedder: await letterEmbedder.identity() });
        return backend;
      };
      beforeAll(async () => {
        other = await open(server.url, 20_000);
      });
      afterAll(async () => {
        await other.close();
        await dropCollection(server, collection);
      });
      beforeEach(async () => {
        proxy = await faultProxy(server.url);
        writer = await open(proxy.url, 5000);
        await other.erase(scope, { ...line('erase', ''), scope: 'receipts' });
        const puts = [old, gone, bystander].map((id) => stored(id));
        const audit = puts.map(({ record }) => line('create', record.id));
        await other.commit({ scope, expect: [], puts, removals: [], audit });
      });
      afterEach(async () => {
        vi.useRealTimers();
        await failing;
        failing = undefined;
        await writer.close();
        await proxy.close();
      });

      const versions = async () =>
        (await other.get(scope, ids)).map(
          ({ record: { id, version } }) => `${id.at(-1)} v${version}`,
        );
      const before = ['1 v1', '2 v1', '3 v1'];
      const after = ['1 v2', '3 v1', '4 v1'];

      /** Resolves once the server has executed everything from this writer. */
      async function commitAndDie({ write, fault }: Death): Promise<void> {
        let writes = 0;
        let dead = false;
        const died = new Promise<void>((resolve) => {
          proxy.fault = ({ path }) => {
            if (dead) resolve();
            if (!dead && path.includes('/points/batch')) {
              writes += 1;
              dead = writes === (write === 'stage' ? 1 : 2);
              if (dead) return fault;
            }
            return dead ? { kind: 'cut' } : undefined;
          };
        });
        failing = expect(writer.commit(change)).rejects.toThrow();
        await died;
      }

      async function leftovers(): Promise<number> {
        const isEmpty = (key: string) => ({ must_not: [{ is_empty: { key } }] });
        const filter = { should: ['claim', 'openIn', 'intentId', 'form'].map(isEmpty) };
        return (await bareClient(server).count(collection, { filter, exact: true })).count;
      }

      it.each(deaths)(
        '$step: the commit is complete or undone as soon as another writer comes',
        async (death) => {
          await commitAndDie(death);
          const seen = await versions();
          if (death.left !== 'part') expect(seen).toEqual(death.left === 'all' ? after : before);
          const whole = death.left === 'nothing' ? before : after;
          // Another writer changes the record to be replaced.
          const version = death.left === 'nothing' ? 1 : 2;
          const next = { ...change, removals: [], puts: [stored(old, { version: version + 1 })] };
          expect(
            await other.commit({
              ...next,
              expect: [{ id: old, version }],
              audit: [line('merge', old)],
            }),
          ).toEqual({ committed: true, removed: [] });
          expect(await versions()).toEqual([`1 v${version + 1}`, ...whole.slice(1)]);
          const audit = await other.audit({ scope, limit: 100 });
          expect(audit.map(({ action }) => action).sort()).toEqual(
            death.left === 'nothing'
              ? ['create', 'create', 'create', 'merge']
              : ['create', 'create', 'create', 'create', 'merge', 'prune', 'supersede'],
          );
          // Other leftovers are removed by the first commit or search after a delay.
          vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6000 });
          await other.search({ scope, filter: { now: at }, queries: [{ terms: [], limit: 1 }] });
          expect(await leftovers()).toBe(0);
        },
      );

      it('a commit aborted by another writer starts again and succeeds', async () => {
        // The seal is refused once, as if another writer had taken the records from the slow one.
        let writes = 0;
        proxy.fault = ({ path }) => {
          if (!path.includes('/points/batch') || ++writes !== 2) return undefined;
          return { kind: 'status', status: 404, error: 'Not found: No point with id' };
        };
        expect(await writer.commit(change)).toEqual({ committed: true, removed: [gone] });
        expect(await versions()).toEqual(after);
        expect(await leftovers()).toBe(0);
      });

      it('waits for records locked by a living writer', async () => {
        const [first, second] = await Promise.all([writer.commit(change), other.commit(change)]);
        expect([first.committed, second.committed].sort()).toEqual([false, true]);
        const reported = [first, second].flatMap((result) =>
          result.committed ? [] : result.mismatched,
        );
        expect(reported.sort()).toEqual([old, gone, fresh]);
        expect(await versions()).toEqual(after);
        expect(await leftovers()).toBe(0);
      });
    });
  },
);
