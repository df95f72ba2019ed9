import { type IndexedScope, MemoryIndex } from '@mneme/conformance';
import { createMemory, type Memory, MnemeError } from '@mneme/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { letterEmbedder, shortLetterEmbedder } from '../../../tools/letter-embedder.mjs';
import { type IndexProgress, type StoreOptions, storeBackend } from '../src/index.ts';
import { type KeptTable, MemoryRows } from '../src/memory/index.ts';
import type { IndexChanges, IndexSearch } from '../src/rows/search-index.ts';

let kept: Map<string, KeptTable>;
let indexed: Map<string, IndexedScope>;

/** An index that can be down, or die after some steps, and says what it was sent. */
class Engine extends MemoryIndex {
  isDown = false;
  stepsLeft = Number.POSITIVE_INFINITY;
  readonly sent: IndexChanges[] = [];

  constructor() {
    super(indexed);
  }

  override async follow(scope: string, changes: IndexChanges) {
    this.#assertUp();
    if (this.stepsLeft-- <= 0) throw new MnemeError('unavailable', 'it was killed');
    this.sent.push(changes);
    return super.follow(scope, changes);
  }

  override async search(request: IndexSearch) {
    this.#assertUp();
    return super.search(request);
  }

  override async forget(scope: string) {
    this.#assertUp();
    return super.forget(scope);
  }

  #assertUp(): void {
    if (this.isDown) throw new MnemeError('unavailable', 'it does not answer');
  }
}

beforeEach(() => {
  kept = new Map();
  indexed = new Map();
});

/** Rows that leave no bytes. */
const rows = () =>
  Object.assign(new MemoryRows({ kept }), { remains: async () => ({ bytes: 'removed' as const }) });

function open(options?: StoreOptions, embedder = letterEmbedder): Promise<Memory> {
  return createMemory({ backend: storeBackend(rows(), options), embedder });
}

const words = ['apple', 'bridge', 'candle', 'dragon', 'engine', 'forest', 'garden', 'harbour'];
const facts = (count: number) =>
  Array.from({ length: count }, (_, number) => ({
    content: `Item ${number} is the ${words[number % words.length]} of house ${number}`,
  }));
async function fill(memory: Memory, count: number): Promise<void> {
  const all = facts(count);
  for (let first = 0; first < count; first += 100)
    await memory
      .scope('user:ada')
      .storeMany(all.slice(first, first + 100), { onConflict: 'keepBoth' });
}
const contentsOf = ({ memories }: { memories: { content: string }[] }) =>
  memories.map(({ content }) => content);

describe('while a search index is down', () => {
  it('writes go on, and searches answer from the rows and say so', async () => {
    const index = new Engine();
    const memory = await open({ index });
    const ada = memory.scope('user:ada');
    await ada.store({ content: 'Ada drinks green tea' });
    index.isDown = true;
    await ada.store({ content: 'Ada lives in Porto' });
    const found = await ada.retrieve('Porto');
    expect(contentsOf(found)[0]).toBe('Ada lives in Porto');
    expect(found.degraded).toMatch(/without the memory index: it does not answer/);
    expect((await ada.recall('Where in Porto does Ada live?')).degraded).toBe(found.degraded);
    await memory.close();

    index.isDown = false;
    const again = await open({ index: new Engine() });
    const later = await again.scope('user:ada').retrieve('Porto');
    expect(contentsOf(later)[0]).toBe('Ada lives in Porto');
    expect(later).not.toHaveProperty('degraded');
    await again.close();
  });

  it('searches reject where the caller asks for that', async () => {
    const index = new Engine();
    const memory = await open({ index, whenDown: 'unavailable' });
    const ada = memory.scope('user:ada');
    await ada.store({ content: 'Ada drinks green tea' });
    index.isDown = true;
    await expect(ada.retrieve('tea')).rejects.toMatchObject({ code: 'unavailable' });
    index.isDown = false;
    expect(contentsOf(await ada.retrieve('tea'))).toEqual(['Ada drinks green tea']);
    await memory.close();
  });
});

