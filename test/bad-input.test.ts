import { inspect } from 'node:util';
import type { Embedder } from '@mneme/core';
import { staticEmbedder } from '@mneme/embedders';
import { sqliteBackend } from '@mneme/sqlite';
import { afterAll, describe, expect, it } from 'vitest';
import { openPlace, refusal } from './every-call.ts';
import { openMemory, sharedMemory } from './memory.ts';

const long = 'x'.repeat(1_000_000);
const manyWords = Array.from({ length: 200_000 }, (_, index) => `w${index}`).join(' ');
const id = '01890000-0000-7000-8000-000000000000';
let deep: unknown = 1;
for (let level = 0; level < 4_000; level++) deep = [deep];
const brackets = JSON.parse(`${'['.repeat(70)}${']'.repeat(70)}`);
const cyclic: Record<string, unknown> = {};
cyclic.itself = cyclic;
const gapped = [{ content: 'One.' }, undefined, { content: 'Three.' }];
delete gapped[1];
const { proxy: revoked, revoke } = Proxy.revocable([], {});
revoke();

const now = '2026-03-01T09:00:00.000Z';
const place = await openPlace({ clock: () => new Date(now) });
afterAll(() => place.close());
const { memory, ada, notes, ids } = place;
const turn = { session: 'monday', sequence: 1 };
const few = await sharedMemory({ maxStoreItems: 1 });
const { id: turnId } = await ada.store({ kind: 'episode', content: 'x', source: turn });

// biome-ignore lint/suspicious/noExplicitAny: wrong on purpose
type Given = Record<string, any>;

/** Of each call: how it gets its options, and wrong values by the field that the error names. */
const wrong: Record<string, [call: (given: Given) => unknown, values: Record<string, unknown[]>]> =
  {
    store: [
      (given) => ada.store({ content: 'x', ...given }),
      {
        content: ['', ' \n\t ', 'é'.repeat(16_385), 'a\ud800b', 'a\0b', 5],
        importance: [0, 6, 2.5, 'high'],
        category: ['mood'],
        kind: ['turn'],
        tags: ['a'],
        occurredAt: ['2026-02-30'],
        expiresAt: ['2020-01-01', now, 'soon'],
        onConflict: ['replace'],
        source: [cyclic],
        'evidence[0]': [['no id']],
        metadata: ['heron', [1], { text: 'x'.repeat(16_400) }, { count: 1n }],
        'metadata.source.speaker': [{ 'source.speaker': 'Ada' }],
        'metadata.text': [{ text: 'a\0b' }],
      },
    ],
    'store of an episode': [
      (given) => ada.store({ content: 'x', kind: 'episode', source: turn, ...given }),
      {
        category: ['decision_log'],
        evidence: [[id]],
        'source.sequence': [{ session: 's' }],
      },
    ],
    'store with the place of a turn': [
      (given) => ada.store({ content: 'x', source: turn, ...given }),
      { kind: [undefined] },
    ],
    storeMany: [
      ({ items }) => ada.storeMany(items),
      { 'items[1].content': [[{ content: 'fine' }, { content: ' ' }]] },
    ],
    append: [
      (given) => ada.episodes.append([{ content: 'x' }], given as { session: string }),
      { session: [undefined] },
    ],
    'append of a list': [
      ({ turns }) => ada.episodes.append(turns, { session: 's' }),
      { turns: [revoked, 'One.', { length: 1 }], 'turns[1].turn': [gapped] },
    ],
    'append of a second turn': [
      ({ turns }) => ada.episodes.append([{ content: 'one' }, turns], { session: 's' }),
      {
        'turns[1].content': [{ content: '' }],
        'turns[1].sequence': [{ content: 'x', sequence: Number.NaN }],
        'turns[1].speaker': [{ content: 'x', speaker: 'a\nb' }],
        'turns[1].category': [{ content: 'x', category: 'decision_log' }],
        'turns[1].source.session': [{ content: 'x', source: { session: 'other' } }],
      },
    ],
    update: [
      ({ id = ids.record, ...given }) => ada.update(id, given),
      { id: ['x'], content: [' '], importance: [6], expiresAt: ['2020-01-01'] },
    ],
    'update of a turn': [(given) => ada.update(turnId, given), { category: ['decision_log'] }],
    scope: [({ scope }) => memory.scope(scope), { scope: [' ', undefined] }],
    get: [({ id }) => ada.get(id), { id: ['42'] }],
    retrieve: [
      ({ query = 'tea', ...given }) => ada.retrieve(query, given),
      {
        query: [null],
        limit: [0, -1, 1e9],
        minImportance: [9],
        minRelevance: [-0.1, 1.1, Number.NaN, '0.5'],
        occurredAt: [{ from: '2026-02-01', before: '2026-01-01' }],
      },
    ],
    list: [
      (given) => ada.list(given),
      {
        'kinds[0]': [['turn']],
        where: ['project=heron', { __proto__: { project: 'heron' } }, new (class Where {})()],
        'where.note': [
          { note: { project: 'heron' } },
          { note: null },
          { note: [['x']] },
          { note: Number.NaN },
        ],
      },
    ],
    recall: [
      (given) => ada.recall('hi', given),
      {
        tokenBudget: [-1],
        profileShare: [1.5],
        minRelevance: [7],
        limit: ['five'],
        kinds: [['fact']],
      },
    ],
    prune: [(given) => ada.prune(given), { maxRecords: [-1] }],
    settle: [
      (given) => ada.settle({ judge: async () => 'same', ...given }),
      { judge: [undefined], pair: [[ids.older]] },
    ],
    consolidate: [
      (given) => memory.consolidate({ extractor: { extract: () => ({ facts: [] }) }, ...given }),
      {
        extractor: [{}],
        'extractor.name': [{ extract: () => ({ facts: [] }), name: ' x' }],
        windowTurns: [0],
        // This extractor reports no costs.
        maxCost: [1],
      },
    ],
    reembed: [
      (given) => memory.reembed({ embedder: staticEmbedder(), ...given }),
      { embedder: [undefined], batchSize: [0] },
    ],
    createMemory: [
      (given) => openMemory(given),
      {
        reranker: [{}],
        'reranking.candidates': [{ candidates: 0 }],
        'reranking.weight': [{ weight: -1 }],
        'reranking.timeoutMs': [{ timeoutMs: 0.5 }],
        'secrets.kinds.card_numbr': [{ kinds: { card_numbr: 'mask' } }],
        'secrets.kinds.email': [{ kinds: { email: 'hide' } }],
        'secrets.default': [{ default: 'no' }],
        'secrets.kind': [{ kind: {} }],
      },
    ],
  };

