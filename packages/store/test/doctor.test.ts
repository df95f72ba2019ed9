import { createMemory, type Memory } from '@mneme/core';
import { pages } from '@mneme/core/backend';
import { beforeEach, expect, it } from 'vitest';
import { letterEmbedder } from '../../../tools/letter-embedder.mjs';
import { storeBackend } from '../src/index.ts';
import { MemoryRows } from '../src/memory/index.ts';
import type { Row } from '../src/rows/rows.ts';
import { damage, type Kept, rowsIn } from './summed-store.ts';

const facts = ['The harbour is deep', 'Ada keeps a red boat', 'The deadline is in May'];
let kept: Kept;

async function withMemory<T>(work: (memory: Memory) => Promise<T>): Promise<T> {
  const backend = storeBackend(new MemoryRows({ kept }));
  const memory = await createMemory({ backend, embedder: letterEmbedder });
  try {
    return await work(memory);
  } finally {
    await memory.close();
  }
}

/** Three facts and a document. */
beforeEach(async () => {
  kept = new Map();
  await withMemory(async (memory) => {
    const ada = memory.scope('ada');
    await ada.storeMany(facts.map((content) => ({ content, tags: ['fact'] })));
    const store = await ada.stores.open('notes', { create: true });
    await store.create({ path: '/plan', content: 'The plan is simple' });
    await memory.scope('bob').store({ content: 'Bob likes rum' });
  });
});

const look = (fix = false) => withMemory((memory) => memory.doctor({ fix }));
const kindsOf = ({ findings }: Awaited<ReturnType<typeof look>>) => [
  ...new Set(findings.map(({ kind }) => kind)),
];
const ofAda = (row: Row) => row.scope === 'ada';
const first = (table: string) => {
  const [found] = rowsIn(kept, table).filter(ofAda);
  return (row: Row) => JSON.stringify(row) === JSON.stringify(found);
};
/** Adds a row like the first one. */
const add = (table: string, change: Row) => {
  const [row] = rowsIn(kept, table).filter(ofAda);
  const added = { ...row, ...change } as Row;
  kept.get(table)?.rows.set(JSON.stringify(Object.values(change)), added);
};

it('a healthy store has no findings, in small pages too', async () => {
  expect(await look()).toMatchObject({ healthy: true, findings: [], scopes: 2, records: 4 });
  const backend = storeBackend(new MemoryRows({ kept }));
  await backend.open({ embedder: await letterEmbedder.identity() });
  for await (const { faults } of pages((cursor) => backend.checkStore!({ limit: 1, cursor })))
    expect(faults).toEqual([]);
  await backend.close();
});

it('takes no write of another process for damage', async () => {
  await withMemory(async (other) => {
    const rows = new MemoryRows({ kept });
    const checking = storeBackend(rows);
    await checking.open({ embedder: await letterEmbedder.identity() });
    const read = rows.read.bind(rows);
    let writes = 0;
    rows.read = async (...given) => {
      writes += 1;
      const content = `Ada counts to ${writes}`;
      await other.scope('ada').store({ content, tags: ['count'] }, { onConflict: 'keepBoth' });
      return read(...given);
    };
    let pagesRead = 0;
    for await (const { faults } of pages((cursor) => checking.checkStore!({ limit: 2, cursor }))) {
      expect(faults).toEqual([]);
      if (++pagesRead === 20) rows.read = read;
    }
    expect(writes).toBeGreaterThan(20);
    await checking.close();
  });
  expect(await look()).toMatchObject({ healthy: true });
});

const mendable: Record<string, () => void> = {
  'a missing vector': () => damage(kept, 'vectors', () => undefined, first('vectors')),
  'a changed vector': () =>
    damage(kept, 'vectors', (row) => ({ ...row, rest: new Uint8Array(3) }), first('vectors')),
  'a vector without a record': () => add('vectors', { number: 999 }),
  'a missing tag': () => damage(kept, 'facets', () => undefined, first('facets')),
  'a tag that the record does not have': () => add('facets', { facet: 'ghost' }),
  'a tag without a record': () => add('facets', { number: 999 }),
  'a wrong count': () => damage(kept, 'scopes', (row) => ({ ...row, records: 9 }), ofAda),
  'a wrong sum': () => damage(kept, 'scopes', (row) => ({ ...row, sums: '{}' }), ofAda),
  'a number to give out that is taken': () =>
    damage(kept, 'scopes', (row) => ({ ...row, next_number: 1 }), ofAda),
  'a record that is gone': () => damage(kept, 'records', () => undefined, first('records')),
  'a document that is gone': () => damage(kept, 'documents', () => undefined),
};
it.each(Object.entries(mendable))('finds and repairs %s', async (name, harm) => {
  harm();
  const before = await look();
  expect(before.healthy).toBe(false);
  expect(kindsOf(before)).toEqual(['index']);
  const after = await look(true);
  expect(after).toMatchObject({ healthy: true, findings: [] });
  await withMemory(async (memory) => {
    const ada = memory.scope('ada');
    const left = name === 'a record that is gone' ? 2 : 3;
    expect((await ada.list({ tags: ['fact'] })).memories).toHaveLength(left);
    await ada.store({ content: 'A parcel waits' }, { onConflict: 'keepBoth' });
    expect((await ada.retrieve('parcel')).memories.length).toBeGreaterThan(0);
  });
  expect(await look()).toMatchObject({ healthy: true });
});

const lost: Record<string, [string, () => void]> = {
  'a memory that was changed': [
    'damaged',
    () =>
      damage(
        kept,
        'records',
        (row) => ({ ...row, body: (row.body as string).replace('deep', 'shallow') }),
        (row) => (row.body as string).includes('deep'),
      ),
  ],
  'a document that was changed': [
    'damaged',
    () => damage(kept, 'versions', (row) => ({ ...row, content: new Uint8Array(2) })),
  ],
  'rows of a scope without its row': [
    'structure',
    () =>
      damage(
        kept,
        'scopes',
        () => undefined,
        ({ scope }) => scope === 'bob',
      ),
  ],
  'an audit line that was changed': [
    'audit',
    () => damage(kept, 'audit', (row) => ({ ...row, entry: '{}' }), first('audit')),
  ],
};
it.each(Object.entries(lost))('finds, but does not change, %s', async (_, [kind, harm]) => {
  harm();
  const report = await look(true);
  expect(report.healthy).toBe(false);
  expect(kindsOf(report)).toContain(kind);
  expect(JSON.stringify(report)).not.toContain('shallow');
});

it('finds a changed key of a server', async () => {
  const backend = storeBackend(new MemoryRows({ kept }));
  await backend.open({});
  const at = '2026-03-01T12:00:00.000Z';
  await backend.keys.addKey({
    id: 'k',
    hash: 'h',
    scope: 'ada',
    access: 'read_only',
    createdAt: at,
  });
  await backend.close();
  expect(await look()).toMatchObject({ healthy: true });
  damage(kept, 'keys', (row) => ({ ...row, access: 'read_write' }));
  expect(kindsOf(await look())).toEqual(['damaged']);
});
