import { createMemory, type Memory } from '@mneme/core';
import { sqliteBackend } from '@mneme/sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

interface Page {
  nextCursor?: string;
}

/** A page of one item from every kind of list. */
type Lists = Record<string, (cursor?: string) => Promise<Page>>;

let memory: Memory;
let ada: Lists;
let bob: Lists;
let elsewhere: Memory;

async function open(): Promise<Memory> {
  return createMemory({ backend: sqliteBackend({ path: ':memory:' }), secrets: 'allow' });
}

/** The same stores and documents for each tenant, so that only the owner differs. */
async function listsOf(from: Memory, name: string): Promise<Lists> {
  const scope = from.scope(name);
  const first = await scope.stores.open('first', { create: true });
  await scope.stores.open('second', { create: true });
  for (const path of ['/a', '/b', '/c']) await first.create({ path, content: 'text' });
  return {
    stores: (cursor) => scope.stores.list({ limit: 1, cursor }),
    documents: (cursor) => first.list({ limit: 1, cursor }),
    versions: (cursor) => first.versions({ limit: 1, cursor }),
  };
}

beforeAll(async () => {
  memory = await open();
  elsewhere = await open();
  ada = await listsOf(memory, 'ada');
  bob = await listsOf(memory, 'bob');
});
afterAll(async () => {
  await memory.close();
  await elsewhere.close();
});

describe.each(['stores', 'documents', 'versions'])('a cursor of %s', (list) => {
  it('continues where the page ended', async () => {
    const { nextCursor } = await (ada[list] as Lists[string])();
    await expect((ada[list] as Lists[string])(nextCursor)).resolves.toBeDefined();
  });

  it('of another tenant is refused', async () => {
    const { nextCursor } = await (bob[list] as Lists[string])();
    await expect((ada[list] as Lists[string])(nextCursor)).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'cursor',
    });
  });

  it('contains no readable text', async () => {
    const { nextCursor = '' } = await (ada[list] as Lists[string])();
    expect(nextCursor).not.toBe('');
    const text = Buffer.from(nextCursor, 'base64url').toString('latin1');
    for (const part of [list, 'ada', '"/a"']) expect(text).not.toContain(part);
    expect(() => JSON.parse(text)).toThrow();
  });
});

it('a cursor from another file is refused, since each file has its own secret', async () => {
  const there = await listsOf(elsewhere, 'ada');
  const { nextCursor } = await (there.stores as Lists[string])();
  await expect((ada.stores as Lists[string])(nextCursor)).rejects.toMatchObject({
    field: 'cursor',
  });
});

it('the statistics of a scope do not include the size of the file', async () => {
  expect((await memory.stats()).bytes).toBeGreaterThan(0);
  expect(await memory.scope('ada').stats()).not.toHaveProperty('bytes');
});
