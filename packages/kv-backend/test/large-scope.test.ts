import { createMemory, type Memory, type MemoryScope } from '@mneme/core';
import { evidenceFacet, historyOf, type MemoryBackend } from '@mneme/core/backend';
import { sqliteRows } from '@mneme/sqlite';
import { storeBackend } from '@mneme/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { letterEmbedder } from '../../../tools/letter-embedder.mjs';

const now = '2030-01-01T00:00:00.000Z';
const small = 500;
const large = 10_000;

let backend: MemoryBackend;
let memory: Memory;
const externalIds = Array.from({ length: 200 }, (_, at) => `e${at * 2}`);
const chains = new Map<string, string>();

let rowsRead = 0;

beforeAll(async () => {
  const rows = sqliteRows({ path: ':memory:' });
  const read = rows.read.bind(rows);
  rows.read = async (...given) => {
    const answers = await read(...given);
    rowsRead += answers.flat().length;
    return answers;
  };
  backend = storeBackend(rows);
  memory = await createMemory({ backend, embedder: letterEmbedder, extractor: 'none' });
  for (const [name, count] of [
    ['small', small],
    ['large', large],
  ] as const)
    chains.set(name, await fill(memory.scope(name), count));
});
afterAll(() => memory.close());

/** Returns the id of a record with a history. */
async function fill(scope: MemoryScope, count: number): Promise<string> {
  await scope.storeMany(
    Array.from({ length: count }, (_, at) => ({
      content: `Thing ${at}`,
      tags: ['common', at % 100 === 0 ? 'rare' : 'other'],
      source: { externalId: `e${at}` },
    })),
    { onConflict: 'keepBoth' },
  );
  const [turn] = (await scope.episodes.append([{ content: 'I own a kite' }], { session: 's' })).ids;
  const { id } = await scope.store({ content: 'Ada owns a kite', evidence: [turn as string] });
  await scope.update(id, { content: 'Ada owns a red kite' });
  return id;
}

describe('in a scope of 10,000 records', () => {
  const works: [string, (scope: string) => Promise<unknown>][] = [
    [
      'the history of one record',
      (scope) => historyOf(backend, scope, chains.get(scope) as string),
    ],
    [
      'the facts based on an id',
      (scope) =>
        backend.list({
          scope,
          filter: { now, where: [[evidenceFacet('nothing')]], includeSuperseded: true },
          order: 'newest',
          limit: 10,
        }),
    ],
    [
      'a list by 200 external ids',
      (scope) =>
        memory.scope(scope).list({ where: { 'source.externalId': externalIds }, limit: 200 }),
    ],
    [
      'a session',
      (scope) =>
        backend.list({
          scope,
          turns: { session: 's' },
          filter: { now },
          order: 'first',
          limit: 10,
        }),
    ],
  ];
  it.each(works)('%s reads no more rows than in a scope of 500', async (_, work) => {
    const readFor = async (scope: string) => {
      const counts: number[] = [];
      // The index is read first, and kept beside the next calls.
      while (counts.length < 5) {
        rowsRead = 0;
        await work(scope);
        counts.push(rowsRead);
      }
      return Math.min(...counts);
    };
    expect(await readFor('large')).toBe(await readFor('small'));
  });

  it.each([
    ['rare', large / 100],
    ['common', large],
  ])('pages filtered by a %s tag contain each record once, in order', async (tag, count) => {
    for (const order of ['newest', 'importance'] as const) {
      const read: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await backend.list({
          ...{ scope: 'large', filter: { now, tags: [tag] }, order, limit: 999, cursor },
        });
        read.push(...page.records.map(({ createdAt, id }) => `${createdAt} ${id}`));
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      expect(new Set(read).size).toBe(count);
      expect(read).toEqual(read.toSorted().reverse());
    }
  });
});
