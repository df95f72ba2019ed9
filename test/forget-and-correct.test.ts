import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prefetch } from '@mneme/agent';
import type { Extractor, Memory, MemoryScope } from '@mneme/core';
import { sqliteBackend } from '@mneme/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMemory } from './memory.ts';

let folder: string;
let memory: Memory;
let ada: MemoryScope;
let now: Date;
beforeEach(async () => {
  now = new Date('2026-03-01T09:00:00Z');
  folder = await mkdtemp(join(tmpdir(), 'mneme-forget-'));
  const backend = sqliteBackend({ path: join(folder, 'store.db') });
  memory = await openMemory({ backend, clock: () => now });
  ada = memory.scope('ada');
});
afterEach(async () => {
  await memory.close();
  await rm(folder, { recursive: true });
});

const days = (count: number) => {
  now = new Date(now.getTime() + count * 86_400_000);
};
const tell = (session: string, ...turns: [speaker: string, content: string][]) =>
  ada.episodes.append(
    turns.map(([speaker, content]) => ({ speaker, content })),
    { session },
  );
const contents = async (kind: 'fact' | 'episode') =>
  (await ada.list({ kinds: [kind], limit: 100 })).memories.map(({ content }) => content);
const block = async (message: string) =>
  (await prefetch(ada, message, { timeoutMs: 60_000, minRelevance: 0 })).text ?? '';
const factWith = async (words: string) => {
  const { memories } = await ada.list({ kinds: ['fact'], limit: 100 });
  return memories.find(({ content }) => content.includes(words))!;
};

const pregnant = 'I am pregnant, due in May.';
const echo = 'Congratulations on your pregnancy! May is a lovely month.';

