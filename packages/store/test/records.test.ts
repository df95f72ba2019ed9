import type { CommitRequest, EmbedderIdentity, MemoryRecord } from '@mneme/core/backend';
import { describe, expect, it } from 'vitest';
import { storeBackend } from '../src/index.ts';
import { MemoryRows } from '../src/memory/index.ts';
import type { Rows } from '../src/rows/rows.ts';

const embedder: EmbedderIdentity = { name: 'one', revision: '1', dimensions: 2, pooling: 'none' };
const other: EmbedderIdentity = { ...embedder, name: 'other' };
const now = '2026-06-01T12:00:00.000Z';
const scope = 'ada';

const idOf = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;

function recordOf(number: number, fields: Partial<MemoryRecord> = {}): MemoryRecord {
  const at = new Date(Date.parse(now) + number).toISOString();
  const times = { createdAt: at, updatedAt: at, confirmedAt: at, occurredAt: at };
  return {
    ...{ id: idOf(number), version: 1, scope, content: `Fact ${number}`, kind: 'fact', tags: [] },
    ...{ category: 'factual_knowledge', importance: 3, accessCount: 0, source: {}, ...times },
    ...fields,
  };
}

const withoutVectors = (records: readonly MemoryRecord[]): CommitRequest => ({
  ...{ scope, embedder, expect: [], removals: [], audit: [] },
  puts: records.map((record) => ({ record, contentKey: record.content, terms: ['fact'] })),
});

function requestOf(records: readonly MemoryRecord[]): CommitRequest {
  const { puts, ...request } = withoutVectors(records);
  return { ...request, puts: puts.map((put) => ({ ...put, vector: Float32Array.of(1, 0) })) };
}

const turnOf = (session: string, sequence: number, number: number) =>
  recordOf(number, { kind: 'episode', category: undefined, source: { session, sequence } });

/** An open store over rows in memory, and how often it read and wrote. */
async function openStore(kept = new Map(), given: (rows: Rows) => Rows = (rows) => rows) {
  const calls = { reads: 0, writes: 0 };
  const rows = new MemoryRows({ kept });
  const counted: Rows = {
    ...{ name: rows.name, open: (tables) => rows.open(tables), close: () => rows.close() },
    read(of, questions) {
      calls.reads += 1;
      return rows.read(of, questions);
    },
    write(of, batch) {
      calls.writes += 1;
      return rows.write(of, batch);
    },
  };
  const store = storeBackend(given(counted));
  await store.open({ embedder });
  return { store, calls, rows, kept };
}

