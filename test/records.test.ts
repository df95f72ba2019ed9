import type { Importance, Memory, MemoryCategory, MemoryOptions, MemoryScope } from '@mneme/core';
import { storeBackend } from '@mneme/store';
import { MemoryRows } from '@mneme/store/memory';
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

describe('storing', () => {
  it('returns a new id, and get returns the whole record', async () => {
    const { id, outcome } = await ada.store({
      content: '  Prefers bullet points  ',
      category: 'user_preference',
      importance: 5,
      tags: ['format', ' format ', 'style'],
      expiresAt: '2026-04-01',
      source: { speaker: 'Ada', session: 's1', sequence: 3, own: { nested: [1, null] } },
    });
    expect(outcome).toBe('created');
    expect(await ada.get(id)).toEqual({
      id,
      version: 1,
      scope: 'user:ada',
      content: 'Prefers bullet points',
      kind: 'fact',
      category: 'user_preference',
      importance: 5,
      tags: ['format', 'style'],
      createdAt: time,
      updatedAt: time,
      confirmedAt: time,
      occurredAt: time,
      expiresAt: '2026-04-01T00:00:00.000Z',
      accessCount: 0,
      source: { speaker: 'Ada', session: 's1', sequence: 3, own: { nested: [1, null] } },
    });
  });

  it('confirms the same text: merges tags and metadata, keeps the higher importance, resets the age', async () => {
    const old = { content: 'Lives in Lisbon.', importance: 2 } as const;
    const first = await ada.store({ ...old, tags: ['home'], metadata: { a: 1, b: 1 } });
    time = '2026-03-05T00:00:00.000Z';
    const said = { content: 'lives  in lisbon', importance: 4 } as const;
    const again = await ada.store({ ...said, tags: ['city'], metadata: { b: 2, c: 2 } });
    expect(again).toMatchObject({ id: first.id, outcome: 'confirmed' });
    await ada.store({ content: 'Lives in Lisbon' });
    expect(await ada.get(first.id)).toMatchObject({
      version: 3,
      content: 'Lives in Lisbon.',
      importance: 4,
      tags: ['home', 'city'],
      metadata: { a: 1, b: 2, c: 2 },
      createdAt: '2026-03-01T09:00:00.000Z',
      confirmedAt: time,
    });
    expect((await ada.list()).memories).toHaveLength(1);
  });

  it('supersedes a changed fact, keeps it in the history and returns it as of an earlier day', async () => {
    const old = await ada.store({
      content: 'I prefer answers as bullet points.',
      category: 'user_preference',
      importance: 5,
    });
    time = '2026-05-01T00:00:00.000Z';
    const result = await ada.store({
      content: 'I prefer answers as numbered lists.',
      category: 'user_preference',
      importance: 5,
    });
    expect(result).toMatchObject({ outcome: 'superseded', superseded: [old.id] });
    expect(await ada.get(old.id)).toMatchObject({
      version: 2,
      supersededBy: result.id,
      validTo: time,
    });
    expect((await ada.history(result.id)).map(({ id }) => id)).toEqual([old.id, result.id]);

    const question = 'how should answers be formatted?';
    const ids = async (options = {}) =>
      (await ada.retrieve(question, options)).memories.map(({ id }) => id);
    expect(await ids()).toEqual([result.id]);
    expect(await ids({ asOf: '2026-04-01' })).toEqual([old.id]);
    expect((await ids({ includeSuperseded: true })).sort()).toEqual([old.id, result.id].sort());
    const lines = await memory.audit({ scope: 'user:ada' });
    expect(lines).toContainEqual(
      expect.objectContaining({
        action: 'supersede',
        id: old.id,
        reason: `superseded by ${result.id}`,
      }),
    );
  });

  it('applies the caller’s onConflict policy', async () => {
    const text = {
      content: 'I prefer answers as bullet points.',
      category: 'user_preference' as const,
    };
    const changed = {
      content: 'I prefer answers as numbered lists.',
      category: 'user_preference' as const,
    };
    const first = await ada.store(text);
    expect(await ada.store({ ...changed, onConflict: 'reject' })).toMatchObject({
      outcome: 'rejected',
      id: first.id,
    });
    expect(await ada.store({ ...text, onConflict: 'reject' })).toMatchObject({
      outcome: 'rejected',
      id: first.id,
    });
    expect(await ada.store({ ...changed, onConflict: 'merge' })).toMatchObject({
      outcome: 'merged',
      id: first.id,
    });
    expect((await ada.get(first.id))?.content).toContain('numbered lists');
    expect(await ada.store({ ...text, onConflict: 'keepBoth' })).toMatchObject({
      outcome: 'created',
    });
    expect((await ada.list()).memories).toHaveLength(2);
  });

  it('puts a fact of an earlier date into the history of the current one', async () => {
    const now = await ada.store({
      content: 'I prefer answers as numbered lists.',
      category: 'user_preference',
    });
    const earlier = await ada.store({
      content: 'I prefer answers as bullet points.',
      category: 'user_preference',
      occurredAt: '2025-01-01',
    });
    expect(earlier.outcome).toBe('created');
    expect(await ada.get(earlier.id)).toMatchObject({ supersededBy: now.id, validTo: time });
    expect((await ada.retrieve('answers')).memories.map(({ id }) => id)).toEqual([now.id]);
  });

  it('puts an older fact into the history once, even if it is repeated', async () => {
    const oslo = { content: 'User lives in Oslo', occurredAt: '2025-01-01' };
    const bergen = { content: 'User lives in Bergen', occurredAt: '2025-06-01' };
    const [first] = await ada.storeMany([oslo, bergen]);
    const again = await ada.storeMany([{ ...oslo, tags: ['home'] }, oslo]);
    expect(again.map(({ id, outcome }) => [id, outcome])).toEqual([
      [first?.id, 'confirmed'],
      [first?.id, 'confirmed'],
    ]);
    const { memories } = await ada.list({ includeSuperseded: true });
    expect(memories.map(({ content, tags }) => [content, tags]).sort()).toEqual([
      ['User lives in Bergen', []],
      ['User lives in Oslo', ['home']],
    ]);
    const new1 = { content: 'User works at Siemens', occurredAt: '2025-06-01' };
    const old1 = { content: 'User works at Bosch', occurredAt: '2025-01-01' };
    const batch = await ada.storeMany([new1, old1, old1]);
    expect(batch[2]).toMatchObject({ id: batch[1]?.id, outcome: 'confirmed' });
  });

  it('replaces nothing if the judge fails or gives an unknown verdict', async () => {
    for (const [index, judge] of [
      async () => Promise.reject(new Error('no answer')),
      async () => 'The newer one, I think.' as never,
      async () => 'contested' as const,
    ].entries()) {
      const open1 = await open({ calibration: { related: -1, duplicate: 2 }, judge });
      const scope = open1.scope(`user:${index}`);
      const older = await scope.store({ content: 'User lives in Berlin' });
      const newer = await scope.store({ content: 'User lives in Munich' });
      expect(newer).toMatchObject({ outcome: 'created', contests: [older.id] });
      expect((await scope.list()).memories).toHaveLength(2);
      await open1.close();
    }
  });

  it('asks the judge only about unclear cases, and decides itself if the judge fails', async () => {
    await memory.close();
    const asked: string[] = [];
    memory = await open({
      calibration: { related: -1, duplicate: 2 },
      judge: async ({ incoming }) => {
        asked.push(incoming);
        if (incoming.includes('fails')) throw new Error('no answer');
        return 'update';
      },
    });
    ada = memory.scope('user:ada');
    await ada.store({ content: 'The deploy is on Monday' });
    expect((await ada.store({ content: 'On Monday lunch is at noon' })).outcome).toBe('superseded');
    expect((await ada.store({ content: 'The judge fails on Monday' })).outcome).toBe('created');
    expect(asked).toEqual(['On Monday lunch is at noon', 'The judge fails on Monday']);
  });

  it('keeps order and sees earlier items in a batch', async () => {
    const results = await ada.storeMany([
      { content: 'The wifi in the office is slow' },
      { content: 'THE WIFI in the office is slow!' },
      { content: 'Bananas are yellow' },
    ]);
    expect(results.map(({ outcome }) => outcome)).toEqual(['created', 'confirmed', 'created']);
    expect(results[1]?.id).toBe(results[0]?.id);
  });

  it('stores the valid items of a batch on request, and returns the errors of the others', async () => {
    const items = [{ content: 'fine' }, { content: ' ' }, { content: 'x', importance: 7 as 5 }];
    const results = await ada.storeMany(items, { onError: 'collect' });
    expect(results.map(({ outcome }) => outcome)).toEqual(['created', 'rejected', 'rejected']);
    expect(results[2]?.error).toMatchObject({
      code: 'invalid_input',
      field: 'items[2].importance',
    });
  });

  it('confirms a known external id, and replaces its text if it changed', async () => {
    const source = { externalId: 'turn-1' };
    const first = await ada.store(
      { content: 'Met Rui at noon', source },
      { onConflict: 'keepBoth' },
    );
    expect(
      await ada.store({ content: 'Met Rui at noon', source }, { onConflict: 'keepBoth' }),
    ).toMatchObject({ id: first.id, outcome: 'confirmed' });
    expect(
      await ada.store({ content: 'Met Inês at nine', source }, { onConflict: 'upsert' }),
    ).toMatchObject({ outcome: 'superseded', superseded: [first.id] });
  });

  it('applies reject and keepBoth to a known external id', async () => {
    const source = { externalId: 'turn-1' };
    const first = await ada.store({ content: 'Met Rui at noon', source });
    for (const content of ['Met Rui at noon', 'Met Inês at nine'])
      expect(await ada.store({ content, source, onConflict: 'reject' })).toMatchObject({
        id: first.id,
        outcome: 'rejected',
      });
    const beside = { content: 'Met Inês at nine', source, onConflict: 'keepBoth' } as const;
    const { id, outcome } = await ada.store(beside);
    expect(outcome).toBe('created');
    const again = await ada.storeMany([beside, { ...beside, content: 'Met Rui at noon' }, beside]);
    expect(again.map((result) => [result.id, result.outcome])).toEqual([
      [id, 'confirmed'],
      [first.id, 'confirmed'],
      [id, 'confirmed'],
    ]);
    const { memories } = await ada.list();
    expect(memories.map((one) => one.source.externalId)).toEqual(['turn-1', 'turn-1']);
  });

  it('compares only equal external ids with upsert', async () => {
    const [one, two] = [{ externalId: 'one' }, { externalId: 'two' }];
    await ada.store({ content: 'Green tea', source: one }, { onConflict: 'upsert' });
    const other = await ada.store({ content: 'Green tea', source: two }, { onConflict: 'upsert' });
    expect(other.outcome).toBe('created');
    expect((await ada.list()).memories).toHaveLength(2);
  });

  it('has one current fact per external id, even with several texts in one call', async () => {
    const texts = ['The sync is on Monday', 'The sync is on Tuesday', 'Rooms are booked by Rui'];
    const source = { externalId: 'sync' };
    for (let round = 0; round < 3; round += 1) {
      await ada.storeMany(texts.map((content) => ({ content, source })));
      const { memories } = await ada.list();
      expect(memories.map(({ content }) => content)).toEqual([texts[2]]);
    }
  });
});