describe('a deleted fact', () => {
  it('takes the turn that said it and the answer that repeats it, as the dry run shows first', async () => {
    const { ids, learned } = await tell('monday', ['user', pregnant], ['assistant', echo]);
    await tell('tuesday', ['user', 'I work as a nurse in Leeds.']);
    const shown = await ada.delete(learned[0]!, { dryRun: true });
    expect(shown).toMatchObject({ dryRun: true, removed: learned, turns: ids, cut: [] });
    expect(await contents('episode')).toHaveLength(3);
    const { dryRun: _, ...same } = shown;
    expect(await ada.delete(learned[0]!)).toMatchObject({ ...same, bytes: expect.any(String) });
    expect(await contents('episode')).toEqual(['I work as a nurse in Leeds.']);
    expect(await block('What may I drink at the party?')).not.toMatch(/pregnan|May/);
  });

  it('is not learned again by a consolidation, in another session or by an import, until it is said on purpose', async () => {
    const { learned } = await tell('monday', ['user', pregnant]);
    await ada.delete(learned[0]!);
    days(1);
    expect(await ada.consolidate()).toMatchObject({ facts: 0, confirmed: 0 });
    expect((await tell('tuesday', ['user', pregnant])).learned).toEqual([]);
    expect((await tell('friday', ['user', "I'm pregnant and due in May"])).learned).toEqual([]);
    const item = { content: 'The user is pregnant, due in May' };
    const [left] = await ada.storeMany([item], { unlessForgotten: true });
    expect(left).toMatchObject({ outcome: 'rejected', id: '' });
    days(7);
    expect(await contents('fact')).toEqual([]);
    // Its denial is another claim, and so is somebody else's.
    await ada.storeMany([{ content: 'The user is not pregnant' }], { unlessForgotten: true });
    await ada.storeMany([{ content: 'Ben is a fireman in Leeds' }], { unlessForgotten: true });
    expect(await contents('fact')).toHaveLength(2);
    expect(await ada.store(item)).toMatchObject({ outcome: 'created' });
    expect((await tell('sunday', ['user', pregnant])).learned).toHaveLength(1);
  });

  it('is learned again if somebody asks later to remember it', async () => {
    const asks = 'Please remember that I am allergic to shellfish.';
    const extractor: Extractor = {
      name: 'model',
      extract: async ({ turns }) => ({
        facts: turns.map(({ id }) => ({
          ...{ content: 'The user is allergic to shellfish', evidence: [id] },
          ...{ category: 'factual_knowledge', importance: 4 },
        })),
      }),
    };
    await tell('monday', ['user', asks]);
    await ada.consolidate({ extractor });
    await ada.delete((await factWith('shellfish')).id, { keepTurns: true });
    // A request from before the deletion is none to undo it.
    const again: Extractor = { ...extractor, name: 'another' };
    await tell('tuesday', ['user', 'I am allergic to shellfish, as I said.']);
    expect(await ada.consolidate({ extractor: again })).toMatchObject({
      facts: 0,
      skipped: { forgotten: 1 },
    });
    expect(await contents('fact')).toEqual([]);
    days(1);
    await tell('friday', ['user', asks]);
    expect(await contents('fact')).toEqual(['I am allergic to shellfish.']);
  });

  it('is cut out of a turn that says something else, whose facts stay', async () => {
    const said = 'I live in Porto. I am allergic to penicillin.';
    const { ids, learned } = await tell('monday', ['user', said]);
    expect(learned).toHaveLength(2);
    const { id } = await factWith('penicillin');
    expect(await ada.delete(id)).toMatchObject({
      removed: [id],
      turns: [],
      cut: ids,
      forgotten: [],
    });
    expect(await contents('episode')).toEqual(['I live in Porto.']);
    expect(await contents('fact')).toEqual(['I live in Porto.']);
    expect((await ada.evidence((await factWith('Porto')).id))?.turns).toHaveLength(1);
    expect(await block('May I take penicillin?')).not.toContain('penicillin');
  });

  it('does not come back when its turns are appended again at their places', async () => {
    const said = ['I live in Porto. I am allergic to penicillin.', pregnant];
    const placed = said.map((content, sequence) => ({ speaker: 'user', content, sequence }));
    await ada.episodes.append(placed, { session: 'monday' });
    await ada.delete((await factWith('penicillin')).id);
    await ada.delete((await factWith('pregnant')).id);
    expect(await ada.episodes.append(placed, { session: 'monday' })).toMatchObject({
      ...{ appended: 0, known: 2, learned: [] },
    });
    expect(await contents('episode')).toEqual(['I live in Porto.']);
  });

  it('leaves its turns with keepTurns', async () => {
    const { learned } = await tell('monday', ['user', pregnant], ['assistant', echo]);
    expect(await ada.delete(learned[0]!, { keepTurns: true })).toMatchObject({
      turns: [],
      cut: [],
    });
    expect(await contents('episode')).toHaveLength(2);
    expect(await ada.consolidate()).toMatchObject({ facts: 0 });
  });

  it('may be learned again after its scope was erased', async () => {
    const { learned } = await tell('monday', ['user', pregnant]);
    await ada.delete(learned[0]!);
    await ada.erase();
    expect((await tell('monday', ['user', pregnant])).learned).toHaveLength(1);
  });
});

describe('forgetting a matter', () => {
  it('finds facts and turns in any words, shows them, and removes them', async () => {
    await ada.store({ content: 'The user is expecting a child and her pregnancy is going well' });
    await tell('monday', ['user', pregnant], ['assistant', echo]);
    await tell('friday', ['user', 'I work as a nurse in Leeds.']);
    const shown = await ada.forget({ about: 'my pregnancy', dryRun: true });
    expect(shown.memories.map(({ kind }) => kind)).toEqual(['fact', 'fact', 'episode', 'episode']);
    expect(await ada.forget({ about: 'my pregnancy' })).toMatchObject({
      memories: shown.memories,
    });
    expect([...(await contents('fact')), ...(await contents('episode'))].sort()).toEqual([
      'I work as a nurse in Leeds.',
      'I work as a nurse in Leeds.',
    ]);
    expect((await ada.forget({ about: 'my pregnancy' })).memories).toEqual([]);
    expect((await tell('sunday', ['user', pregnant])).learned).toEqual([]);
  });

  it('does not mean what somebody else has, and refuses to forget nothing in particular', async () => {
    await ada.store({ content: 'My sister is allergic to shellfish' });
    expect((await ada.forget({ about: 'my allergies' })).memories).toEqual([]);
    await expect(ada.forget({ about: ' ' })).rejects.toMatchObject({ field: 'about' });
  });

  it('is not undone by the turn that asks for it', async () => {
    await tell('monday', ['user', 'Please forget that I am allergic to shellfish.']);
    expect(await block('Am I allergic to shellfish?')).not.toContain('shellfish.');
  });
});