describe.each(Object.entries(wrong))('%s with a wrong value', (_, [call, values]) => {
  const cases = Object.entries(values).flatMap(([field, each]) =>
    each.map((value) => [field, inspect(value).slice(0, 60), value] as const),
  );

  it.each(cases)('names the field, and writes nothing: %s, %s', async (field, _, value) => {
    const before = place.digest();
    const error = await refusal(() => call({ [/^\w+/.exec(field)![0]]: value }));
    expect(error).toMatchObject({
      ...{ code: 'invalid_input', field },
      message: expect.stringContaining(field),
    });
    expect(place.digest()).toBe(before);
  });
});

describe('a text that is too long is refused with its field and limit', () => {
  const content = 'Ada drinks tea';
  const cases: [string, RegExp, () => Promise<unknown>][] = [
    ['query', /8192/, () => ada.retrieve(manyWords)],
    ['query', /8192/, () => ada.retrieve('中'.repeat(2731))],
    ['query', /8192/, () => ada.whyNot(manyWords, id)],
    ['query', /8192/, () => notes.search(manyWords)],
    ['reason', /1024/, () => ada.delete(id, { reason: long })],
    ['reason', /1024/, () => ada.store({ content }, { reason: long })],
    ['reason', /1024/, () => notes.create({ path: '/a', content }, { reason: long })],
    ['actor', /256/, () => ada.store({ content }, { actor: long })],
    ['tags', /256/, () => ada.store({ content, tags: [long] })],
    ['tags', /100/, () => ada.store({ content, tags: Array<string>(100_000).fill('') })],
    ['tags', /100/, () => ada.list({ tags: Array<string>(101).fill('a') })],
    ['categories', /10000/, () => ada.list({ categories: Array(10_001).fill('episodic') })],
    ['where', /16384/, () => ada.list({ where: { project: long } })],
    ['where', /16384/, () => ada.list({ where: { project: Array(20_000).fill(1) } })],
    ['metadata', /deep/, () => ada.store({ content, metadata: { deep } })],
    ['metadata', /deep/, () => ada.store({ content, metadata: { brackets } })],
    ['source', /deep/, () => ada.store({ content, source: { deep } })],
    ['content', /give a string/, () => ada.store({ content: deep as string })],
    ['importance', /integer/, () => ada.store({ content, importance: deep as 1 })],
    ['items', /more than the 10000 allowed/, () => ada.storeMany(Array(10_001).fill({ content }))],
    [
      'items',
      /more than the 1 allowed/,
      () => few.scope('a').storeMany([{ content }, { content }]),
    ],
    ['cursor', /8192/, () => ada.list({ cursor: long })],
    ['cursor', /8192/, () => ada.stores.list({ cursor: long })],
    ['beginning', /256/, () => ada.findIds(long)],
    ['storeId', /256/, () => ada.stores.get(long)],
    ['storeId', /256/, () => ada.stores.delete(long)],
    ['name', /1024/, () => ada.stores.open(long)],
    ['id', /256/, () => notes.read({ id: long })],
    ['versionId', /256/, () => notes.version(long)],
    ['documentId', /256/, () => notes.versions({ documentId: long })],
  ];

  it.each(cases)('%s, %s', async (field, limit, call) => {
    const { code, faults = [], message = '' } = (await refusal(call)) ?? {};
    expect([code, faults.map((fault) => fault.field)]).toEqual(['invalid_input', [field]]);
    expect(message).toMatch(limit);
    expect(message.length).toBeLessThan(400);
  });
});

it.each(['embed', 'identity'])('refuses an embedder without %s, and says so', async (method) => {
  const embedder = {
    embed: async () => [],
    identity: async () => ({}),
    [method]: undefined,
  } as unknown as Embedder;
  await expect(openMemory({ embedder })).rejects.toThrow(`embedder has no ${method} function`);
});

it('accepts a content of exactly the limit', async () => {
  const { outcome } = await memory.scope('ben').store({ content: 'é'.repeat(16_384) });
  expect(outcome).toBe('created');
});

it('accepts a query of exactly the limit', async () => {
  const { memories } = await memory.scope('nobody').retrieve('x'.repeat(8192));
  expect(memories).toEqual([]);
});

it('beyond 10,000 calls at once, further ones are refused with unavailable, and later ones run again', async () => {
  const backend = sqliteBackend({ path: ':memory:' });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { get } = backend;
  backend.get = async (...given) => {
    await released;
    return get(...given);
  };
  const busy = await openMemory({ backend });
  const calls = Array.from({ length: 10_000 }, () => busy.scope('ada').get(id));
  await expect(busy.scope('ben').get(id)).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('wait for some of them'),
  });
  release();
  expect(new Set(await Promise.all(calls))).toEqual(new Set([undefined]));
  expect(await busy.scope('ben').get(id)).toBeUndefined();
  await busy.close();
});