describe('records over rows', () => {
  it('cost at most two reads a call once the index is read, and writing one read and one write, but for one read more of a vector that is replaced', async () => {
    const { store, calls } = await openStore();
    await store.commit(requestOf([recordOf(1), turnOf('s', 1, 2), turnOf('s', 2, 3)]));
    const filter = { now };
    const probe = {
      ...{
        category: 'factual_knowledge' as const,
        contentKey: 'Fact 1',
        externalId: 'x',
        limit: 3,
      },
      ...{ vector: Float32Array.of(1, 0), terms: ['fact'], turn: { session: 's', sequence: 1 } },
    };
    const asked = {
      get: () => store.get(scope, [idOf(1)], { vectors: true }),
      list: () => store.list({ scope, filter, order: 'newest', limit: 10 }),
      turns: () => store.list({ scope, filter, order: 'last', turns: { session: 's' }, limit: 10 }),
      lookUp: () => store.lookUp({ scope, now, probes: [probe] }),
      sessions: () => store.sessions({ scope, now, limit: 10 }),
      scan: () => store.scan({ scope, limit: 10 }),
      stats: () => store.stats(scope, now),
      scopes: () => store.scopes(),
      audit: () => store.audit({ scope, limit: 10 }),
      touch: () => store.touch(scope, [idOf(1)], now),
      add: () => store.commit(requestOf([recordOf(4)])),
      change: () => store.commit(withoutVectors([recordOf(1, { version: 2 })])),
      replace: () => store.commit(requestOf([recordOf(1, { version: 3 })])),
    };
    await store.lookUp({ scope, now, probes: [probe] });
    for (const [name, ask] of Object.entries(asked)) {
      const before = { ...calls };
      await ask();
      const cost = { reads: calls.reads - before.reads, writes: calls.writes - before.writes };
      const changes = ['touch', 'add', 'change', 'replace'].includes(name);
      // A look-up reads what changed in the index beside what it asks for, then what is not cached.
      const most = { lookUp: 3, touch: 1, add: 1, change: 1 }[name] ?? 2;
      expect({ name, ...cost, reads: cost.reads <= most }).toEqual({
        ...{ name, reads: true, writes: changes ? 1 : 0 },
      });
    }
  });

  it('are listed to the end if a filter leaves out thousands of them', async () => {
    const { store } = await openStore();
    const rare = (number: number) => number % 1000 === 0;
    const records = Array.from({ length: 5001 }, (_, number) =>
      recordOf(number, rare(number) ? { category: 'decision_log' } : {}),
    );
    await store.commit(requestOf(records));
    const filter = { now, categories: ['decision_log' as const] };
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await store.list({ scope, filter, order: 'newest', limit: 2, cursor });
      found.push(...page.records.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(found).toEqual([5000, 4000, 3000, 2000, 1000, 0].map(idOf));
  });

  it('have sessions with more turns than one read has', async () => {
    const { store } = await openStore();
    const turns = Array.from({ length: 5003 }, (_, at) => turnOf(at < 5001 ? 'a' : 'b', at, at));
    await store.commit(requestOf(turns));
    const { sessions, nextCursor } = await store.sessions({ scope, now, limit: 1 });
    expect(sessions).toMatchObject([{ session: 'a', turns: 5001, lastSequence: 5000 }]);
    const rest = await store.sessions({ scope, now, limit: 1, cursor: nextCursor });
    expect(rest).toMatchObject({ sessions: [{ session: 'b', turns: 2, firstSequence: 5001 }] });
    expect(rest.nextCursor).toBeUndefined();
  });

  it('count the first reads of two processes at once', async () => {
    const one = await openStore();
    const two = await openStore(one.kept);
    await one.store.commit(requestOf([recordOf(1)]));
    await Promise.all([one, two].map(({ store }) => store.touch(scope, [idOf(1), idOf(9)], now)));
    const [found] = await one.store.get(scope, [idOf(1)]);
    expect(found?.record).toMatchObject({ accessCount: 2, lastAccessedAt: now });
  });

  it('are counted by what has expired, and in the estimate too', async () => {
    const { store } = await openStore();
    const gone = { supersededBy: idOf(4), validTo: now };
    const soon = { expiresAt: '2026-06-02T00:00:00.000Z' };
    await store.commit(
      requestOf([recordOf(1), recordOf(2, gone), recordOf(3, soon), recordOf(4, soon)]),
    );
    await store.commit(requestOf([recordOf(4, { ...gone, version: 2 })]));
    const counts = { current: 2, superseded: 2, expired: 0 };
    expect(await store.stats(scope, now)).toMatchObject(counts);
    const later = '2026-06-02T00:00:00.000Z';
    expect(await store.stats(scope, later)).toMatchObject({
      ...{ current: 1, superseded: 2, expired: 1, byKind: { fact: 1, episode: 0 } },
    });
    expect(await store.estimate?.(later)).toEqual({ current: 1, superseded: 2, expired: 1 });
  });

  it('that are written while the embedder changes are pending afterwards', async () => {
    const kept = new Map();
    const { store } = await openStore(kept);
    await store.commit(requestOf([recordOf(1)]));
    const late = recordOf(2);
    const writes = { isNext: false };
    const slow = await openStore(kept, (rows) => ({
      ...rows,
      async write(of, batch) {
        // Between the last look for pending texts and the change.
        if (writes.isNext && batch.put?.meta !== undefined) {
          writes.isNext = false;
          await store.commit(requestOf([late]));
        }
        return rows.write(of, batch);
      },
    }));
    const { migration } = slow.store;
    await migration.begin(other);
    const { texts } = await migration.pending({ next: other, limit: 10 });
    const vectors = texts.map((text) => ({ text, vector: Float32Array.of(0, 1) }));
    await migration.fill({ next: other, vectors });
    writes.isNext = true;
    expect(await migration.finish(other)).toBe(true);
    expect(migration.lateWritesMs).toBeGreaterThan(0);
    const pending = await migration.pending({ next: other, limit: 10 });
    expect(pending.texts).toMatchObject([{ kind: 'record', record: { id: late.id } }]);
  });
});