describe('a corrected fact', () => {
  const said = 'I am allergic to shellfish and soy sauce.';
  const edited = 'Dislikes shellfish, but has no allergy';

  it('is shown instead of the turn that it was made from, in the words of its editor', async () => {
    const { learned } = await tell('monday', ['user', said]);
    await ada.update(learned[0]!, { content: edited }, { actor: 'carla' });
    const text = await block('Am I allergic to shellfish?');
    expect(text).toContain(edited);
    expect(text).not.toContain('soy sauce');
    const record = await ada.get(learned[0]!);
    expect(record?.source).toEqual({ editedBy: 'carla' });
    expect(record?.extractedBy).toBeUndefined();
    const [old] = await ada.history(learned[0]!);
    expect(old).toMatchObject({
      ...{ content: said, extractedBy: 'rules', source: { speaker: 'user' } },
      supersededReason: 'updated by carla',
    });
  });

  it('does not get its old text back, by a consolidation or in another session', async () => {
    const { learned } = await tell('monday', ['user', said]);
    await ada.update(learned[0]!, { content: edited });
    days(1);
    await ada.consolidate();
    expect((await tell('friday', ['user', said])).learned).toEqual([]);
    expect(await contents('fact')).toEqual([edited]);
  });

  it('gives way to a later change, also back to the old value', async () => {
    const { learned } = await tell('monday', ['user', 'I live in Berlin.']);
    await ada.update(learned[0]!, { content: 'The user lives in Hamburg' });
    days(30);
    expect((await tell('friday', ['user', 'I have moved to Berlin.'])).learned).toHaveLength(1);
  });
});

describe('a former value', () => {
  const dark = { content: 'Ada prefers dark mode' };
  const light = { content: 'Ada prefers light mode now' };

  it('that is stated again is the newest, and the other one is marked', async () => {
    const { id } = await ada.store(dark);
    days(7);
    const other = await ada.store(light);
    expect(other.contests).toEqual([id]);
    days(7);
    expect(await ada.store(dark)).toMatchObject({ outcome: 'confirmed', contests: [other.id] });
    const { memories } = await ada.retrieve('dark or light mode?');
    expect(memories[0]).toMatchObject({ id, contests: [other.id] });
    expect(memories[1]).toMatchObject({ id: other.id, contestedBy: [id] });
    expect(await block('dark or light mode?')).toMatch(/light mode now .*outdated/);
  });

  it('is not renewed by an older statement that arrives later', async () => {
    const { id } = await ada.store({ ...dark, occurredAt: '2026-01-01' });
    const other = await ada.store({ ...light, occurredAt: '2026-02-01' });
    await ada.store({ ...dark, occurredAt: '2026-01-15' });
    expect(await ada.get(id)).toMatchObject({ contestedBy: [other.id] });
  });
});

