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
const graph = (...lines: unknown[]) => place.lines('graph.jsonl', lines);

describe('a graph of Graphiti', () => {
  it('keeps the time span in which a fact was valid', async () => {
    const path = graph(
      edge('e1', 'Ada works at Acme', { invalid_at: '2025-03-01T00:00:00Z' }),
      edge('e2', 'Ada works at Globex', { valid_at: '2025-03-01T00:00:00Z' }),
    );
    await place.gives(path, {
      report: { format: 'graphiti' },
      records: ['Ada works at Globex', 'No longer true since 2025-03-01: Ada works at Acme'],
    });
    const then = await place.memory.scope('ada').list({ asOf: '2024-06-01T00:00:00Z' });
    expect(then.memories.map(({ content }) => content)).toEqual(['Ada works at Acme']);
    const history = await place.all('ada', { includeSuperseded: true });
    expect(history.find(({ content }) => content === 'Ada works at Acme')).toMatchObject({
      occurredAt: '2024-01-01T00:00:00.000Z',
      validTo: '2025-03-01T00:00:00.000Z',
    });
    expect(history).toHaveLength(3);
  });

  it('ends a fact if a later dump has its end', async () => {
    await place.gives(graph(edge('e1', 'Ada works at Acme')), { records: ['Ada works at Acme'] });
    const ended = graph(edge('e1', 'Ada works at Acme', { invalid_at: '2025-03-01T00:00:00Z' }));
    await place.gives(ended, {
      report: { created: 1, confirmed: 1 },
      records: ['No longer true since 2025-03-01: Ada works at Acme'],
    });
  });

  it('ends replaced facts, and sets an expiry for a fact that ends in the future', async () => {
    const path = graph(
      edge('e1', 'Ada rents a flat', { expired_at: '2025-05-01T00:00:00Z' }),
      edge('e2', 'Ada leads the garden club', { invalid_at: '2099-01-01T00:00:00Z' }),
    );
    await place.gives(path, {
      records: [
        { content: 'Ada leads the garden club', expiresAt: '2099-01-01T00:00:00.000Z' },
        'No longer true since 2025-05-01: Ada rents a flat',
      ],
    });
  });

  it('imports episodes as turns of their actors, and summaries of entities', async () => {
    const node = (kind: string, more: object) => ({ kind, uuid: kind, group_id: 'ada', ...more });
    const path = graph(
      node('episode', {
        source: 'message',
        source_description: 'chat',
        content: 'Ada (user): I keep bees.\nBot (assistant): How many: one\nor two?',
        valid_at: '2026-01-01T00:00:00Z',
      }),
      node('episode', {
        uuid: 'p2',
        source: 'text',
        source_description: 'notes',
        content: 'The hives stand by the river.',
        valid_at: null,
        created_at: '2026-01-02T00:00:00Z',
      }),
      node('entity', { name: 'Ada', summary: 'Keeps bees.', labels: ['Person'] }),
      node('entity', { uuid: 'n2', name: 'Bo', summary: '' }),
      node('community', {}),
      '{"kind": "edge", "fact": "torn',
    );
    await place.gives(path, {
      report: {
        skipped: { empty: 1, not_a_memory: 1, broken: 1 },
        problemCount: 1,
        problems: [{ at: 'line 6' }],
      },
      records: [
        'Ada: Keeps bees.',
        { content: 'I keep bees.', source: { session: 'graphiti:ada:chat', speaker: 'Ada' } },
        { content: 'How many: one\nor two?', source: { speaker: 'Bot' } },
        {
          content: 'The hives stand by the river.',
          occurredAt: '2026-01-02T00:00:00.000Z',
          source: { session: 'graphiti:ada:notes', speaker: 'source' },
        },
      ],
    });
  });
});
