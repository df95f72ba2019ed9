import type { FilterOptions, Memory, MemoryScope, Where } from '@mneme/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMemory } from './memory.ts';

let memory: Memory;
let ada: MemoryScope;

beforeEach(async () => {
  memory = await openMemory({ clock: () => new Date('2026-03-01T09:00:00.000Z') });
  ada = memory.scope('user:ada');
});

afterEach(() => memory.close());

describe('metadata', () => {
  it('are returned by every read of the memory', async () => {
    const metadata = { project: 'heron', nested: { deep: [1, null] }, open: false };
    const { id } = await ada.store({ content: 'Prefers tea', metadata });
    metadata.project = 'changed later';
    const expected = { project: 'heron', nested: { deep: [1, null] }, open: false };
    const [retrieved] = (await ada.retrieve('tea')).memories;
    const [listed] = (await ada.list()).memories;
    const [past] = await ada.history(id);
    for (const read of [await ada.get(id), retrieved, listed, past])
      expect(read?.metadata).toEqual(expected);
  });

  it('are absent if there are none', async () => {
    const [plain, empty] = await ada.storeMany([
      { content: 'Prefers tea' },
      { content: 'Has two cats', metadata: {} },
    ]);
    expect(await ada.get(plain?.id ?? '')).not.toHaveProperty('metadata');
    expect(await ada.get(empty?.id ?? '')).not.toHaveProperty('metadata');
  });
});

describe('where', () => {
  let names: Map<string, string>;
  beforeEach(async () => {
    const items = [
      { content: 'tea one', metadata: { project: 'heron', lang: 'en', year: 2026 } },
      { content: 'tea two', metadata: { project: 'heron', lang: ['zh', 'pt'], open: true } },
      { content: 'tea three', metadata: { project: 'egret', lang: 'en' } },
      { content: 'tea four', source: { speaker: 'Ada', channel: 'mail' } },
    ];
    const results = await ada.storeMany(items, { onConflict: 'keepBoth' });
    names = new Map(
      results.map(({ id }, index) => [id, items[index]?.content.replace('tea ', '') ?? '']),
    );
  });

  const found = async (where: Where, more: FilterOptions = {}) => {
    const { memories: retrieved } = await ada.retrieve('tea', { where, ...more });
    const { memories: listed } = await ada.list({ where, ...more });
    const sorted = (memories: { id: string }[]) => memories.map(({ id }) => names.get(id)).sort();
    expect(sorted(retrieved)).toEqual(sorted(listed));
    return sorted(listed);
  };

  it('matches equal values, any of a list, all given keys, and keys of the source', async () => {
    expect(await found({ project: 'heron' })).toEqual(['one', 'two']);
    expect(await found({ lang: ['en', 'zh'] })).toEqual(['one', 'three', 'two']);
    expect(await found({ project: 'heron', lang: ['en', 'zh'] })).toEqual(['one', 'two']);
    expect(await found({ project: 'heron', lang: 'en' })).toEqual(['one']);
    expect(await found({ year: 2026 })).toEqual(['one']);
    expect(await found({ year: '2026' })).toEqual([]);
    expect(await found({ open: true })).toEqual(['two']);
    expect(await found({ 'source.speaker': 'Ada', 'source.channel': ['mail', 'chat'] })).toEqual([
      'four',
    ]);
    expect(await found({ speaker: 'Ada' })).toEqual([]);
    expect(await found({ missing: 'x' })).toEqual([]);
    expect(await found({ project: [] })).toEqual([]);
    expect(await found({ lang: 'en', project: [] })).toEqual([]);
    expect(await found({ project: 'heron' }, { minImportance: 4 })).toEqual([]);
  });

  it('takes composed and decomposed characters for one, in keys, values, tags and names of scopes', async () => {
    const both = ['NFC', 'NFD'] as const;
    for (const stored of both) {
      const text = (words: string) => words.normalize(stored);
      const scope = memory.scope(text(`josé ${stored}`));
      await scope.store({
        content: 'a',
        metadata: { [text('café')]: text('Köln') },
        tags: [text('größe')],
      });
      for (const asked of both) {
        const again = memory.scope(`josé ${stored}`.normalize(asked));
        const where = { ['café'.normalize(asked)]: 'Köln'.normalize(asked) };
        expect((await again.list({ where })).memories).toHaveLength(1);
        const { memories } = await again.list({ tags: ['größe'.normalize(asked)] });
        expect(memories.map(({ metadata }) => metadata)).toEqual([
          { [text('café')]: text('Köln') },
        ]);
        expect(await memory.audit({ scope: `josé ${stored}`.normalize(asked) })).toHaveLength(1);
      }
    }
  });

  it('treats names like __proto__ as keys, and ignores inherited fields', async () => {
    expect(await found(JSON.parse('{"__proto__": "heron"}'))).toEqual([]);
    expect(await found({ constructor: 'heron' } as never)).toEqual([]);
    expect(await found(Object.assign(Object.create(null), { project: 'heron' }))).toHaveLength(2);
  });

  it('shortens a long key in an error', async () => {
    const where = { ['k'.repeat(12_000)]: null } as never;
    const error: Error = await ada.list({ where }).catch((reason) => reason);
    expect(error.message).toMatch(/^where\.k+… is null: give a text/);
    expect(error.message.length).toBeLessThan(400);
  });
});

describe('minRelevance', () => {
  it('leaves out memories that are less relevant, and whyNot says so', async () => {
    await ada.storeMany([
      { content: 'The harbour master is Rui Bettencourt' },
      { content: 'Prefers bullet points' },
    ]);
    const query = 'who is the harbour master?';
    const { memories } = await ada.retrieve(query);
    expect(memories).toHaveLength(2);
    const [best, other] = memories;
    const floor = ((best?.relevance ?? 0) + (other?.relevance ?? 0)) / 2;
    const above = await ada.retrieve(query, { minRelevance: floor });
    expect(above.memories.map(({ id }) => id)).toEqual([best?.id]);
    expect(await ada.whyNot(query, other?.id ?? '', { minRelevance: floor })).toMatchObject({
      returned: false,
      reasons: [{ code: 'below_relevance' }],
    });
  });
});
