import type { Memory, MemoryOptions } from '@mneme/core';
import { staticEmbedder } from '@mneme/embedders';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMemory } from '../memory.ts';
import { api, measured, traced } from './watched.ts';

let memory: Memory;

beforeEach(async () => {
  memory = await open();
});
afterEach(() => memory.close());

const open = (options: Partial<MemoryOptions> = {}) =>
  openMemory({ telemetry: { api }, ...options });
const namesOf = (spans: ReturnType<typeof traced>) => spans.map(({ name }) => name);
const everything = (spans: ReturnType<typeof traced>) =>
  JSON.stringify(
    spans.map(({ name, attributes, events, status }) => [name, attributes, events, status]),
  );
const count = 'gen_ai.memory.record.count';

describe('the spans of a memory', () => {
  it('name each operation on records by the GenAI conventions, with the number of records', async () => {
    const ada = memory.scope('ada@example.com');
    traced();
    const [first] = await ada.storeMany([
      { content: 'Ada likes green tea' },
      { content: 'The heron project ships on Friday' },
    ]);
    const id = first!.id;
    await ada.retrieve('what does Ada like?', { limit: 1 });
    await ada.update(id, { content: 'Ada likes black tea' });
    await ada.get(id);
    await ada.list();
    await ada.delete(id);
    await ada.prune({ maxRecords: 0 });
    await ada.erase();
    const operations = traced().filter(({ name }) => !name.startsWith('embeddings'));
    expect(operations.map(({ name, attributes }) => [name, attributes[count]])).toEqual([
      ['upsert_memory', 2],
      ['search_memory', 1],
      ['update_memory', 1],
      ['get_memory', 1],
      ['list_memory', 2],
      ['delete_memory', 2],
      ['prune_memory', 1],
      ['delete_memory_store', 0],
    ]);
    for (const { name, attributes, kind } of operations) {
      expect(attributes['gen_ai.operation.name']).toBe(name);
      expect(kind).toBe(api.SpanKind.INTERNAL);
    }
    const ofOne = operations.filter(({ attributes }) => 'gen_ai.memory.record.id' in attributes);
    expect(namesOf(ofOne)).toEqual(['update_memory', 'get_memory', 'delete_memory']);
    expect(ofOne.every(({ attributes }) => attributes['gen_ai.memory.record.id'] === id)).toBe(
      true,
    );
  });

  it('name each operation on documents, with the id of the store and never a path', async () => {
    traced();
    const { stores } = memory.scope('ada');
    const store = await stores.open('diary of Ada', { create: true });
    const { id } = await store.create({ path: '/plan.md', content: 'Ship on Friday' });
    await store.write({ path: '/plan.md', content: 'Ship on Monday' });
    await store.update(id, { content: 'Ship on Tuesday' });
    await store.read('/plan.md');
    await store.search('when is it shipped?');
    await store.list();
    await store.delete('/plan.md');
    await stores.delete(store.id);
    const spans = traced();
    const operations = spans.filter(({ name }) => !name.startsWith('embeddings'));
    expect(namesOf(operations)).toEqual([
      'create_memory_store',
      'create_memory',
      'upsert_memory',
      'update_memory',
      'get_memory',
      'search_memory',
      'list_memory',
      'delete_memory',
      'delete_memory_store',
    ]);
    for (const { attributes } of operations) {
      expect(attributes['gen_ai.memory.store.id']).toBe(store.id);
    }
    expect(everything(spans)).not.toMatch(/plan|diary|Ship|shipped/);
  });

  it('name the operations on conversations', async () => {
    const { episodes, sessions } = memory.scope('ada');
    traced();
    await episodes.append([{ speaker: 'Ada', content: 'I drink tea' }], { session: 'monday' });
    await sessions.list();
    await sessions.get('monday');
    await sessions.erase('monday');
    const spans = traced().filter(({ name }) => !name.startsWith('embeddings'));
    expect(spans.map(({ name, attributes }) => [name, attributes[count]])).toEqual([
      ['create_memory', 1],
      ['list_memory', 1],
      ['list_memory', 1],
      ['delete_memory', 2], // The turn, and what was learned from it.
    ]);
    expect(everything(spans)).not.toMatch(/tea|monday|Ada/);
  });

  it('cover the jobs: prune, settle, consolidate, doctor and reembed', async () => {
    await memory.scope('ada').store({ content: 'One text' });
    traced();
    await memory.prune();
    await memory.settle({ judge: async () => 'distinct' });
    await memory.consolidate({ extractor: () => ({ facts: [] }) });
    await memory.doctor();
    await memory.reembed({ embedder: staticEmbedder() });
    expect(namesOf(traced())).toEqual([
      'prune_memory',
      'settle_memory',
      'consolidate_memory',
      'examine_memory',
      'reembed_memory',
    ]);
  });

  it('are children of the program’s active span, and parents of the embedder’s', async () => {
    traced();
    const tracer = api.trace.getTracer('program');
    await tracer.startActiveSpan('turn', async (span) => {
      await memory.scope('ada').retrieve('anything');
      span.end();
    });
    const [embeddings, search, turn] = traced();
    expect(namesOf([embeddings!, search!, turn!])).toEqual([
      expect.stringMatching(/^embeddings /),
      'search_memory',
      'turn',
    ]);
    expect(embeddings!.parentSpanContext?.spanId).toBe(search!.spanContext().spanId);
    expect(search!.parentSpanContext?.spanId).toBe(turn!.spanContext().spanId);
  });

  it('contain no content, scope or error message by default', async () => {
    traced();
    const ada = memory.scope('ada@example.com');
    const { id } = await ada.store({ content: 'Ada likes green tea', tags: ['drinks'] });
    await ada.retrieve('what does Ada drink?');
    await ada.update(id, { content: 'Ada likes black tea' });
    await expect(ada.get('the green tea of Ada')).rejects.toThrow();
    await expect(ada.retrieve('q', { categories: ['green tea' as never] })).rejects.toThrow();
    await expect(ada.store({ content: 'password: hunter2secret' })).rejects.toThrow();
    const spans = traced();
    expect(everything(spans)).not.toMatch(/tea|drink|hunter2|example\.com/);
    const failed = spans.filter(({ status }) => status.code === api.SpanStatusCode.ERROR);
    expect(failed.map(({ name, attributes }) => [name, attributes['error.type']])).toEqual([
      ['get_memory', 'invalid_input'],
      ['search_memory', 'invalid_input'],
      ['upsert_memory', 'secret_refused'],
    ]);
  });

  it('contain queries and memories with captureContent, but no secrets', async () => {
    const open_ = await open({
      telemetry: { api, captureContent: true, captureScopes: true },
      secrets: { default: 'allow', kinds: { email: 'mask' } },
    });
    const ada = open_.scope('ada');
    traced();
    const content = 'The password is hunter2secret, ask eve@example.com';
    const { id } = await ada.store({ content });
    await ada.retrieve('is the password hunter2secret?');
    const spans = traced();
    const search = spans.find(({ name }) => name === 'search_memory')!;
    expect(search.attributes['gen_ai.memory.store.id']).toBe('ada');
    expect(search.attributes['gen_ai.memory.query.text']).toMatch(/^is the password /);
    const [record] = JSON.parse(String(search.attributes['gen_ai.memory.records']));
    expect(record).toMatchObject({ id, content: expect.stringMatching(/^The password is /) });
    expect(record.score).toBeGreaterThan(0);
    expect(everything(spans)).not.toMatch(/hunter2secret|eve@example/);
    await open_.close();
  });
});

