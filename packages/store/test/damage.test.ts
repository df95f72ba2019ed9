import { createMemory } from '@mneme/core';
import { expect, it } from 'vitest';
import { letterEmbedder } from '../../../tools/letter-embedder.mjs';
import { storeBackend } from '../src/index.ts';
import { MemoryRows } from '../src/memory/index.ts';
import type { Row } from '../src/rows/rows.ts';
import { damage, type Kept } from './summed-store.ts';

/** A record, a document and another scope, damaged, and opened again. */
async function damagedBy(table: string, change: (row: Row) => Row | undefined) {
  const kept: Kept = new Map();
  const open = () =>
    createMemory({ backend: storeBackend(new MemoryRows({ kept })), embedder: letterEmbedder });
  const before = await open();
  const ada = before.scope('ada');
  const { id } = await ada.store({ content: 'The harbour is deep', tags: ['harbour'] });
  await (await ada.stores.create({ name: 'notes' })).create({ path: '/plan', content: 'Simple' });
  await before.scope('bob').store({ content: 'Bob likes rum' });
  await before.close();
  damage(kept, table, change, ({ scope }) => scope === 'ada');
  const memory = await open();
  return { memory, ada: memory.scope('ada'), id };
}

const changes: Record<string, (row: Row) => Row> = {
  content: (row) => ({ ...row, body: (row.body as string).replace('deep', 'shallow') }),
  JSON: (row) => ({ ...row, body: '{"content":"har' }),
};
const found: Record<string, (row: Row) => Row> = {
  importance: (row) => ({ ...row, importance: 5 }),
  expiry: (row) => ({ ...row, expires_at: 1 }),
  kind: (row) => ({ ...row, kind: null }),
  family: (row) => ({ ...row, family: null }),
};
it.each(Object.entries(found))(
  'a record whose %s was changed is missing from no list without a word, and the doctor names it',
  async (_, change) => {
    const { memory, ada, id } = await damagedBy('records', change);
    const failure = { code: 'damaged', message: expect.stringContaining(id) };
    await expect(ada.get(id)).rejects.toMatchObject(failure);
    await expect(ada.list()).rejects.toMatchObject(failure);
    await expect(ada.retrieve('harbour')).rejects.toMatchObject({ code: 'damaged' });
    const { findings } = await memory.doctor({ fix: true });
    expect(findings).toContainEqual(
      expect.objectContaining({ kind: 'damaged', examples: [expect.objectContaining({ id })] }),
    );
    await ada.delete(id);
    expect((await ada.list()).memories).toEqual([]);
    expect(await memory.doctor({ fix: true })).toMatchObject({ healthy: true });
  },
);

it('others with a tag that the damaged record does not have are listed', async () => {
  const { ada } = await damagedBy('records', (row) => ({ ...row, importance: 5 }));
  const { id } = await ada.store(
    { content: 'A parcel waits', tags: ['post'] },
    { onConflict: 'keepBoth' },
  );
  expect((await ada.list({ tags: ['post'] })).memories).toMatchObject([{ id }]);
  expect(await ada.get(id)).toMatchObject({ id });
  await expect(ada.list({ tags: ['harbour'] })).rejects.toMatchObject({ code: 'damaged' });
});

it('a record under another key is not said to be missing', async () => {
  const other = (id: unknown) => `${id}`.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  const { ada, id } = await damagedBy('records', (row) => ({ ...row, id: other(row.id) }));
  await expect(ada.get(id)).rejects.toMatchObject({ code: 'damaged' });
  await expect(ada.get(other(id))).rejects.toMatchObject({ code: 'damaged' });
  await expect(ada.list()).rejects.toMatchObject({ code: 'damaged' });
  await expect(ada.history(id)).rejects.toMatchObject({ code: 'damaged' });
});

it('a write to a scope whose row was changed is refused until the doctor has counted anew', async () => {
  const { memory, ada } = await damagedBy('scopes', (row) => ({ ...row, lines: 0 }));
  const another = { content: 'A parcel waits' };
  await expect(ada.store(another)).rejects.toMatchObject({ code: 'damaged' });
  await memory.doctor({ fix: true });
  await ada.store(another, { onConflict: 'keepBoth' });
});

it.each(Object.entries(changes))(
  'a record whose %s was changed is never returned, and can be deleted',
  async (_, change) => {
    const { memory, ada, id } = await damagedBy('records', change);
    const failure = { code: 'damaged', message: expect.stringContaining(id) };
    await expect(ada.get(id)).rejects.toMatchObject(failure);
    await expect(ada.list()).rejects.toMatchObject(failure);
    await expect(ada.retrieve('harbour')).rejects.toMatchObject({ code: 'damaged' });
    expect((await memory.scope('bob').retrieve('rum')).memories).toHaveLength(1);
    await ada.delete(id);
    expect((await ada.list()).memories).toEqual([]);
    expect(await memory.doctor({ fix: true })).toMatchObject({ healthy: true });
  },
);

it.each(['records', 'facets', 'vectors', 'versions', 'documents', 'stores', 'scopes'])(
  'a scope of which a row of %s is gone can be erased',
  async (table) => {
    const { memory, ada } = await damagedBy(table, () => undefined);
    await ada.erase();
    expect((await memory.scope('ada').list()).memories).toEqual([]);
    expect((await memory.scope('bob').list()).memories).toHaveLength(1);
  },
);

it('names and counts of all scopes are refused if the row of one is gone, and others are answered', async () => {
  const { memory } = await damagedBy('scopes', () => undefined);
  const failure = { code: 'damaged', message: expect.stringContaining('list of scopes') };
  await expect(memory.scopes()).rejects.toMatchObject(failure);
  await expect(memory.stats()).rejects.toMatchObject(failure);
  expect((await memory.scope('bob').list()).memories).toHaveLength(1);
  expect(await memory.scope('bob').stats()).toMatchObject({ current: 1 });
  const { findings } = await memory.doctor();
  expect(findings).toContainEqual(expect.objectContaining({ kind: 'structure' }));
});

it('a document whose content was changed is refused, and can be deleted', async () => {
  const { ada } = await damagedBy('versions', (row) => ({ ...row, content: new Uint8Array(6) }));
  const store = await ada.stores.open('notes');
  await expect(store.read('/plan')).rejects.toMatchObject({ code: 'damaged' });
  await expect(store.search('plan')).rejects.toMatchObject({ code: 'damaged' });
  await store.delete('/plan');
});