describe('retrieving', () => {
  it('finds by words, by meaning and in Chinese', async () => {
    await ada.storeMany([
      { content: 'The staging server is called heron-7.' },
      { content: 'The cat sleeps on the sofa all day.' },
      { content: '陈伟每周三晚上打羽毛球' },
    ]);
    const best = async (query: string) =>
      (await ada.retrieve(query, { limit: 1 })).memories[0]?.content;
    expect(await best('heron-7')).toContain('heron');
    expect(await best('kitten nap couch')).toContain('cat');
    expect(await best('羽毛球是什么时候')).toContain('羽毛球');
    expect(await best('the')).toBeDefined();
  });

  it('filters by category, tags, importance and time', async () => {
    const teas: [name: string, category: MemoryCategory, importance: Importance, tags: string[]][] =
      [
        ['one', 'decision_log', 5, ['a', 'b']],
        ['two', 'relationship', 3, ['a']],
        ['three', 'decision_log', 1, []],
      ];
    await ada.storeMany(
      teas.map(([name, category, importance, tags], month) => ({
        ...{ content: `tea ${name}`, category, importance, tags },
        occurredAt: `2025-0${month + 1}-10`,
      })),
      { onConflict: 'keepBoth' },
    );
    const found = async (options: object) =>
      (await ada.retrieve('tea', options)).memories.map(({ content }) => content.slice(4)).sort();
    expect(await found({ categories: ['decision_log'] })).toEqual(['one', 'three']);
    expect(await found({ categories: [] })).toEqual(['one', 'three', 'two']);
    expect(await found({ tags: ['a'] })).toEqual(['one', 'two']);
    expect(await found({ tags: ['a', 'b'] })).toEqual(['one']);
    expect(await found({ minImportance: 3 })).toEqual(['one', 'two']);
    expect(await found({ occurredAt: { from: '2025-02-01', before: '2025-03-01' } })).toEqual([
      'two',
    ]);
  });

  it('finds a turn by the turn before it, even if it is far from the query itself', async () => {
    const said = (session: string, contents: string[]) =>
      contents.map((content, sequence) => ({
        content,
        kind: 'episode' as const,
        source: { session, sequence },
      }));
    const holidays = Array.from({ length: 150 }, (_, n) => `A summer holiday with ${n} friends`);
    await ada.storeMany([
      ...said('s', ['Where did you spend your summer holiday?', 'In Porto, it was lovely.']),
      ...said('t', holidays),
    ]);
    const asked = { limit: 100, explain: true };
    const { memories } = await ada.retrieve('Where was the summer holiday?', asked);
    const answer = memories.find(({ content }) => content.startsWith('In Porto'));
    expect(answer?.explanation?.parts.map(({ name }) => name)).toContain('neighbours');
  });

  it('explains each score by parts that add up to it', async () => {
    await ada.store({ content: 'Green tea in the morning', importance: 4 });
    const { memories } = await ada.retrieve('morning tea', { explain: true });
    const explanation = memories[0]?.explanation;
    expect(explanation?.matchedTerms.length).toBe(2);
    expect(explanation?.parts.reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(
      explanation?.total ?? Number.NaN,
    );
    expect(explanation?.effectiveImportance).toBeCloseTo(4);
  });

  it('counts accesses, at the latest on close', async () => {
    const store = { kept: new Map() };
    const reading = await open({ backend: storeBackend(new MemoryRows(store)) });
    const { id } = await reading.scope('user:ada').store({ content: 'Green tea' });
    for (const query of ['tea', 'green']) await reading.scope('user:ada').retrieve(query);
    await reading.close();
    const next = await open({ backend: storeBackend(new MemoryRows(store)) });
    const record = await next.scope('user:ada').get(id);
    expect(record).toMatchObject({ accessCount: 2, lastAccessedAt: time });
    await next.close();
  });

  it('stops when its signal fires', async () => {
    const signal = AbortSignal.abort();
    await expect(ada.retrieve('tea', { signal })).rejects.toMatchObject({ code: 'aborted' });
  });
});

describe('whyNot', () => {
  it('names the reason why a memory is missing', async () => {
    const old = await ada.store({
      content: 'I prefer answers as bullet points.',
      category: 'user_preference',
      importance: 2,
    });
    time = '2026-03-02T00:00:00.000Z';
    const { id } = await ada.store({
      content: 'I prefer answers as numbered lists.',
      category: 'user_preference',
      importance: 2,
    });
    const expiring = await ada.store({
      content: 'The wifi code is good for a day',
      expiresAt: '2026-03-03',
    });
    const codes = async (target: string, options = {}) =>
      (await ada.whyNot('answers', target, options)).reasons.map(({ code }) => code);
    expect(await codes(old.id)).toEqual(['superseded']);
    expect(await codes(id)).toEqual([]);
    expect(
      await codes(id, { minImportance: 3, categories: ['relationship'], tags: ['x'] }),
    ).toEqual(['category', 'tags', 'importance']);
    expect(await codes(id, { where: { project: ['egret', 'ibis'] } })).toEqual(['where']);
    expect(await codes('00000000-0000-7000-8000-000000000000')).toEqual(['unknown']);
    expect((await memory.scope('user:bob').whyNot('answers', id)).reasons[0]?.code).toBe('unknown');
    time = '2026-03-03T00:00:00.000Z';
    expect(await codes(expiring.id)).toEqual(['expired']);
  });

  it('gives each memory its rank, and says that it is returned exactly if retrieve returns it', async () => {
    const words = ['tea', 'lamp', 'river', 'stone', 'paper', 'violin', 'harbour', 'onion'];
    const notes = [...Array(240).keys()].map((index) => ({
      content: `Note ${index} on ${words[index % 8]} and ${words[(index * 5 + 3) % 8]}, ${words[Math.floor(index / 8) % 8]} ${index % 7}`,
      importance: ((index % 5) + 1) as Importance,
    }));
    const stored = await ada.storeMany(notes, { onConflict: 'keepBoth' });
    const query = 'which note was on tea and the violin?';
    const { memories } = await ada.retrieve(query, { limit: 60 });
    const below = { returned: false, reasons: [{ code: 'below_limit' }] };
    for (const place of [0, 4, 9, 10, 30, 59])
      expect(await ada.whyNot(query, memories[place]!.id, { limit: 10 })).toMatchObject({
        ...(place < 10 ? { returned: true, reasons: [] } : below),
        rank: place + 1,
      });
    const seen = new Set(memories.map(({ id }) => id));
    const ranks: (number | undefined)[] = [];
    for (const { id } of stored.filter((one, index) => index % 20 === 0 && !seen.has(one.id))) {
      const why = await ada.whyNot(query, id, { limit: 10 });
      expect(why).toMatchObject(below);
      ranks.push(why.rank);
    }
    // Some are not even candidates.
    expect(ranks).toContain(undefined);
  });
});

describe('deleting and pruning', () => {
  it('deletes once, with a line in the audit, and rejects if there is nothing to delete', async () => {
    const { id } = await ada.store({ content: 'Green tea' });
    await expect(memory.scope('user:bob').delete(id, { reason: 'not mine' })).rejects.toMatchObject(
      { code: 'not_found' },
    );
    expect(await ada.delete(id, { reason: 'the user asked', actor: 'bot' })).toEqual({
      id,
      removed: [id],
      turns: [],
      cut: [],
      deletedAt: time,
      reason: 'the user asked',
      forgotten: [],
      kept: [],
      bytes: 'removed',
    });
    expect(await ada.get(id)).toBeUndefined();
    expect((await ada.retrieve('tea')).memories).toEqual([]);
    await expect(ada.delete(id)).rejects.toMatchObject({ code: 'not_found' });
    expect((await memory.audit())[0]).toEqual({
      at: time,
      action: 'delete',
      scope: 'user:ada',
      id,
      actor: 'bot',
      reason: 'the user asked',
    });
  });

  it('prunes expired memories, then the least important; a dry run only counts them', async () => {
    await ada.storeMany(
      [1, 2, 3, 4, 5].map((importance) => ({
        content: `item of weight ${importance}`,
        importance: importance as 1,
      })),
      { onConflict: 'keepBoth' },
    );
    await ada.store({ content: 'gone soon', expiresAt: '2026-03-02' });
    await memory.scope('user:bob').store({ content: 'of another scope' });
    time = '2026-03-03T00:00:00.000Z';
    const dry = await memory.prune({ maxRecords: 3, dryRun: true });
    expect(dry).toMatchObject({ dryRun: true, pruned: 3, expired: 1 });
    expect(await ada.stats()).toMatchObject({ current: 5, expired: 1 });
    const report = await memory.prune({ maxRecords: 3 });
    expect(report).toMatchObject({ dryRun: false, pruned: 3, expired: 1 });
    expect(
      (await ada.list({ order: 'importance' })).memories.map(({ importance }) => importance),
    ).toEqual([5, 4, 3]);
    expect((await memory.audit()).filter(({ action }) => action === 'prune')).toHaveLength(3);
    expect(await memory.prune({ maxRecords: 3 })).toMatchObject({ pruned: 0, expired: 0 });
  });

  it('refuses to prune documents without a document store, and prunes no records', async () => {
    const { documents: _, ...backend } = storeBackend(new MemoryRows());
    const bare = await open({ backend });
    const scope = bare.scope('user:ada');
    await scope.storeMany([{ content: 'Likes tea' }, { content: 'Rides a bicycle' }]);
    const options = { maxRecords: 1, documentsUnreadForDays: 30 };
    for (const pruning of [scope.prune(options), bare.prune(options)])
      await expect(pruning).rejects.toMatchObject({ code: 'unsupported' });
    expect((await scope.list()).memories).toHaveLength(2);
    await bare.close();
  });
});

it('rejects calls after close, which may be repeated', async () => {
  await memory.close();
  await expect(ada.list()).rejects.toMatchObject({ code: 'closed' });
  await memory.close();
});

describe('a broken embedder', () => {
  const wrong: [string, () => Float32Array[]][] = [
    ['NaN', () => [Float32Array.of(Number.NaN, 1)]],
    ['a vector of a wrong length', () => [Float32Array.of(1, 2, 3)]],
    ['too few vectors', () => []],
    ['an exception', () => expect.fail('model crashed')],
  ];

  it.each(wrong)('makes store reject, with nothing written: %s', async (_, embed) => {
    const identity = async () => ({ name: 'odd', revision: '1', dimensions: 2, pooling: 'none' });
    const odd = await open({ embedder: { identity, embed: async () => embed() } });
    await expect(odd.scope('s').store({ content: 'tea' })).rejects.toMatchObject({
      code: 'embedder_failed',
      field: 'embedder',
    });
    expect((await odd.scope('s').list()).memories).toEqual([]);
    await odd.close();
  });
});
