import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createMemory,
  type Memory,
  type MemoryOptions,
  type MemoryRecord,
  type MemoryScope,
  type RetrieveOptions,
} from '@mneme/core';
import { staticEmbedder } from '@mneme/embedders';
import { sqliteBackend, sqliteRows } from '@mneme/sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { remember } from '../../../lab/recall/user-blocks.mjs';
import { people } from '../../../lab/recall/users.mjs';
import { storeBackend } from '../src/index.ts';
import { pairBackend } from './pair-backend.ts';

const noon = Date.parse('2026-06-01T12:00:00Z');
const day = 24 * 60 * 60 * 1000;
const person = people()[0]!;
const name = person.name as string;
let folder: string;
let old: Memory;
let fresh: Memory;

const backends = () => ({
  old: sqliteBackend({ path: join(folder, 'old.db') }),
  fresh: storeBackend(sqliteRows({ path: join(folder, 'fresh.db') })),
});

function open(options: Pick<MemoryOptions, 'backend' | 'clock'>): Promise<Memory> {
  return createMemory({ embedder: staticEmbedder(), secrets: 'allow', ...options });
}

/** Records of every kind, the same in both stores. */
async function fill(memory: Memory): Promise<void> {
  await remember(memory, person);
  const ada = memory.scope(name);
  for (const content of changing) await ada.store({ content, category: 'project_context' });
  const tagged = Array.from({ length: 120 }, (_, number) => ({
    content: `Ticket ${number} about the ${things[number % things.length]} is assigned to ${names[number % names.length]}`,
    category: 'task_progress' as const,
    importance: (1 + (number % 5)) as 1,
    tags: [`sprint ${number % 7}`, 'ticket'],
    metadata: { number, open: number % 3 === 0, labels: [`l${number % 4}`] },
    occurredAt: new Date(noon - (number + 1) * day),
    ...(number % 6 === 0 && { expiresAt: new Date(noon + (number + 1) * day) }),
  }));
  await ada.storeMany(tagged, { onConflict: 'keepBoth' });
  for (const content of otherLanguages) await ada.store({ content });
  await ada.episodes.append(
    otherLanguages.map((content, at) => ({ speaker: at % 2 === 0 ? 'Ada' : 'Iris', content })),
    { session: 'languages' },
  );
  const { memories } = await ada.list({ where: { number: 5 } });
  for (const { id } of memories) await ada.delete(id);
  await ada.stores.create({ name: 'notes' });
}

const things = ['login page', 'payment service', 'search index', 'invoice export', 'mobile app'];
const names = ['Berta', 'Chen', 'Dimitri', 'Élodie', 'Fatima', 'Goran', 'Hana'];

/** Each says something about what one before it says, so that some are superseded and some contested. */
const changing = [
  'User works at Lidl',
  'User now works at Aldi',
  'User lives in Porto',
  'User lives in Faro',
  'On Monday lunch is at one',
  'On Monday lunch is at noon',
  'The API server runs on Node 20',
  'The API server now runs on Node 22',
  'The team meets on Mondays at 10:00',
  'The team now meets on Tuesdays at 10:00',
  'User no longer works at Aldi but at Edeka now',
];

const otherLanguages = [
  'Meine Schwester Anna wohnt seit März in Zürich und arbeitet als Ärztin',
  'Ich vertrage keine Erdnüsse und trage immer einen Notfallpen bei mir',
  'Mi hermano pequeño se llama Íñigo y estudia arquitectura en Bilbao',
  'Le chien de mes parents s’appelle Gaston et il a peur des orages',
  'Минулого літа ми переїхали з Києва до Львова',
  '私は毎週土曜日に京都で茶道を習っています',
  '我对青霉素过敏，请记住这一点',
  'Min favorittkaffe er en cortado med havremelk',
];

const queries = [
  ...person.messages
    .map(({ text }: { text: string }) => text)
    .filter((_: string, at: number) => at % 3 === 0),
  ...changing.map((content) => `What about: ${content}?`),
  ...things.map((thing) => `who works on the ${thing}?`),
  ...['Wo wohnt Anna?', 'allergy', '京都', '青霉素', 'Bilbao architecture', 'what did Iris say?'],
  ...['tickets of May 2026', 'What happened yesterday?', 'ticket 17', 'hello', ''],
];

