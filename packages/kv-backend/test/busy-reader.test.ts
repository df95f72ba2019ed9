import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LexicalStatistics, MemoryBackend } from '@mneme/core/contract';
import { sqliteBackend } from '@mneme/sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordId, stored, testNow, times } from '../../store/test/suites/records/builders.ts';

const filter = { now: testNow };
const words = times(400, (index) => `w${index}`);
let folder: string;
let backend: MemoryBackend;

async function fill(scope: string, count: number): Promise<void> {
  for (let start = 0; start < count; start += 500) {
    const puts = times(Math.min(500, count - start), (index) =>
      stored({ id: recordId(start + index), scope, terms: words, vector: undefined }),
    );
    await backend.commit({ scope, expect: [], puts, removals: [], audit: [] });
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mneme-'));
  backend = sqliteBackend({ path: join(folder, 'memory.db'), durability: 'normal' });
  await backend.open({ embedder: undefined });
  await fill('big', 2000);
  await fill('small', 1);
  await fill('other', 1);
  await fill('third', 1);
});

afterAll(async () => {
  await backend.close();
  await rm(folder, { recursive: true });
});

describe('a tenant with slow searches', () => {
  it('delays other tenants by at most the running search, however many it sends', async () => {
    const order: string[] = [];
    const note = (name: string) => () => order.push(name);
    const search = (scope: string, terms: readonly string[]) =>
      backend.search({ scope, filter, queries: [{ terms, limit: 100 }] });
    const big = Array.from({ length: 5 }, (_, index) =>
      search('big', words).then(note(`big ${index}`)),
    );
    await Promise.all([
      ...big,
      backend.get('small', [recordId(0)]).then(note('get')),
      search('small', ['w1']).then(note('search of small')),
      search('other', ['w1']).then(note('search of other')),
      backend.list({ scope: 'third', filter, order: 'newest', limit: 10 }).then(note('list')),
    ]);
    expect(order.slice(0, 5).toSorted()).toEqual([
      'big 0',
      'get',
      'list',
      'search of other',
      'search of small',
    ]);
    expect(order.slice(5)).toEqual(['big 1', 'big 2', 'big 3', 'big 4']);
  });

  it('sees one snapshot per search while others write', async () => {
    const request = { scope: 'big', filter, queries: [{ terms: words, limit: 100 }] };
    const before = await backend.search(request);
    const searched = backend.search(request);
    await fill('small', 300);
    const removed = backend.commit({
      scope: 'big',
      expect: [],
      puts: [],
      removals: [recordId(0)],
      audit: [],
    });
    const [found] = await Promise.all([searched, removed]);
    const { count, documentFrequencies } = found.statistics[0] as LexicalStatistics;
    expect(new Set(documentFrequencies)).toEqual(new Set([count]));
    expect(found.candidates.length).toBe(before.candidates.length);
  });

  it('gets its answers before the memory closes', async () => {
    const searches = [1, 2, 3].map(() =>
      backend.search({ scope: 'big', filter, queries: [{ terms: words, limit: 10 }] }),
    );
    const closed = backend.close();
    for (const found of await Promise.all(searches)) expect(found.candidates).toHaveLength(10);
    await closed;
  });
});