describe('a known text', () => {
  it('takes a new expiry, shorter or longer, and loses it without one', async () => {
    const ends = async (expiresAt?: string) => {
      const { id } = await ada.store({ content: 'The gate code is on the board', expiresAt });
      return (await ada.get(id))?.expiresAt?.slice(0, 10);
    };
    expect(await ends('2026-07-01')).toBe('2026-07-01');
    expect(await ends('2026-06-01')).toBe('2026-06-01');
    expect(await ends('2026-08-01')).toBe('2026-08-01');
    expect(await ends()).toBeUndefined();
    expect(await ends('2026-08-01')).toBe('2026-08-01');
  });

  it('gets all fields of an upsert', async () => {
    const base = { content: 'Likes tea', source: { externalId: 'k' } };
    const upsert = { onConflict: 'upsert' } as const;
    const first = { category: 'user_preference', metadata: { a: 1, b: 2 }, tags: ['x'] } as const;
    const { id } = await ada.store({ ...base, ...first, occurredAt: '2026-01-01' }, upsert);
    const second = { category: 'project_context', metadata: { a: 9 }, tags: ['y'] } as const;
    await ada.store({ ...base, ...second, occurredAt: '2026-02-01' }, upsert);
    const occurredAt = '2026-02-01T00:00:00.000Z';
    expect(await ada.get(id)).toMatchObject({ ...second, occurredAt });
    expect((await ada.get(id))?.metadata).toEqual({ a: 9 });
  });

  it.each([
    ['The plant gives 5 mW', 'The plant gives 5 MW'],
    ['The id is userId', 'The id is userID'],
    ['The count is 10⁶', 'The count is 106'],
    ['Her name is spelled Mcdonald', 'Her name is spelled McDonald'],
  ])('is not %s if %s is said', async (first, then) => {
    await ada.store({ content: first });
    await ada.store({ content: then });
    expect(await contents('fact')).toContain(then);
  });
});

it.each([
  ['Ada works at Siemens', 'Ada quit her job at Siemens'],
  ['会议在周二', '会议改到周四'],
  ['The port is 8080', 'The port is 9090'],
])('%s is linked in its place in time if it arrives after %s', async (older, newer) => {
  await ada.store({ content: newer, occurredAt: '2026-02-01' });
  const { id } = await ada.store({ content: older, occurredAt: '2024-01-01' });
  const record = (await ada.get(id))!;
  expect([record.supersededBy, ...(record.contestedBy ?? [])].filter(Boolean)).toHaveLength(1);
});

it.each([
  ['Ada lives in Berlin', 'Ada lives in Rome', 'Where does Ada live?'],
  ['The port is 8080', 'The port is 9090', 'Which port?'],
])('%s is current again when %s has ended', async (lasting, temporary, question) => {
  await ada.store({ content: lasting });
  days(1);
  await ada.store({ content: temporary, expiresAt: '2026-03-10' });
  const found = async () => (await ada.retrieve(question)).memories.map(({ content }) => content);
  expect(await found()).toEqual([temporary, lasting]);
  expect(await block(question)).toMatch(/outdated/);
  days(20);
  await ada.prune();
  expect(await found()).toEqual([lasting]);
  expect(await block(question)).not.toMatch(/outdated/);
});

it.each([
  ['I live in Berlin.', 'Actually I live in Munich now'],
  ['I am a vegetarian.', 'I eat meat again'],
  ['I am allergic to peanuts.', "I'm not allergic, that was a mistake"],
])('%s is marked in the profile after: %s', async (old, newer) => {
  expect((await tell('monday', ['user', old])).learned).toHaveLength(1);
  days(30);
  await tell('friday', ['user', newer]);
  expect(await block('Hello!')).toMatch(new RegExp(`${old.slice(0, -1)}.*outdated`));
  const { id } = await factWith(old.slice(0, -1));
  days(1);
  await ada.store({ content: old });
  expect((await ada.get(id))?.contestedBy ?? []).toEqual([]);
});

it('turns that an append has read are not read again by a consolidation with the same extractor', async () => {
  const read: number[] = [];
  const counting: Extractor = {
    name: 'rules',
    async extract({ turns }) {
      read.push(turns.length);
      return { facts: [] };
    },
  };
  await tell('monday', ['user', pregnant], ['assistant', echo]);
  await ada.consolidate({ extractor: counting });
  expect(read).toEqual([]);
  await ada.consolidate({ extractor: { ...counting, name: 'model' } });
  expect(read).toEqual([2]);
});
