import { MemoryIndex } from '@mneme/conformance';
import { createMemory, type Memory, type MemoryScope, type RetrieveOptions } from '@mneme/core';
import { staticEmbedder } from '@mneme/embedders';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { remember } from '../../../lab/recall/user-blocks.mjs';
import { people } from '../../../lab/recall/users.mjs';
import { storeBackend } from '../src/index.ts';
import { MemoryRows } from '../src/memory/index.ts';

const noon = Date.parse('2026-06-01T12:00:00Z');
const hour = 60 * 60 * 1000;
const day = 24 * hour;
const person = people()[0]!;
const name = person.name as string;

const queries: string[] = [
  ...person.messages.map(({ text }: { text: string }) => text),
  ...['who works on the login page?', 'tickets of May 2026', 'ticket 17', 'hello', ''],
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
];

describe('a store with an exact search index answers as without one', () => {
  const kept = new Map();
  let now = noon - day / 2;
  const clock = () => new Date(now);
  const open = (backend: ReturnType<typeof storeBackend>) =>
    createMemory({ backend, embedder: staticEmbedder(), secrets: 'allow', clock });
  let without: Memory;
  let beside: Memory;
  const both = (ask: (scope: MemoryScope) => Promise<unknown>) =>
    Promise.all([ask(without.scope(name)), ask(beside.scope(name))]);

  beforeAll(async () => {
    beside = await open(storeBackend(new MemoryRows({ kept }), { index: new MemoryIndex() }));
    without = await open(storeBackend(new MemoryRows({ kept })));
    await remember(beside, person);
    const tickets = Array.from({ length: 120 }, (_, number) => ({
      content: `Ticket ${number} about the login page is assigned to Berta`,
      category: 'task_progress' as const,
      importance: (1 + (number % 5)) as 1,
      tags: [`sprint ${number % 7}`],
      metadata: { open: number % 3 === 0, labels: [`l${number % 4}`] },
      occurredAt: new Date(noon - (number + 1) * day),
      ...(number % 6 === 0 && { expiresAt: new Date(noon + (number - 9) * hour) }),
    }));
    await beside.scope(name).storeMany(tickets, { onConflict: 'keepBoth' });
    for (const content of ['User works at Lidl', 'User now works at Aldi'])
      await without.scope(name).store({ content, category: 'project_context' });
    now = noon;
  });

  afterAll(async () => {
    await Promise.all([without.close(), beside.close()]);
  });

  it.each(filters)('to each query with %j', async (options) => {
    let found = 0;
    for (const query of queries) {
      const [one, other] = await both((ada) => ada.retrieve(query, options));
      expect(JSON.stringify(other)).toBe(JSON.stringify(one));
      found += (one as { memories: unknown[] }).memories.length;
    }
    expect(found).toBeGreaterThan(0);
  });

  it('to each message of a recall', async () => {
    for (const query of queries) {
      const [one, other] = await both((ada) => ada.recall(query));
      expect(JSON.stringify(other)).toBe(JSON.stringify(one));
    }
  });
});
