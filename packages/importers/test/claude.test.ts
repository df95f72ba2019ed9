import { describe, expect, it } from 'vitest';
import { claudeTalk as talk } from './fixtures.ts';
import { usePlace } from './place.ts';

const place = usePlace();

const memories = {
  account_uuid: 'a1',
  conversations_memory:
    '**Work context**\n\nAda is a nurse in Porto.\n\n# Personal\n\nAda has a dog called Rex.',
  project_memories: { p1: 'The garden project needs seeds by May.' },
};
const seeds = {
  uuid: 'd1',
  filename: 'seeds.md',
  content: 'Basil, mint.',
  created_at: '2026-01-05T00:00:00Z',
};
const project = {
  uuid: 'p1',
  name: 'Garden',
  description: 'All about the garden.',
  prompt_template: 'Answer as a gardener.',
  docs: [seeds],
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-02T00:00:00Z',
};

describe('an export of Claude.ai', () => {
  it('becomes turns made of the text blocks', async () => {
    const path = await place.zip('export.zip', { 'conversations.json': [talk], 'users.json': [] });
    await place.gives(path, {
      report: {
        format: 'claude',
        skipped: { media: 2, reasoning: 1, tool: 2, system: 1, not_a_memory: 1 },
      },
      records: [
        {
          content: 'I drink oolong in the morning.',
          occurredAt: '2026-02-01T10:00:00.500Z',
          source: { session: 'claude:c1', sequence: 0, speaker: 'user' },
          metadata: { title: 'Tea' },
        },
        { content: 'Noted.', source: { speaker: 'assistant', sequence: 1 } },
      ],
    });
  });

  it('may be one conversation', async () => {
    await place.gives(place.json('tea.json', talk), {
      report: { format: 'claude', created: 2, problemCount: 0 },
      records: ['I drink oolong in the morning.', 'Noted.'],
    });
  });

  it('uses the plain text of a message without blocks', async () => {
    const bare = { ...talk.chat_messages[0], content: [], attachments: [], files: [] };
    const path = place.json('conversations.json', [{ ...talk, name: '', chat_messages: [bare] }]);
    await place.gives(path, { records: ['I drink oolong in the morning.'] });
  });

  it('imports the memory of Claude, one fact per section, with the time of the export', async () => {
    const files = { 'conversations.json': [], 'memories.json': [memories] };
    const occurredAt = '2026-05-01T00:00:00.000Z';
    await place.gives(await place.zip('export.zip', files), {
      report: { format: 'claude' },
      records: [
        { content: '# Personal\n\nAda has a dog called Rex.', occurredAt },
        { content: '**Work context**\n\nAda is a nurse in Porto.', occurredAt },
        { content: memories.project_memories.p1, occurredAt, metadata: { project: 'p1' } },
      ],
    });
  });

  it('accepts memories as a single object, and later adds only new ones', async () => {
    await place.import(place.json('memories.json', memories));
    const more = {
      ...memories,
      conversations_memory: `${memories.conversations_memory}\n\n# New\n\nAda sails.`,
    };
    expect(await place.import(place.json('memories.json', more))).toMatchObject({ created: 1 });
  });

  it.each([
    ['in one file', { 'projects.json': [project] }],
    ['in files of their own', { 'projects/p1.json': project }],
  ])('imports projects %s', async (_, files) => {
    const path = await place.zip('export.zip', { 'conversations.json': [talk], ...files });
    await place.gives(path, {
      records: [
        'All about the garden.',
        'Answer as a gardener.',
        {
          content: 'Basil, mint.',
          occurredAt: '2026-01-05T00:00:00.000Z',
          source: { documentPath: 'projects/Garden/seeds.md' },
        },
        'I drink oolong in the morning.',
        'Noted.',
      ],
    });
  });

  it('reports items that are not conversations and continues', async () => {
    const path = place.json('conversations.json', [{ uuid: 'x' }, talk, 'words']);
    await place.gives(path, {
      from: 'claude',
      report: {
        skipped: { broken: 2 },
        problemCount: 2,
        problems: [1, 3].map((item) => ({ at: `conversations.json, item ${item}` })),
      },
      records: ['I drink oolong in the morning.', 'Noted.'],
    });
  });
});
