import { createMemory, type Memory } from '@mneme/core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { letterEmbedder } from '../../../tools/letter-embedder.mjs';
import { sqliteBackend } from '../src/index.ts';

const count = 4000;
let memory: Memory;
beforeEach(async () => {
  memory = await createMemory({
    backend: sqliteBackend({ path: ':memory:' }),
    embedder: letterEmbedder,
    maxStoreItems: count,
  });
  const notes = Array.from({ length: count }, (_, index) => ({
    content: `note ${index}`,
    onConflict: 'keepBoth' as const,
    importance: ((index % 5) + 1) as 1,
    metadata: { all: true, tenth: index % 10 === 0, few: index % 400 === 0 },
    source: { externalId: `e${index}` },
  }));
  await memory.scope('ada').storeMany(notes);
});
afterEach(() => memory.close());

it('a list of what few records have comes in the same order and pages as one of what many have', async () => {
  const ada = memory.scope('ada');
  for (const order of ['newest', 'importance'] as const) {
    const all = async (where: Record<string, boolean>) => {
      const contents: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await ada.list({ order, where, limit: 3, cursor });
        contents.push(...page.memories.map(({ content }) => content));
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      return contents;
    };
    const few = await all({ few: true });
    expect(few).toHaveLength(10);
    expect(await all({ all: true, few: true })).toEqual(few);
    expect(await all({ few: true, tenth: true })).toEqual(few);
    const { memories } = await ada.list({ order, where: { all: true }, limit: 1000 });
    const first = memories.map(({ content }) => content).filter((content) => few.includes(content));
    expect(few.slice(0, first.length)).toEqual(first);
  }
});

it('a list by many values of few records does not read the whole scope for each', async () => {
  const ada = memory.scope('ada');
  const values = Array.from({ length: 250 }, (_, index) => `e${index * 7}`);
  const times: number[] = [];
  for (let round = 0; round < 5; round++) {
    const started = performance.now();
    const { memories } = await ada.list({ where: { 'source.externalId': values }, limit: 1000 });
    times.push(performance.now() - started);
    expect(memories).toHaveLength(250);
  }
  // A few ms; with a look at each record it took more than 500.
  expect(Math.min(...times)).toBeLessThan(150);
});
