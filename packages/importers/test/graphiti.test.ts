import { describe, expect, it } from 'vitest';
import { usePlace } from './place.ts';

const place = usePlace();

const edge = (uuid: string, fact: string, more: object = {}) => ({
  kind: 'edge',
  uuid,
  name: 'WORKS_AT',
  fact,
  group_id: 'ada',
  created_at: '2026-01-05T00:00:00.123456+00:00',
  valid_at: '2024-01-01T00:00:00Z',
  invalid_at: null,
  ...more,
});

describe('a graph of Graphiti', () => {
  it('keeps the time span in which a fact was valid', async () => {
    const path = place.lines('graph.jsonl', [
      edge('e1', 'Ada works at Acme', { invalid_at: '2025-03-01T00:00:00Z' }),
      edge('e2', 'Ada works at Globex', { valid_at: '2025-03-01T00:00:00Z' }),
    ]);
    const report = await place.import(path);
    expect(report).toMatchObject({ format: 'graphiti', problemCount: 0 });
    const scope = place.memory.scope('ada');
    const then = await scope.list({ asOf: '2024-06-01T00:00:00Z' });
    expect(then.memories.map(({ content }) => content)).toEqual(['Ada works at Acme']);
    const history = await place.all('ada', { includeSuperseded: true });
    expect(history.find(({ content }) => content === 'Ada works at Acme')).toMatchObject({
      occurredAt: '2024-01-01T00:00:00.000Z',
      validTo: '2025-03-01T00:00:00.000Z',
    });
    const now = (await place.all()).map(({ content }) => content);
    expect(now).not.toContain('Ada works at Acme');
    expect(now).toContain('Ada works at Globex');
    expect(await place.import(path)).toMatchObject({ created: 0 });
    expect(await place.all('ada', { includeSuperseded: true })).toHaveLength(history.length);
  });

  it('ends a fact if a later dump has its end', async () => {
    await place.import(place.lines('graph.jsonl', [edge('e1', 'Ada works at Acme')]));
    expect(await place.contents()).toEqual(['Ada works at Acme']);
    const ended = edge('e1', 'Ada works at Acme', { invalid_at: '2025-03-01T00:00:00Z' });
    expect(await place.import(place.lines('graph.jsonl', [ended]))).toMatchObject({
      created: 1,
      confirmed: 1,
    });
    expect(await place.contents()).toEqual(['No longer true since 2025-03-01: Ada works at Acme']);
  });

  it('ends replaced facts, and sets an expiry for a fact that ends in the future', async () => {
    const path = place.lines('graph.jsonl', [
      edge('e1', 'Ada rents a flat', { expired_at: '2025-05-01T00:00:00Z' }),
      edge('e2', 'Ada leads the garden club', { invalid_at: '2099-01-01T00:00:00Z' }),
    ]);
    await place.import(path);
    expect(await place.all()).toMatchObject([
      { content: 'Ada leads the garden club', expiresAt: '2099-01-01T00:00:00.000Z' },
      { content: 'No longer true since 2025-05-01: Ada rents a flat' },
    ]);
  });

  it('imports episodes as turns of their actors, and summaries of entities', async () => {
    const path = place.lines('graph.jsonl', [
      {
        kind: 'episode',
        uuid: 'p1',
        group_id: 'ada',
        source: 'message',
        source_description: 'chat',
        content: 'Ada (user): I keep bees.\nBot (assistant): How many: one\nor two?',
        valid_at: '2026-01-01T00:00:00Z',
      },
      {
        kind: 'episode',
        uuid: 'p2',
        group_id: 'ada',
        source: 'text',
        source_description: 'notes',
        content: 'The hives stand by the river.',
        valid_at: null,
        created_at: '2026-01-02T00:00:00Z',
      },
      {
        kind: 'entity',
        uuid: 'n1',
        group_id: 'ada',
        name: 'Ada',
        summary: 'Keeps bees.',
        labels: ['Person'],
        created_at: '2026-01-02T00:00:00Z',
      },
      { kind: 'entity', uuid: 'n2', group_id: 'ada', name: 'Bo', summary: '' },
      { kind: 'community', uuid: 'k1' },
      '{"kind": "edge", "fact": "torn',
    ]);
    const report = await place.import(path);
    expect(report).toMatchObject({ created: 4, skipped: { empty: 1, not_a_memory: 1, broken: 1 } });
    expect(report.problems).toMatchObject([{ at: 'line 6' }]);
    const all = await place.all();
    expect(all.map(({ content, source }) => [source.session, source.speaker, content])).toEqual([
      [undefined, undefined, 'Ada: Keeps bees.'],
      ['graphiti:ada:chat', 'Ada', 'I keep bees.'],
      ['graphiti:ada:chat', 'Bot', 'How many: one\nor two?'],
      ['graphiti:ada:notes', 'source', 'The hives stand by the river.'],
    ]);
    expect(all[3]?.occurredAt).toBe('2026-01-02T00:00:00.000Z');
  });
});
