import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemory, type Embedder, type Memory } from '@mneme/core';
import { staticEmbedder } from '@mneme/embedders';
import { sqliteBackend } from '@mneme/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

/** A second model with another name: the bundled vectors with their numbers in another order. */
function turnedEmbedder({ embedding }: { embedding?: () => Promise<void> } = {}): Embedder {
  const inner = staticEmbedder();
  return {
    identity: async () => ({ ...(await inner.identity()), name: 'turned' }),
    async embed(texts, options) {
      await embedding?.();
      return (await inner.embed(texts, options)).map((vector) => vector.slice().reverse());
    },
    calibration: inner.calibration,
  };
}

const pets = [
  'Her cat is called Bolota and sleeps on the sofa.',
  'The dog needs a walk at seven.',
  'He plays the cello in an orchestra.',
  'They moved to Lisbon in spring.',
];
const facts = Array.from(
  { length: 120 },
  (_, index) => `Parcel ${index} weighs ${index * 7} grams`,
);

let folder: string;
let path: string;
let memory: Memory;

const open = (embedder: Embedder | undefined = staticEmbedder()) =>
  createMemory({ backend: sqliteBackend({ path }), embedder });
/** The query shares no words with the memory, so only the vector can find it. */
const nearestTo = async (query: string, where = memory) =>
  (await where.scope('ada').retrieve(query, { limit: 1, explain: true })).memories[0];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mneme-test-'));
  path = join(folder, 'ada.db');
  memory = await open();
  await memory.scope('ada').storeMany(pets.map((content) => ({ content })));
});
afterEach(async () => {
  await memory.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('changing the embedding model of a memory', () => {
  it('keeps it open, and it uses the new vectors', async () => {
    const before = await nearestTo('feline pet');
    const next = turnedEmbedder();
    const report = await memory.reembed({ embedder: next });
    expect(report).toMatchObject({
      before: { name: 'mneme-static-en-zh' },
      embedder: { name: 'turned' },
      embedded: 4,
      known: 0,
    });
    expect((await memory.stats()).embedder?.name).toBe('turned');
    const after = await nearestTo('feline pet');
    expect(after?.content).toBe(pets[0]);
    expect(after?.explanation?.similarity).toBeCloseTo(before?.explanation?.similarity ?? 0, 5);
    expect(await memory.scope('ada').store({ content: pets[0] as string })).toMatchObject({
      outcome: 'confirmed',
    });
  });

  it('requires the new embedder from then on, and an error says so', async () => {
    await memory.reembed({ embedder: turnedEmbedder() });
    await expect(open()).rejects.toMatchObject({
      code: 'embedder_mismatch',
      message: expect.stringMatching(/turned.*mneme-static.*reembed/),
    });
    const reopened = await open(turnedEmbedder());
    expect((await nearestTo('feline pet', reopened))?.content).toBe(pets[0]);
    await reopened.close();
  });

  it('makes memories with the old model fail, and loses none of their earlier writes', async () => {
    const other = await open();
    await other.scope('ada').store({ content: 'Written by the other one.' });
    await memory.reembed({ embedder: turnedEmbedder() });
    await expect(other.scope('ada').retrieve('anything')).rejects.toMatchObject({
      code: 'embedder_mismatch',
    });
    await expect(other.scope('ada').store({ content: 'Too late.' })).rejects.toMatchObject({
      code: 'embedder_mismatch',
    });
    await other.close();
    expect((await nearestTo('Written by the other one'))?.content).toBe(
      'Written by the other one.',
    );
  });

  it('allows writes and searches of records and documents meanwhile', async () => {
    const scope = memory.scope('ada');
    const notes = await scope.stores.open('notes', { create: true });
    await notes.create({ path: '/plan.md', content: 'The ship leaves the harbour on Friday.' });
    await scope.storeMany(
      facts.map((content) => ({ content })),
      { onConflict: 'keepBoth' },
    );
    let changed = false;
    let rounds = 0;
    const work = (async () => {
      for (; !changed || rounds < 3; rounds++) {
        const content = `Round ${rounds} went well`;
        await scope.store({ content }, { onConflict: 'keepBoth' } as object);
        await notes.write({ path: `/round-${rounds}.md`, content });
        expect((await nearestTo('feline pet'))?.content).toBe(pets[0]);
        const { documents } = await notes.search('vessel departs from port', { limit: 3 });
        expect(documents.map((document) => document.path)).toContain('/plan.md');
      }
    })();
    const report = await memory.reembed({ embedder: turnedEmbedder(), batchSize: 10 });
    changed = true;
    await work;
    expect(report.embedded + report.known).toBeGreaterThan(facts.length + pets.length);
    expect((await memory.stats()).nextEmbedder).toBeUndefined();
    for (let round = 0; round < rounds; round++) {
      const { memories } = await scope.retrieve(`Round ${round} went well`, {
        limit: 1,
        explain: true,
      });
      expect(memories[0]?.content).toBe(`Round ${round} went well`);
      expect(memories[0]?.explanation?.similarity).toBeCloseTo(1, 3);
    }
  });

  it('continues after an interruption, with the old model in use until then', async () => {
    await memory.scope('ada').storeMany(
      facts.map((content) => ({ content })),
      { onConflict: 'keepBoth' },
    );
    const stop = new AbortController();
    const cut = memory.reembed({
      embedder: turnedEmbedder(),
      batchSize: 20,
      signal: stop.signal,
      onProgress: ({ done }) => done >= 40 && stop.abort(),
    });
    await expect(cut).rejects.toMatchObject({ code: 'aborted' });
    expect((await nearestTo('feline pet'))?.content).toBe(pets[0]);
    expect(await memory.stats()).toMatchObject({
      embedder: { name: 'mneme-static-en-zh' },
      nextEmbedder: { name: 'turned' },
    });
    const report = await memory.reembed({ embedder: turnedEmbedder(), batchSize: 20 });
    expect(report.known).toBeGreaterThanOrEqual(40);
    expect(report.known + report.embedded).toBe(facts.length + pets.length);
  });

  it('can be abandoned', async () => {
    const failing = turnedEmbedder({ embedding: () => Promise.reject(new Error('out of memory')) });
    await expect(memory.reembed({ embedder: failing })).rejects.toMatchObject({
      code: 'embedder_failed',
      message: expect.stringContaining('out of memory'),
    });
    const third: Embedder = {
      identity: async () => ({ name: 'third', revision: '1', dimensions: 2, pooling: 'none' }),
      embed: async (texts) => texts.map((text) => Float32Array.of(text.length, 1)),
    };
    await expect(memory.reembed({ embedder: third })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/turned.*third/),
    });
    await memory.abandonReembed({ embedder: failing });
    expect((await memory.stats()).nextEmbedder).toBeUndefined();
    expect((await memory.reembed({ embedder: third })).embedded).toBe(pets.length);
  });

  it('adds vectors to a memory that was filled without an embedder', async () => {
    await memory.close();
    path = join(folder, 'bare.db');
    memory = await createMemory({ backend: sqliteBackend({ path }) });
    const notes = await memory.scope('ada').stores.open('notes', { create: true });
    await notes.create({ path: '/plan.md', content: 'The ship leaves the harbour on Friday.' });
    await memory.reembed({ embedder: turnedEmbedder() });
    const { documents } = await notes.search('vessel departs from port');
    expect(documents.map((document) => document.path)).toEqual(['/plan.md']);
  });
});
