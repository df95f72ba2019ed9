import type { Memory, MemoryOptions, MemoryScope } from '@mneme/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMemory } from './memory.ts';

let time: string;
let memory: Memory;
let ada: MemoryScope;

const open = (options: Partial<MemoryOptions> = {}) =>
  openMemory({ clock: () => new Date(time), ...options });

beforeEach(async () => {
  time = '2026-03-01T09:00:00.000Z';
  memory = await open();
  ada = memory.scope('user:ada');
});

afterEach(() => memory.close());

const unknownId = '00000000-0000-7000-8000-000000000000';

describe('an update of the text', () => {
  it('of a turn keeps its date', async () => {
    const said = '2026-02-01T10:00:00.000Z';
    const turn = { speaker: 'Ada', content: 'I like gren tea.', occurredAt: said };
    const { ids } = await ada.episodes.append([turn], { session: 'monday' });
    const id = ids[0] as string;
    const { replaced } = await ada.update(id, { content: 'I like green tea.' });
    expect(await ada.get(id)).toMatchObject({ content: 'I like green tea.', occurredAt: said });
    const then = { kinds: ['episode'], asOf: '2026-02-15' } as const;
    expect((await ada.list(then)).memories.map((one) => one.content)).toEqual([
      'I like green tea.',
    ]);
    expect(await ada.get(replaced as string)).toMatchObject({ supersededBy: id, validTo: said });
  });

  it('is never dated before the one it changes, even if the clock was set back', async () => {
    const { id } = await ada.store({ content: 'Green tea' });
    time = '2026-03-05T09:00:00.000Z';
    await ada.update(id, { importance: 4 });
    time = '2026-03-02T09:00:00.000Z';
    await ada.update(id, { content: 'Black tea' });
    expect(await ada.get(id)).toMatchObject({ updatedAt: '2026-03-05T09:00:00.000Z' });
  });

  it('keeps the id, is found by the new words, and moves the old text to the history', async () => {
    const { id } = await ada.store({
      content: 'The harbour master is Rui Bettencourt',
      tags: ['port'],
      metadata: { project: 'heron' },
      source: { speaker: 'Ada', externalId: 'crm:7' },
    });
    time = '2026-03-05T09:00:00.000Z';
    const result = await ada.update(id, { content: ' The harbour master is Ana Pinto ' });
    expect(result).toEqual({ id, outcome: 'updated', replaced: expect.any(String) });
    const now = await ada.get(id);
    expect(now).toMatchObject({
      version: 2,
      content: 'The harbour master is Ana Pinto',
      tags: ['port'],
      metadata: { project: 'heron' },
      createdAt: '2026-03-01T09:00:00.000Z',
      updatedAt: time,
      confirmedAt: time,
      occurredAt: time,
    });
    expect(now).not.toHaveProperty('supersededBy');
    const history = await ada.history(id);
    expect(history.map(({ content }) => content)).toEqual([
      'The harbour master is Rui Bettencourt',
      'The harbour master is Ana Pinto',
    ]);
    expect(history[0]).toMatchObject({
      id: result.replaced,
      supersededBy: id,
      validTo: time,
      occurredAt: '2026-03-01T09:00:00.000Z',
      source: { speaker: 'Ada' },
    });
    const ids = async (query: string, asOf?: string) =>
      (await ada.retrieve(query, { asOf })).memories.map((found) => found.id);
    expect(await ids('Ana Pinto')).toEqual([id]);
    expect(await ids('Rui Bettencourt', '2026-03-03')).toEqual([result.replaced]);
    expect((await ada.stats()).current).toBe(1);
  });

  it('rejects the text of another memory, and names that memory', async () => {
    const { id } = await ada.store({ content: 'Lives in Lisbon' });
    const other = await ada.store({ content: 'Has two cats' });
    await expect(ada.update(id, { content: 'has two  cats.' })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(other.id),
    });
    // A memory does not conflict with its own text.
    expect(await ada.update(id, { content: 'Lives in LISBON' })).toMatchObject({
      outcome: 'updated',
    });
  });

  it('can change the other fields of one of two memories with equal text', async () => {
    const twin = { content: 'The gate is open', source: { externalId: 'a' } };
    await ada.store(twin, { onConflict: 'keepBoth' });
    const other = { ...twin, source: { externalId: 'b' } };
    const { id, outcome } = await ada.store(other, { onConflict: 'keepBoth' });
    expect(outcome).toBe('created');
    await ada.update(id, { metadata: { seen: true }, expiresAt: '2026-04-01T00:00:00.000Z' });
    expect(await ada.get(id)).toMatchObject({ metadata: { seen: true }, version: 2 });
    await expect(ada.update(id, { category: 'decision_log' })).resolves.toMatchObject({ id });
    await expect(ada.update(id, { category: 'factual_knowledge' })).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  it('makes a store of the new text confirm it, and allows the old text again', async () => {
    const { id } = await ada.store({ content: 'Has two cats' });
    await ada.update(id, { content: 'Sails on Sundays with Ana' });
    expect(await ada.store({ content: 'sails on sundays with ana' })).toMatchObject({
      id,
      outcome: 'confirmed',
    });
    const again = await ada.store({ content: 'Has two cats' });
    expect(again.outcome).toBe('created');
    expect(again.id).not.toBe(id);
  });

  it('applies concurrent updates one after the other', async () => {
    const { id } = await ada.store({ content: 'The count is zero' });
    const texts = ['one bird', 'two fish', 'three trees', 'four winds'];
    await Promise.all(texts.map((content) => ada.update(id, { content })));
    const history = await ada.history(id);
    expect(history.map(({ content }) => content).sort()).toEqual(
      [...texts, 'The count is zero'].sort(),
    );
    const current = history.filter(({ supersededBy }) => supersededBy === undefined);
    expect(current.map(({ version }) => version)).toEqual([texts.length + 1]);
  });
});

describe('a change of a given version', () => {
  const moved = { code: 'conflict', field: 'version' };

  it('is refused once the memory has another version, and writes nothing', async () => {
    const { id } = await ada.store({ content: 'The count is zero' });
    const { replaced = '' } = await ada.update(id, { content: 'The count is one' }, { version: 1 });
    for (const version of [1, 3]) {
      const change = ada.update(id, { content: 'The count is two' }, { version });
      await expect(change).rejects.toMatchObject(moved);
      await expect(ada.delete(id, { version })).rejects.toMatchObject(moved);
      await expect(ada.delete(id, { version, dryRun: true })).rejects.toMatchObject(moved);
      const back = ada.restore(replaced, { instead: true, version });
      await expect(back).rejects.toMatchObject(moved);
    }
    expect((await ada.history(id)).map(({ content }) => content)).toEqual([
      'The count is zero',
      'The count is one',
    ]);
    expect(await ada.restore(replaced, { instead: true, version: 2 })).toMatchObject({
      outcome: 'restored',
    });
    await ada.delete(replaced, { version: 2 });
    expect(await ada.get(replaced)).toBeUndefined();
  });

  it('succeeds for one of several writers at once', async () => {
    const { id } = await ada.store({ content: 'The count is zero' });
    const writers = ['one', 'two', 'three', 'four'].map((count) =>
      ada.update(id, { content: `The count is ${count}` }, { version: 1 }),
    );
    const done = await Promise.allSettled(writers);
    expect(done.filter(({ status }) => status === 'fulfilled').length).toBe(1);
    expect((await ada.history(id)).length).toBe(2);
  });
});

describe('two hundred writers at once', () => {
  const each = Array.from({ length: 200 }, (_, at) => at);

  it('can all update one memory', async () => {
    const { id } = await ada.store({ content: 'The count is zero' });
    await Promise.all(each.map((at) => ada.update(id, { content: `The count is ${at}` })));
    expect((await ada.history(id)).length).toBe(201);
  });

  it('can all store the same text', async () => {
    const stored = await Promise.all(each.map(() => ada.store({ content: 'Has two cats' })));
    expect(new Set(stored.map(({ id }) => id)).size).toBe(1);
  });
});

describe('an update of other fields', () => {
  it('rewrites the record without a new version in the history', async () => {
    const { id } = await ada.store({
      content: 'Prefers tea',
      expiresAt: '2027-01-01',
      tags: ['drink'],
      metadata: { project: 'heron' },
    });
    time = '2026-03-05T09:00:00.000Z';
    const result = await ada.update(id, {
      category: 'user_preference',
      importance: 5,
      tags: ['morning'],
      expiresAt: null,
      metadata: { project: 'egret' },
    });
    expect(result).toEqual({ id, outcome: 'updated' });
    const record = await ada.get(id);
    expect(record).toMatchObject({
      category: 'user_preference',
      importance: 5,
      tags: ['morning'],
      metadata: { project: 'egret' },
      updatedAt: time,
      confirmedAt: '2026-03-01T09:00:00.000Z',
      occurredAt: '2026-03-01T09:00:00.000Z',
    });
    expect(record).not.toHaveProperty('expiresAt');
    expect(await ada.history(id)).toHaveLength(1);
    const found = await ada.retrieve('morning', { where: { project: 'egret' } });
    expect(found.memories.map((one) => one.id)).toEqual([id]);
  });

  it('keeps absent fields, removes null ones, and sets a later expiry', async () => {
    const { id } = await ada.store({ content: 'Prefers tea', metadata: { project: 'heron' } });
    await ada.update(id, { expiresAt: '2026-06-01', content: undefined });
    expect(await ada.get(id)).toMatchObject({
      content: 'Prefers tea',
      expiresAt: '2026-06-01T00:00:00.000Z',
      metadata: { project: 'heron' },
    });
    await ada.update(id, { metadata: null });
    expect(await ada.get(id)).not.toHaveProperty('metadata');
    expect((await ada.get(id))?.expiresAt).toBe('2026-06-01T00:00:00.000Z');
  });

  it('writes nothing if nothing changes', async () => {
    const { id } = await ada.store({ content: 'Prefers tea', importance: 4 });
    const lines = (await memory.audit()).length;
    expect(await ada.update(id, { importance: 4, content: 'Prefers tea', tags: [] })).toEqual({
      id,
      outcome: 'unchanged',
    });
    expect(await memory.audit()).toHaveLength(lines);
  });

  it('adds an audit line with the changed fields or the reason, never the content', async () => {
    const { id } = await ada.store({ content: 'Prefers tea' });
    await ada.update(id, { importance: 5, tags: ['drink'] }, { actor: 'ui' });
    await ada.update(id, { content: 'Prefers coffee' }, { reason: 'the user said so' });
    const [superseded, second, first] = await memory.audit();
    expect(first).toMatchObject({
      action: 'update',
      id,
      actor: 'ui',
      reason: 'updated: importance, tags',
    });
    expect(second).toMatchObject({ action: 'update', id, reason: 'the user said so' });
    expect(superseded).toMatchObject({ action: 'supersede', reason: `superseded by ${id}` });
  });
});

describe('an update rejects', () => {
  it('an unknown id, an id of another scope and an expired record with not_found', async () => {
    const { id } = await memory.scope('user:rui').store({ content: 'Prefers tea' });
    const brief = await ada.store({ content: 'Parks in row 4', expiresAt: '2026-03-02' });
    time = '2026-03-03T09:00:00.000Z';
    for (const absent of [unknownId, id, brief.id]) {
      await expect(ada.update(absent, { importance: 5 })).rejects.toMatchObject({
        code: 'not_found',
        field: 'id',
      });
    }
  });

  it('a replaced record, naming the newer one', async () => {
    const old = await ada.store({ content: 'Sync is on Monday', source: { externalId: 'sync' } });
    const newer = await ada.store({
      content: 'Sync is on Tuesday',
      source: { externalId: 'sync' },
    });
    await expect(ada.update(old.id, { importance: 5 })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(newer.id),
    });
  });
});

describe('get', () => {
  it('returns expired records only on request', async () => {
    const { id } = await ada.store({ content: 'Parks in row 4', expiresAt: '2026-03-02' });
    expect(await ada.get(id)).toMatchObject({ id });
    time = '2026-03-02T00:00:00.000Z';
    expect(await ada.get(id)).toBeUndefined();
    expect(await ada.get(id, { includeExpired: true })).toMatchObject({ id });
  });
});