const filters: RetrieveOptions[] = [
  {},
  { explain: true, limit: 30 },
  { includeSuperseded: true },
  { asOf: '2026-04-01T00:00:00Z' },
  { kinds: ['fact'], minImportance: 4 },
  { kinds: ['episode'] },
  { categories: ['task_progress'], tags: ['sprint 3'] },
  { where: { open: true, labels: ['l1', 'l2'] } },
  { occurredAt: { from: '2026-03-01T00:00:00Z', before: '2026-05-01T00:00:00Z' } },
  { contested: true },
];

async function openBoth(): Promise<void> {
  const pair = backends();
  const clock = () => new Date(noon);
  old = await open({ backend: pair.old, clock });
  fresh = await open({ backend: pair.fresh, clock });
}

/** At the same moment for both. */
async function both<T>(ask: (scope: MemoryScope) => Promise<T>): Promise<[T, T]> {
  return Promise.all([ask(old.scope(name)), ask(fresh.scope(name))]);
}

describe('a store over rows in SQLite answers byte for byte as the backend for SQLite', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mneme-'));
    const pair = backends();
    let minute = 0;
    const memory = await open({
      backend: pairBackend(pair.old, pair.fresh),
      clock: () => new Date(noon - 30 * day + minute++ * 60_000),
    });
    await fill(memory);
    await memory.close();
    await openBoth();
  });

  afterAll(async () => {
    await Promise.all([old.close(), fresh.close()]);
    await rm(folder, { recursive: true });
  });

  it.each(filters)('to each query with %j', async (options) => {
    let found = 0;
    for (const query of queries) {
      const [one, other] = await both((ada) => ada.retrieve(query, options));
      expect(JSON.stringify(other)).toBe(JSON.stringify(one));
      found += one.memories.length;
    }
    expect(found).toBeGreaterThan(0);
  });

  it('to each message of a recall', async () => {
    for (const query of queries)
      for (const options of [{}, { profileShare: 0, tokenBudget: 3000 }]) {
        const [one, other] = await both((ada) => ada.recall(query, options));
        expect(JSON.stringify(other)).toBe(JSON.stringify(one));
      }
  });

  it('to the question why a memory is not found', async () => {
    const { memories } = await old.scope(name).list({ includeSuperseded: true, limit: 1000 });
    for (const [at, { id }] of memories.entries()) {
      const query = queries[at % queries.length] as string;
      if (at % 4 > 0 || query === '') continue;
      const options = filters[at % filters.length] as RetrieveOptions;
      const [one, other] = await both((ada) => ada.whyNot(query, id, options));
      expect(JSON.stringify(other)).toBe(JSON.stringify(one));
    }
  });

  describe('once the counts of reads are written', () => {
    // Each writes them from time to time, and all of them when it closes.
    beforeAll(async () => {
      await Promise.all([old.close(), fresh.close()]);
      await openBoth();
    });

    it.each(filters)(
      'to a list in pages, with %j',
      async ({ explain: _, limit: __, ...filter }) => {
        for (const order of ['newest', 'importance'] as const) {
          const [one, other] = await both(async (ada) => {
            const found: MemoryRecord[] = [];
            let cursor: string | undefined;
            do {
              const page = await ada.list({
                ...filter,
                order,
                limit: 7,
                ...(cursor && { cursor }),
              });
              found.push(...page.memories);
              cursor = page.nextCursor;
            } while (cursor !== undefined);
            return found;
          });
          expect(one.length).toBeGreaterThan(0);
          expect(other).toEqual(one);
        }
      },
    );

    it('to counts, sessions, histories, audit and scopes', async () => {
      const [one, other] = await both(async (ada) => {
        const { memories } = await ada.list({ includeSuperseded: true, limit: 1000 });
        const histories = await Promise.all(memories.map(({ id }) => ada.history(id)));
        const sessions = await ada.sessions.list();
        return { stats: await ada.stats(), histories, sessions };
      });
      expect(one.stats.superseded).toBeGreaterThan(0);
      expect(other).toEqual(one);
      const audits = await Promise.all([old, fresh].map((memory) => memory.audit({ limit: 1000 })));
      expect(audits[1]).toEqual(audits[0]);
      expect(await fresh.scopes()).toEqual(await old.scopes());
    });
  });
});
