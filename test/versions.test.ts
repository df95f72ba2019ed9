import { setImmediate } from 'node:timers/promises';
import {
  type ConflictJudge,
  createMemory,
  type Embedder,
  type Memory,
  type MemoryBackend,
  type Relation,
} from '@mneme/core';
import { storeBackend } from '@mneme/store';
import { MemoryRows, type MemoryRowsOptions } from '@mneme/store/memory';
import { afterEach, describe, expect, it } from 'vitest';

/** Texts about Ada are similar enough for every pair to be unclear, which calls the judge. */
const embedder: Embedder = {
  identity: async () => ({ name: 'near', revision: '1', dimensions: 2, pooling: 'none' }),
  embed: async (texts) =>
    texts.map((text) => (text.includes('Ada') ? Float32Array.of(1, 0) : Float32Array.of(0, 1))),
  calibration: { duplicate: 1.1, related: 0.5, relevant: 0.3 },
};
const scope = 'user:ada';
const open = new Set<Memory>();
let time = '2026-03-01T09:00:00.000Z';

async function memoryOn(
  backend: MemoryBackend,
  options: { judge?: ConflictJudge } = {},
): Promise<Memory> {
  const clock = () => new Date(time);
  const memory = await createMemory({ backend, embedder, clock, ...options });
  open.add(memory);
  return memory;
}

/** A store, and another writer's scope in it. */
async function shared() {
  const store = { kept: new Map() };
  return { store, others: (await memoryOn(storeBackend(new MemoryRows(store)))).scope(scope) };
}

/** Memories on one store. */
function writersOf(count: number): Promise<Memory[]> {
  const store = { kept: new Map() };
  return Promise.all(
    Array.from({ length: count }, () => memoryOn(storeBackend(new MemoryRows(store)))),
  );
}

/** Calls `work` before each commit. */
function beforeCommit(store: MemoryRowsOptions, work: () => Promise<unknown>): MemoryBackend {
  const backend = storeBackend(new MemoryRows(store));
  const { commit } = backend;
  backend.commit = async (request) => {
    await work();
    return commit.call(backend, request);
  };
  return backend;
}

afterEach(async () => {
  for (const memory of open) await memory.close();
  open.clear();
  time = '2026-03-01T09:00:00.000Z';
});

