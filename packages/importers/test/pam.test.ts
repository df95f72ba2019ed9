import { describe, expect, it } from 'vitest';
import { usePlace } from './place.ts';

const place = usePlace();

const memory = (id: string, content: string, more: object = {}) => ({
  id,
  type: 'fact',
  content,
  content_hash: `sha256:${'0'.repeat(64)}`,
  temporal: { created_at: '2026-01-01T00:00:00Z' },
  provenance: { platform: 'chatgpt' },
  ...more,
});
const store = (memories: unknown[], more: object = {}) => ({
  schema: 'portable-ai-memory',
  schema_version: '1.0',
  owner: { id: 'ada' },
  memories,
  ...more,
});

describe('Portable AI Memory', () => {
  it('gives its memories by kind, with replaced ones as history', async () => {
    const path = place.json(
      'memory-store.json',
      store(
        [
          memory('m3', 'Ada lives in Rome', { temporal: { created_at: '2026-03-01T00:00:00Z' } }),
          memory('m1', 'Ada lives in Porto', {
            status: 'superseded',
            temporal: { created_at: '2026-01-01T00:00:00Z', superseded_by: 'm2' },
          }),
          memory('m2', 'Ada lives in Faro', {
            status: 'superseded',
            temporal: { created_at: '2026-02-01T00:00:00Z', superseded_by: 'm3' },
          }),
          memory('m4', 'Answer briefly', { type: 'instruction', tags: ['style'] }),
          memory('m5', 'Was wrong', { status: 'retracted' }),
          memory('m6', 'Has a parking permit', {
            temporal: { created_at: '2026-01-01T00:00:00Z', valid_until: '2026-02-01T00:00:00Z' },
          }),
          'words',
        ],
        { relations: [{ id: 'r' }] },
      ),
    );
    await place.gives(path, {
      report: {
        format: 'pam',
        skipped: { deleted: 1, broken: 1, not_a_memory: 1 },
        problemCount: 1,
      },
      records: [
        { content: 'Answer briefly', category: 'user_preference', tags: ['style'] },
        'No longer true since 2026-02-01: Has a parking permit',
        'Ada lives in Rome',
      ],
    });
    const history = await place.all('ada', { includeSuperseded: true });
    expect(history.find(({ content }) => content.endsWith('Porto'))).toMatchObject({
      occurredAt: '2026-01-01T00:00:00.000Z',
      validTo: '2026-02-01T00:00:00.000Z',
    });
    expect(history).toHaveLength(6);
  });

  it('gives its conversations as turns', async () => {
    const message = (id: string, role: string, text: string, more: object = {}) => ({
      id,
      role,
      content: { type: 'text', text },
      created_at: '2026-01-01T10:00:00Z',
      ...more,
    });
    const path = await place.zip('bundle.zip', {
      'memory-store.json': store([memory('m1', 'Keeps bees')]),
      'conversations/c1.json': {
        schema: 'portable-ai-memory-conversation',
        schema_version: '1.0',
        id: 'c1',
        title: 'Bees',
        provider: { name: 'chatgpt' },
        temporal: { created_at: '2026-01-01T10:00:00Z' },
        messages: [
          message('1', 'system', 'Be kind.'),
          message('2', 'user', 'I keep bees.'),
          message('3', 'assistant', 'Hm.', { is_thought: true }),
          message('4', 'assistant', 'How many?'),
        ],
      },
      'embeddings.json': { schema: 'portable-ai-memory-embeddings' },
    });
    await place.gives(path, {
      report: { format: 'pam', skipped: { system: 1, reasoning: 1, not_a_memory: 1 } },
      records: [
        'Keeps bees',
        { content: 'I keep bees.', source: { session: 'pam:c1', sequence: 0, speaker: 'user' } },
        { content: 'How many?', source: { session: 'pam:c1', sequence: 1, speaker: 'assistant' } },
      ],
    });
  });

  it('names the file alone as the place of a problem before its first list', async () => {
    const path = place.write(
      'cut.json',
      '{ "schema": "portable-ai-memory", "owner": { "id": "o" },',
    );
    const problems = [{ at: 'cut.json', message: 'the file ends in the middle' }];
    expect(await place.import(path)).toMatchObject({ created: 0, problems });
  });

  it('survives memories that replace one another in a cycle', async () => {
    const ring = (id: string, next: string) =>
      memory(id, `Says ${id}`, {
        status: 'superseded',
        temporal: { created_at: '2026-01-01T00:00:00Z', superseded_by: next },
      });
    const path = place.json('store.json', store([ring('a', 'b'), ring('b', 'a')]));
    await place.gives(path, { records: ['Says a', 'Says b'] });
  });
});