describe('the metrics of a memory', () => {
  it('cover durations, empty searches, outcomes of stores and the size of the store', async () => {
    const ada = memory.scope('metrics@example.com');
    await ada.retrieve('nothing is here yet');
    await ada.store({ content: 'Ada lives in Rome' });
    await ada.store({ content: 'Ada lives in Rome' });
    await ada.store({ content: 'Ada lives in Oslo' });
    await ada.retrieve('where does Ada live?');
    await expect(ada.get('no id')).rejects.toThrow();
    const metrics = await measured();
    const points = (name: string) => metrics[name]!.points;
    const durations = points('gen_ai.client.operation.duration');
    expect(metrics['gen_ai.client.operation.duration']).toMatchObject({
      unit: 's',
      scope: '@mneme/core',
    });
    expect(durations).toContainEqual({
      attributes: { 'gen_ai.operation.name': 'get_memory', 'error.type': 'invalid_input' },
      value: expect.objectContaining({ count: expect.any(Number) }),
    });
    expect(points('mneme.search.empty')[0]!.value).toBeGreaterThanOrEqual(1);
    const outcomes = points('mneme.stored').map(({ attributes }) => attributes['mneme.outcome']);
    expect(outcomes).toEqual(expect.arrayContaining(['created', 'confirmed', 'superseded']));
    expect(points('mneme.store.memories')).toEqual(
      expect.arrayContaining([
        { attributes: { 'mneme.state': 'current' }, value: 1 },
        { attributes: { 'mneme.state': 'superseded' }, value: 1 },
        { attributes: { 'mneme.state': 'expired' }, value: 0 },
      ]),
    );
    expect(points('mneme.store.size')[0]!.value).toBeGreaterThan(10_000);
    expect(points('mneme.operations.active').every(({ value }) => value === 0)).toBe(true);
    expect(JSON.stringify(metrics)).not.toMatch(/Rome|Oslo|metrics@/);
  });

  it('count waiting operations as active', async () => {
    const working = Array.from({ length: 5 }, () => memory.scope('busy').retrieve('anything'));
    const active = (await measured())['mneme.operations.active']!.points;
    await Promise.all(working);
    expect(
      active.find(({ attributes }) => attributes['gen_ai.operation.name'] === 'search_memory')
        ?.value,
    ).toBe(5);
  });

  it('count contested texts', async () => {
    const bob = memory.scope('bob');
    await bob.store({ content: 'User works as a waiter' });
    const { contests } = await bob.store({ content: 'User works as a carpenter' });
    const outcomes = (await measured())['mneme.stored']!.points;
    expect(contests).toHaveLength(1);
    expect(outcomes).toContainEqual({ attributes: { 'mneme.outcome': 'contested' }, value: 1 });
  });

  it('stop when the memory is closed', async () => {
    const other = await open();
    await other.scope('a').store({ content: 'One more' });
    await other.close();
    const sizes = (await measured())['mneme.store.memories']!.points;
    expect(sizes.filter(({ attributes }) => attributes['mneme.state'] === 'current')).toHaveLength(
      1,
    );
  });
});

describe('telemetry', () => {
  it('takes a meter without a tracer, and a tracer without a meter', async () => {
    traced();
    for (const parts of [
      { metrics: api.metrics },
      { trace: api.trace, context: api.context },
      {},
    ]) {
      const one = await open({ telemetry: { api: parts } });
      await one.scope('ada').retrieve('anything');
      await one.close();
    }
    expect(namesOf(traced()).filter((name) => name === 'search_memory')).toHaveLength(1);
  });

  it('refuses anything but the OpenTelemetry API', async () => {
    await expect(open({ telemetry: {} as never })).rejects.toThrow(/telemetry\.api/);
    await expect(open({ telemetry: { api: 1 } as never })).rejects.toThrow(/telemetry\.api/);
  });
});