describe('store with concurrent writers', () => {
  it('asks the judge once even if others write to the scope meanwhile', async () => {
    const { store, others } = await shared();
    let asked = 0;
    const judge: ConflictJudge = async () => {
      asked += 1;
      for (let index = 0; index < 20; index++)
        await others.store({ content: `Note ${index} about rain`, onConflict: 'keepBoth' });
      return 'update';
    };
    const ada = (await memoryOn(storeBackend(new MemoryRows(store)), { judge })).scope(scope);
    await others.store({ content: 'Ada lives in Paris' });
    const result = await ada.store({ content: 'Ada has moved to the seaside' });
    expect(result.outcome).toBe('superseded');
    expect(asked).toBe(1);
    expect((await ada.list()).memories).toHaveLength(21);
  });

  it('decides again if the record that it replaces has changed, and asks only about that record', async () => {
    const { store, others } = await shared();
    const { id } = await others.store({ content: 'Ada lives in Paris' });
    await others.store({ content: 'Ada plays the violin', onConflict: 'keepBoth' });
    const asked: string[] = [];
    const judge: ConflictJudge = async ({ stored }) => {
      asked.push(`${stored.content} ${stored.version}`);
      return stored.id === id ? 'update' : 'distinct';
    };
    let confirmed = false;
    const backend = beforeCommit(store, async () => {
      if (confirmed) return;
      confirmed = true;
      await others.store({ content: 'Ada lives in Paris', tags: ['home'] });
    });
    const ada = (await memoryOn(backend, { judge })).scope(scope);
    const result = await ada.store({ content: 'Ada has moved to the seaside' });
    expect(result).toMatchObject({ outcome: 'superseded', superseded: [id] });
    expect(await ada.get(id)).toMatchObject({
      version: 3,
      tags: ['home'],
      supersededBy: result.id,
    });
    expect(asked.sort()).toEqual([
      'Ada lives in Paris 1',
      'Ada lives in Paris 2',
      'Ada plays the violin 1',
    ]);
  });

  it('fails with conflict if others change its record each time', async () => {
    const { store, others } = await shared();
    await others.store({ content: 'Ada lives in Paris' });
    const backend = beforeCommit(store, () => others.store({ content: 'Ada lives in Paris' }));
    const ada = (await memoryOn(backend)).scope(scope);
    await expect(ada.store({ content: 'Ada lives in Paris' })).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  it('waits for its other writes if one fails', async () => {
    const backend = Object.assign(storeBackend(new MemoryRows()), { parallelCommits: 2 });
    const { commit } = backend;
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    let commits = 0;
    backend.commit = async (request) => {
      commits += 1;
      if (request.puts.length > 1000) throw new Error('full');
      await released;
      return commit.call(backend, request);
    };
    const ada = (await memoryOn(backend)).scope(scope);
    const notes = Array.from({ length: 1100 }, (_, index) => ({ content: `Rain ${index}` }));
    const storing = ada.storeMany(notes, { onConflict: 'keepBoth' });
    let isOver = false;
    storing.catch(() => {
      isOver = true;
    });
    while (commits < 2) await setImmediate();
    for (let turn = 0; turn < 500; turn++) await setImmediate();
    expect(isOver).toBe(false);
    release();
    await expect(storing).rejects.toThrow('full');
  });

  it('stores equal facts of concurrent writers as one record', async () => {
    const writers = await writersOf(8);
    const results = await Promise.all(
      writers.map((memory) => memory.scope(scope).store({ content: 'Ada lives in Paris' })),
    );
    expect(results.map(({ outcome }) => outcome).sort()).toEqual([
      ...Array(7).fill('confirmed'),
      'created',
    ]);
    const [record, ...rest] = (await writers[0]!.scope(scope).list()).memories;
    expect(rest).toEqual([]);
    expect(record?.version).toBe(8);
  });

  it('can be aborted while the judge runs, and writes nothing', async () => {
    const controller = new AbortController();
    const judge: ConflictJudge = () => {
      controller.abort();
      return new Promise(() => {});
    };
    const ada = (await memoryOn(storeBackend(new MemoryRows()), { judge })).scope(scope);
    await ada.store({ content: 'The sync is on Monday' });
    const { signal } = controller;
    const storing = ada.store({ content: 'The sync is on Tuesday' }, { signal });
    await expect(storing).rejects.toMatchObject({ code: 'aborted' });
    expect((await ada.list()).memories).toHaveLength(1);
  });

  it('leaves one current record if concurrent writers store texts with one external id', async () => {
    const writers = await writersOf(6);
    await Promise.all(
      writers.map((memory, index) =>
        memory.scope(scope).store({
          content: `Balance ${index} of the account`,
          onConflict: 'upsert',
          source: { externalId: 'crm:1' },
        }),
      ),
    );
    const ada = writers[0]!.scope(scope);
    const { memories } = await ada.list({ includeSuperseded: true });
    expect(memories).toHaveLength(6);
    expect(memories.filter(({ supersededBy }) => supersededBy === undefined)).toHaveLength(1);
    expect(await ada.history(memories[0]!.id)).toHaveLength(6);
  });
});

describe('a fact that comes back', () => {
  it('is a new record each time, and the history is complete', async () => {
    const ada = (
      await memoryOn(storeBackend(new MemoryRows()), { judge: async () => 'update' })
    ).scope(scope);
    const ids: string[] = [];
    for (const [day, city] of ['Paris', 'Rome', 'Paris', 'Rome', 'Paris'].entries()) {
      time = `2026-03-0${day + 1}T09:00:00.000Z`;
      const { id, outcome } = await ada.store({ content: `Ada lives in ${city}` });
      expect(outcome).toBe(ids.length === 0 ? 'created' : 'superseded');
      ids.push(id);
    }
    expect(new Set(ids).size).toBe(5);
    expect((await ada.history(ids[0]!)).map(({ id }) => id)).toEqual(ids);
  });

  it('is a new record after it has expired', async () => {
    const ada = (await memoryOn(storeBackend(new MemoryRows()))).scope(scope);
    const rain = 'It rained all day';
    const ids: string[] = [];
    for (const [day, expiresAt] of ['2026-03-02', '2026-03-03', undefined].entries()) {
      time = `2026-03-0${day + 1}T09:00:00.000Z`;
      const { id, outcome } = await ada.store({ content: rain, expiresAt });
      expect(outcome).toBe('created');
      ids.push(id);
    }
    expect(new Set(ids).size).toBe(3);
    expect((await ada.list()).memories.map(({ id }) => id)).toEqual([ids[2]]);
  });

  it('is a new record after it was merged into another text', async () => {
    const relations: Relation[] = ['update', 'distinct'];
    const judge: ConflictJudge = async () => relations.shift() ?? 'distinct';
    const ada = (await memoryOn(storeBackend(new MemoryRows()), { judge })).scope(scope);
    const first = await ada.store({ content: 'Ada likes tea' });
    const merged = await ada.store({ content: 'Ada likes cocoa', onConflict: 'merge' });
    expect(merged).toMatchObject({ outcome: 'merged', id: first.id });
    const again = await ada.store({ content: 'Ada likes tea' });
    expect(again.outcome).toBe('created');
    expect(again.id).not.toBe(first.id);
    expect((await ada.get(first.id))?.content).toContain('cocoa');
  });
});

describe('append with concurrent writers', () => {
  it('keeps the order of its turns if another one appends between its batches', async () => {
    const { store, others } = await shared();
    let commits = 0;
    const backend = beforeCommit(store, async () => {
      commits += 1;
      if (commits === 1) await others.episodes.append([{ content: 'Snow' }], { session: 's' });
    });
    const ada = (await memoryOn(backend)).scope(scope);
    const turns = Array.from({ length: 1100 }, (_, index) => ({ content: `Rain ${index}` }));
    const { ids } = await ada.episodes.append(turns, { session: 's' });
    // The second batch begins with turn 1024.
    for (const index of [0, 1, 1023, 1024, 1099])
      expect((await ada.get(ids[index]!))?.source.sequence).toBe(index + 2);
  });
});

describe('prune with concurrent writers', () => {
  it('keeps records confirmed since its scan, and ignores other writes', async () => {
    const { store, others } = await shared();
    const stored = await others.storeMany(
      Array.from({ length: 10 }, (_, index) => ({ content: `Rain on day ${index}` })),
      { onConflict: 'keepBoth' },
    );
    let commits = 0;
    const backend = beforeCommit(store, async () => {
      commits += 1;
      await others.store({ content: `Snow ${commits}`, onConflict: 'keepBoth' });
      if (commits === 1) await others.store({ content: 'Rain on day 3', importance: 5 });
    });
    const ada = (await memoryOn(backend)).scope(scope);
    const report = await ada.prune({ maxRecords: 0 });
    const confirmed = stored[3]!.id;
    expect(report.scopes[0]).toMatchObject({ before: 10, overCap: 9, after: 1 });
    expect(report.scopes[0]?.ids).not.toContain(confirmed);
    expect(commits).toBe(2);
    expect(await ada.get(confirmed)).toMatchObject({ version: 2, importance: 5 });
    expect((await ada.list()).memories).toHaveLength(3);
  });

  it('counts each record once in two concurrent runs', async () => {
    const [one, two] = await writersOf(2);
    await one!.scope(scope).storeMany(
      Array.from({ length: 50 }, (_, index) => ({ content: `Rain on day ${index}` })),
      { onConflict: 'keepBoth' },
    );
    const reports = await Promise.all(
      [one!, two!].map((memory) => memory.scope(scope).prune({ maxRecords: 20 })),
    );
    expect(reports.reduce((sum, { pruned }) => sum + pruned, 0)).toBe(30);
    expect((await one!.scope(scope).list()).memories).toHaveLength(20);
  });
});
