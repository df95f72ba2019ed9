import type { ListOptions, MemoryRecord } from '@mneme/core';
import { describe, expect, it } from 'vitest';
import { readKnownMemories } from './known-memories.ts';

function record(id: string, fields: Partial<MemoryRecord> = {}): MemoryRecord {
  const time = '2026-03-01T09:00:00.000Z';
  return {
    id,
    version: 1,
    scope: 'ada',
    content: 'I drink tea.',
    kind: 'fact',
    category: 'user_preference',
    tags: ['drink'],
    importance: 4,
    createdAt: time,
    updatedAt: time,
    confirmedAt: time,
    occurredAt: time,
    accessCount: 0,
    source: {},
    ...fields,
  };
}

/** A scope of these records, newest first, one a page. */
function scopeOf(...records: MemoryRecord[]) {
  return {
    list: async ({ cursor = '0', includeSuperseded, where }: ListOptions = {}) => {
      expect(includeSuperseded).toBe(true);
      const asked = where?.['source.externalId'] as string[];
      const found = records.filter(({ source }) => asked.includes(source.externalId ?? ''));
      const next = Number(cursor) + 1;
      return {
        memories: found.slice(next - 1, next),
        nextCursor: next < found.length ? String(next) : undefined,
      };
    },
    get: async (id: string) => records.find((record) => record.id === id),
  };
}

const id = (last: number) => `01890000-0000-7000-8000-00000000000${last}`;

const line = (externalId: string, content = 'I drink tea.') => ({
  content,
  source: { externalId },
});

describe('readKnownMemories', () => {
  it('knows a line by the id it was imported with, and an exported one by the id of the record', async () => {
    const known = await readKnownMemories(
      scopeOf(record(id(1), { source: { externalId: 'a' } }), record(id(2))),
      { ids: ['a', id(1), id(2)] },
    );
    expect(known.says(line('a'))).toBe(true);
    expect(known.says(line(id(2), ' I drink tea. '))).toBe(true);
    expect(known.says(line(id(1)))).toBe(false);
    expect(known.says(line('a', 'I drink coffee.'))).toBe(false);
    expect(['a', id(1), id(2), 'b'].map(known.recordId)).toEqual([id(1), id(1), id(2), undefined]);
  });

  it('knows a replaced record too, so that it is not brought back', async () => {
    const replaced = record('1', { source: { externalId: 'a' }, supersededBy: '2', tags: [] });
    const known = await readKnownMemories(
      scopeOf(record('2', { content: 'I drink coffee.' }), replaced),
      { ids: ['a'] },
    );
    expect(known.says({ ...line('a'), tags: ['drink'] })).toBe(true);
  });

  it('lets the newest of several records with one id speak', async () => {
    const older = record('1', { source: { externalId: 'a' }, supersededBy: '2' });
    const newer = record('2', { source: { externalId: 'a' }, content: 'I drink coffee.' });
    const known = await readKnownMemories(scopeOf(newer, older), { ids: ['a'] });
    expect(known.says(line('a'))).toBe(false);
    expect(known.says(line('a', 'I drink coffee.'))).toBe(true);
  });

  it('does not know what a line says anew', async () => {
    const known = await readKnownMemories(scopeOf(record('1', { source: { externalId: 'a' } })), {
      ids: ['a'],
    });
    expect(
      known.says({ ...line('a'), tags: ['drink'], importance: 4, category: 'user_preference' }),
    ).toBe(true);
    expect(known.says({ ...line('a'), tags: ['new'] })).toBe(false);
    expect(known.says({ ...line('a'), importance: 5 })).toBe(false);
    expect(known.says({ ...line('a'), category: 'relationship' })).toBe(false);
  });

  it('does not know metadata that the record lacks, and knows those that it has', async () => {
    const metadata = { project: 'heron', list: [1] };
    const known = await readKnownMemories(
      scopeOf(record('1', { source: { externalId: 'a' }, metadata })),
      { ids: ['a'] },
    );
    expect(known.says({ ...line('a'), metadata: { list: [1] } })).toBe(true);
    expect(known.says({ ...line('a'), metadata: { list: [2] } })).toBe(false);
    expect(known.says({ ...line('a'), metadata: { other: 1 } })).toBe(false);
  });
});