describe('a search index that lost what it had', () => {
  it('is filled again in steps, says how far it is, and goes on where it was killed', async () => {
    const memory = await open({ index: new Engine() });
    await fill(memory, 1200);
    await memory.close();
    indexed.clear();

    const killed = new Engine();
    killed.stepsLeft = 1;
    const other = await open({ index: killed, whenDown: 'unavailable' });
    await expect(other.scope('user:ada').retrieve('house')).rejects.toThrow('killed');
    await other.close();

    const progress: IndexProgress[] = [];
    const index = new Engine();
    const last = await open({ index, onProgress: (step) => progress.push(step) });
    const found = await last.scope('user:ada').retrieve('the harbour of house 1199');
    expect(contentsOf(found)[0]).toBe(facts(1200).at(-1)?.content);
    expect(index.sent[0]?.since).toBeDefined();
    const [{ rows: sent }] = [...indexed.values()] as [IndexedScope];
    expect(sent.size).toBe(1200);
    expect(progress.at(-1)).toMatchObject({ scope: 'user:ada', revision: progress.at(-1)?.of });
    await last.close();
  });

  it('of some rows only is noticed, and filled again', async () => {
    const memory = await open({ index: new Engine() });
    await fill(memory, 30);
    const ada = memory.scope('user:ada');
    await ada.retrieve('house');
    const [{ rows: sent }] = [...indexed.values()] as [IndexedScope];
    sent.delete([...sent.keys()][4] as string);
    const found = await ada.retrieve('the engine of house 4');
    expect(contentsOf(found)).toContain(facts(30)[4]?.content);
    await memory.close();
  });
});

describe('a search index', () => {
  it('is fed by two processes at once, and each finds at once what the other has written', async () => {
    const sides = [await open({ index: new Engine() }), await open({ index: new Engine() })];
    await Promise.all(
      facts(60).map(async ({ content }, number) => {
        const ada = sides[number % 2]?.scope('user:ada');
        await ada?.storeMany([{ content }], { onConflict: 'keepBoth' });
        const found = await sides[(number + 1) % 2]?.scope('user:ada').retrieve(content);
        expect(contentsOf(found!)).toContain(content);
      }),
    );
    const [{ rows: sent }] = [...indexed.values()] as [IndexedScope];
    expect(sent.size).toBe(60);
    await Promise.all(sides.map((memory) => memory.close()));
  });

  it('loses rows whose removal the log of removals no longer has', async () => {
    const memory = await open({ index: new Engine() });
    await fill(memory, 200);
    const ada = memory.scope('user:ada');
    await ada.retrieve('house');
    const without = await open();
    const { memories } = await without.scope('user:ada').list({ limit: 1000 });
    const all = [...memories];
    for (const { id } of all.slice(0, 150)) await without.scope('user:ada').delete(id);
    await ada.retrieve('house');
    const [{ rows: sent }] = [...indexed.values()] as [IndexedScope];
    expect(sent.size).toBe(50);
    await Promise.all([memory.close(), without.close()]);
  });

  it('begins anew after a restore of the rows, also at the same revision', async () => {
    const memory = await open({ index: new Engine() });
    await memory.scope('user:ada').store({ content: 'Ada lives in Porto' });
    await memory.close();
    const backup = structuredClone(kept);
    const lost = await open({ index: new Engine() });
    await lost.scope('user:ada').store({ content: 'Ada drinks tea', onConflict: 'keepBoth' });
    await lost.scope('user:ada').retrieve('tea');
    await lost.close();
    kept = backup;
    const restored = await open({ index: new Engine() });
    const ada = restored.scope('user:ada');
    await ada.store({ content: 'Ada drinks milk', onConflict: 'keepBoth' });
    expect(contentsOf(await ada.retrieve('milk'))[0]).toBe('Ada drinks milk');
    const [{ rows: sent }] = [...indexed.values()] as [IndexedScope];
    const words = [...sent.values()].flatMap((row) => row.words.split(' '));
    expect(words).toContain('milk');
    expect(words).not.toContain('tea');
    await restored.close();
  });

  it('begins anew with another embedder', async () => {
    const memory = await open({ index: new Engine() });
    await fill(memory, 20);
    await memory.scope('user:ada').retrieve('house');
    await memory.close();
    const changing = await open({ index: new Engine() });
    await changing.reembed({ embedder: shortLetterEmbedder });
    await changing.close();
    const again = await open({ index: new Engine() }, shortLetterEmbedder);
    const found = await again.scope('user:ada').retrieve('the garden of house 6');
    expect(contentsOf(found)[0]).toBe(facts(20)[6]?.content);
    const [{ rows: sent }] = [...indexed.values()] as [IndexedScope];
    expect([...sent.values()].every(({ vector }) => vector?.length === 12)).toBe(true);
    await again.close();
  });
});

