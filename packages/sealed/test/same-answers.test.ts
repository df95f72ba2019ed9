import { createMemory, type Memory, type MemoryBackend } from '@mneme/core';
import { staticEmbedder } from '@mneme/embedders';
import { sqliteBackend } from '@mneme/sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sealedBackend } from '../src/index.ts';
import { memoryKeyring } from './memory-keyring.ts';

const people = ['Ada', 'Bo', 'Cleo'];
const things = [
  'tea',
  'coffee',
  'chess',
  'the old boat',
  'a violin',
  'mountains',
  'maps',
  'rye bread',
];
const verbs = ['likes', 'sold', 'talked about', 'is afraid of', 'collects', 'lost'];
const texts = people.flatMap((person) =>
  verbs.flatMap((verb, v) => things.map((thing, t) => `${person} ${verb} ${thing} ${(v * t) % 7}`)),
);

/** With the same clock. */
async function filled(backend: MemoryBackend): Promise<Memory> {
  const memory = await createMemory({
    backend,
    embedder: staticEmbedder(),
    clock: () => new Date('2026-03-01T12:00:00Z'),
  });
  const inputs = texts.map((content, index) => ({
    content,
    tags: [things[index % things.length]!, 'all'],
    metadata: { shelf: index % 3, of: { deep: true } },
    source: { session: `s${index % 9}`, sequence: index, speaker: people[index % 3]! },
    occurredAt: new Date(Date.UTC(2026, 0, 1 + (index % 50))),
  }));
  await memory.scope('ada').storeMany(inputs, { onConflict: 'keepBoth' });
  return memory;
}

let plain: Memory;
let sealed: Memory;
beforeAll(async () => {
  plain = await filled(sqliteBackend({ path: ':memory:' }));
  const backend = sqliteBackend({ path: ':memory:' });
  sealed = await filled(sealedBackend(backend, { keyring: memoryKeyring() }));
});
afterAll(async () => {
  await plain.close();
  await sealed.close();
});

/** Ids are random. Reads are counted later, in idle time. */
function strip(value: unknown): unknown {
  const own = ['id', 'accessCount', 'lastAccessedAt'];
  return JSON.parse(JSON.stringify(value, (key, entry) => (own.includes(key) ? undefined : entry)));
}

const asked: [string, Parameters<ReturnType<Memory['scope']>['retrieve']>[1]?][] = [
  ['Who likes tea?'],
  ['What does Bo collect, and what did Cleo lose?'],
  ['chess', { tags: ['chess'] }],
  ['mountains', { where: { shelf: 1 } }],
  ['rye bread', { where: { 'source.speaker': ['Ada', 'Bo'] }, limit: 50 }],
  ['the old boat in February', { minImportance: 1, limit: 100 }],
  ['violin', { occurredAt: { from: '2026-01-10', before: '2026-02-01' } }],
  ['nothing of this kind', { limit: 20 }],
];

it.each(asked)(
  'a sealed memory returns the same results and scores for %j as a plain one',
  async (query, options) => {
    const [expected, found] = await Promise.all(
      [plain, sealed].map((memory) => memory.scope('ada').retrieve(query, options)),
    );
    expect(found!.memories.length).toBeGreaterThan(0);
    expect(strip(found!.memories)).toEqual(strip(expected!.memories));
  },
);

it('a sealed memory lists, finds and counts like a plain one', async () => {
  const read = async (memory: Memory) => {
    const scope = memory.scope('ada');
    const { memories, nextCursor } = await scope.list({ limit: 30, tags: ['all'] });
    const next = await scope.list({ limit: 30, tags: ['all'], cursor: nextCursor });
    const { bytes: _, ...stats } = await scope.stats();
    return { memories, next: next.memories, stats, scopes: await memory.scopes() };
  };
  expect(strip(await read(sealed))).toEqual(strip(await read(plain)));
});
