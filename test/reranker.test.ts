import type { MemoryOptions, MemoryScope, Reranker } from '@mneme/core';
import { afterEach, describe, expect, it } from 'vitest';
import { openMemory } from './memory.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const facts = [
  'The boat is moored at the north pier',
  'The boat was painted green last spring',
  'The boat needs a new anchor',
  'Dinner with Marta is on Friday',
];
const query = 'Where is the boat moored?';

async function scopeWith(options: Partial<MemoryOptions>): Promise<MemoryScope> {
  const memory = await openMemory({
    clock: () => new Date('2026-03-01T09:00:00.000Z'),
    ...options,
  });
  closing.push(() => memory.close());
  const scope = memory.scope('user:ada');
  await scope.storeMany(facts.map((content) => ({ content, source: { speaker: 'Ada' } })));
  return scope;
}

/** Scores texts that contain the word; all others get 0. */
const prefers = (word: string, seen: string[][] = []): Reranker => ({
  name: 'scripted',
  async rerank(_, texts) {
    seen.push([...texts]);
    return texts.map((text) => (text.includes(word) ? 5 : 0));
  },
});

const first = async (scope: MemoryScope, options = {}) =>
  (await scope.retrieve(query, options)).memories[0]?.content;

describe('a reranker', () => {
  it('gets the best memories with their speakers, and both scores decide the order', async () => {
    const seen: string[][] = [];
    const scope = await scopeWith({
      reranker: prefers('anchor', seen),
      reranking: { weight: 10 },
    });
    expect(await first(scope)).toBe('The boat needs a new anchor');
    expect(seen[0]).toContain('Ada: The boat is moored at the north pier');
    expect(await first(scope, { rerank: false })).toBe('The boat is moored at the north pier');
    expect(seen).toHaveLength(1);
  });

  it('has its own part in the explanation of a score', async () => {
    const scope = await scopeWith({ reranker: prefers('anchor'), reranking: { weight: 10 } });
    const { memories } = await scope.retrieve(query, { explain: true });
    const { parts = [], total } = memories[0]?.explanation ?? {};
    expect(parts.at(-1)).toMatchObject({ name: 'reranker', why: 'scripted gives 5.000' });
    expect(parts.reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(total as number, 10);
    const plain = await scope.retrieve(query, { rerank: false });
    const relevances = (list: typeof memories) =>
      Object.fromEntries(list.map(({ id, relevance }) => [id, relevance]));
    expect(relevances(memories)).toEqual(relevances(plain.memories));
    const id = memories[0]?.id as string;
    expect(await scope.whyNot(query, id, { limit: 1 })).toMatchObject({ returned: true, rank: 1 });
  });

  it('ranks memories that it did not read last', async () => {
    const seen: string[][] = [];
    const scope = await scopeWith({
      reranker: prefers('green', seen),
      reranking: { candidates: 2, weight: 100 },
    });
    const plain = (await scope.retrieve(query, { rerank: false })).memories.map(({ id }) => id);
    const reread = (await scope.retrieve(query)).memories.map(({ id }) => id);
    expect(seen[0]).toHaveLength(2);
    expect(new Set(reread.slice(0, 2))).toEqual(new Set(plain.slice(0, 2)));
    expect(reread.slice(2)).toEqual(plain.slice(2));
  });

  it('is not called if nothing was found', async () => {
    const seen: string[][] = [];
    const scope = await scopeWith({ reranker: prefers('x', seen) });
    expect(await scope.retrieve(query, { tags: ['none'] })).toEqual({ memories: [] });
    expect(seen).toEqual([]);
  });

  it.each([
    ['too few scores', async () => [1], /answered 1 scores for 4 texts/],
    ['no list', async () => undefined as unknown as number[], /answered no scores for 4 texts/],
    ['no number', async () => [1, 2, Number.NaN, 4], /answered NaN as score 2/],
    ['a failure', () => Promise.reject(new Error('out of memory')), /failed: out of memory/],
  ])('makes retrieve fail if it gives %s', async (_, rerank, message) => {
    const scope = await scopeWith({ reranker: { name: 'broken', rerank } });
    await expect(scope.retrieve(query)).rejects.toMatchObject({
      code: 'reranker_failed',
      message: expect.stringMatching(message),
    });
    expect(await first(scope, { rerank: false })).toBe(facts[0]);
  });

  it('is aborted at the time limit', async () => {
    let heard: AbortSignal | undefined;
    const reranker: Reranker = {
      name: 'slow',
      rerank: (_query, _texts, { signal } = {}) => {
        heard = signal;
        return new Promise(() => {});
      },
    };
    const scope = await scopeWith({ reranker, reranking: { timeoutMs: 1 } });
    await expect(scope.retrieve(query)).rejects.toMatchObject({
      code: 'timeout',
      message: expect.stringMatching(/slow gave no scores within 1 ms/),
    });
    expect(heard?.aborted).toBe(true);
  });

  it('is aborted by the signal of the caller', async () => {
    const controller = new AbortController();
    const reranker: Reranker = {
      name: 'aborting',
      rerank: (_query, _texts, { signal } = {}) =>
        new Promise((_, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason));
          controller.abort();
        }),
    };
    const scope = await scopeWith({ reranker });
    await expect(scope.retrieve(query, { signal: controller.signal })).rejects.toMatchObject({
      code: 'aborted',
    });
  });
});
