import { createMemory, type Memory } from '@mneme/core';
import type { MemoryBackend } from '@mneme/core/backend';
import { afterEach, expect, it } from 'vitest';
import { heldRows } from '../../../tools/held-rows.mjs';
import { letterEmbedder } from '../../../tools/letter-embedder.mjs';
import { type StoreOptions, storeBackend } from '../src/index.ts';
import { type KeptTable, MemoryRows } from '../src/memory/index.ts';

const opened: Memory[] = [];
afterEach(() => Promise.all(opened.splice(0).map((memory) => memory.close())));

async function open(backend: MemoryBackend): Promise<Memory> {
  const memory = await createMemory({ backend, embedder: letterEmbedder });
  opened.push(memory);
  return memory;
}

const facts = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ content: `Box ${at} holds the ${at} spoons` }));
const many = 500;

/** A store with as many facts in one scope and a few in another, opened again: nothing of it is read. */
async function reopened(options: StoreOptions) {
  const kept = new Map<string, KeptTable>();
  const writer = await open(storeBackend(new MemoryRows({ kept })));
  await writer.scope('ada').storeMany(facts(many), { onConflict: 'keepBoth' });
  await writer.scope('bob').storeMany(facts(9), { onConflict: 'keepBoth' });
  const { rows, goOn } = heldRows(new MemoryRows({ kept }));
  const backend = storeBackend(rows, options);
  return { memory: await open(backend), backend, goOn };
}

it('answers a search from what is read so far of a large scope, and says so', async () => {
  const { memory, goOn } = await reopened({ firstAnswerMs: 0 });
  const scope = memory.scope('ada');
  const sooner = await scope.retrieve('Box 499 holds the 499 spoons');
  expect(sooner.degraded).toMatch(/^searched only \d+ of about 500, because the scope is still/);
  expect(sooner.memories.map(({ content }) => content)).not.toContain(facts(many).at(-1)?.content);
  const recalled = await scope.recall('Which box holds the 499 spoons?');
  expect(recalled.degraded).toMatch(/^searched only 480 of about 500,/);
  goOn();
  // Needs all, so the scope is read when it is written.
  await scope.store({ content: 'Box 500 holds the 500 spoons' });
  const { memories, degraded } = await scope.retrieve('Box 499 holds the 499 spoons');
  expect(degraded).toBeUndefined();
  expect(memories[0]?.content).toBe(facts(many).at(-1)?.content);
});

it('forgets only once all is read that may say what is meant', async () => {
  const { memory, goOn } = await reopened({ firstAnswerMs: 0 });
  const scope = memory.scope('ada');
  const forgetting = scope.forget({ about: 'the 499 spoons in box 499' });
  const { degraded } = await scope.retrieve('spoons');
  expect(degraded).toBeDefined();
  goOn();
  const { memories } = await forgetting;
  expect(memories.map(({ content }) => content)).toContain(facts(many).at(-1)?.content);
});

it('keeps the vectors of a scope that others drive out of the cache while it is read', async () => {
  const { memory, backend, goOn } = await reopened({ cacheBytes: 1, firstAnswerMs: 0 });
  const [vector = new Float32Array()] = await letterEmbedder.embed(['Box 7 holds the 7 spoons'], {
    kind: 'query',
  });
  const searched = backend.search({
    ...{ scope: 'ada', filter: { now: '2026-03-01T12:00:00.000Z' } },
    queries: [{ vector, terms: [], limit: 10 }],
  });
  // The first page of it is read.
  expect(await memory.scope('ada').retrieve('spoons')).toHaveProperty('degraded');
  await memory.scope('bob').retrieve('spoons');
  goOn();
  const { candidates } = await searched;
  const found = candidates.map(({ record }) => record.content);
  expect(found).toContain('Box 7 holds the 7 spoons');
});