describe('what a search index is told', () => {
  const askOne = async (memory: Memory) => {
    const ada = memory.scope('user:ada');
    await ada.store({ content: 'Ada lives in Porto', tags: ['home'] });
    return ada.retrieve('Porto', { tags: ['home'] });
  };

  it('has no names, words and tags of a sealed store, and finds by them', async () => {
    const seal = {
      idSecret: async (scope: string) => `key of ${scope}`,
      destroyKey: async () => {},
      orderOf: async (scope: string) => scope,
    };
    const memory = await createMemory({
      backend: storeBackend(Object.assign(rows(), { seal }), { index: new Engine() }),
      embedder: letterEmbedder,
    });
    expect(contentsOf(await askOne(memory))).toEqual(['Ada lives in Porto']);
    await memory.close();
    const told = JSON.stringify([...indexed].map(([name, of]) => [name, [...of.rows]]));
    expect(told).toContain('"words":');
    expect(told).not.toMatch(/porto|live|ada|home/i);
  });

  it('is apart from what other stores tell it of a scope with the same name', async () => {
    const one = await open({ index: new Engine() });
    await askOne(one);
    kept = new Map();
    const other = await open({ index: new Engine() });
    await other.scope('user:ada').store({ content: 'Ada lives in Faro' });
    expect(contentsOf(await other.scope('user:ada').retrieve('lives'))).toEqual([
      'Ada lives in Faro',
    ]);
    expect(contentsOf(await one.scope('user:ada').retrieve('lives'))).toEqual([
      'Ada lives in Porto',
    ]);
    expect(indexed.size).toBe(2);
    await Promise.all([one.close(), other.close()]);
  });
});

describe('an erased scope', () => {
  it('leaves the search index, and while that is down its bytes are pending', async () => {
    const index = new Engine();
    const memory = await open({ index });
    await fill(memory, 20);
    await memory.scope('user:ada').retrieve('house');
    index.isDown = true;
    const receipt = await memory.scope('user:ada').erase();
    expect(receipt).toMatchObject({ bytes: 'pending' });
    expect(receipt.bytesReason).toMatch(/must still forget 1 erased scope: it does not answer/);
    expect(indexed.size).toBe(1);
    await memory.close();

    const again = await open({ index: new Engine() });
    await again.scope('user:nobody').erase();
    expect(indexed.size).toBe(0);
    await again.close();
  });

  it('leaves the search index also if a process without it has erased the scope', async () => {
    const memory = await open({ index: new Engine() });
    await fill(memory, 20);
    await memory.scope('user:ada').retrieve('house');
    await memory.close();
    const without = await open();
    const receipt = await without.scope('user:ada').erase();
    expect(receipt.bytesReason).toMatch(/the store was opened without it/);
    await without.close();
    const backend = storeBackend(rows(), { index: new Engine() });
    await backend.open({});
    expect(await backend.remains?.({ wait: true })).toEqual({ bytes: 'removed' });
    expect(indexed.size).toBe(0);
    await backend.close();
  });
});
