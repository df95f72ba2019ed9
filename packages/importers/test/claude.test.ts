import { describe, expect, it } from 'vitest';
import { claudeTalk as talk } from './fixtures.ts';
import { usePlace } from './place.ts';

const place = usePlace();

const memories = [
  {
    account_uuid: 'a1',
    conversations_memory:
      '**Work context**\n\nAda is a nurse in Porto.\n\n# Personal\n\nAda has a dog called Rex.',
    project_memories: { p1: 'The garden project needs seeds by May.' },
  },
];

const project = {
  uuid: 'p1',
  name: 'Garden',
  description: 'All about the garden.',
  prompt_template: 'Answer as a gardener.',
  docs: [
    {
      uuid: 'd1',
      filename: 'seeds.md',
      content: 'Basil, mint.',
      created_at: '2026-01-05T00:00:00Z',
    },
  ],
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-02T00:00:00Z',
};

describe('an export of Claude.ai', () => {
  it('becomes turns made of the text blocks; importing again adds nothing', async () => {
    const path = await place.zip('export.zip', { 'conversations.json': [talk], 'users.json': [] });
    expect(await place.import(path)).toMatchObject({
      format: 'claude',
      created: 2,
      skipped: { media: 2, reasoning: 1, tool: 2, system: 1, not_a_memory: 1 },
      problemCount: 0,
    });
    expect(await place.all()).toMatchObject([
      {
        content: 'I drink oolong in the morning.',
        occurredAt: '2026-02-01T10:00:00.500Z',
        source: { session: 'claude:c1', sequence: 0, speaker: 'user' },
        metadata: { title: 'Tea' },
      },
      { content: 'Noted.', source: { speaker: 'assistant', sequence: 1 } },
    ]);
    expect(await place.import(path)).toMatchObject({ created: 0, confirmed: 2 });
  });

  it('uses the plain text of a message without blocks', async () => {
    const [message] = talk.chat_messages;
    const old = {
      ...talk,
      name: '',
      chat_messages: [{ ...message, content: [], attachments: [], files: [] }],
    };
    await place.import(place.json('conversations.json', [old]));
    expect(await place.contents()).toEqual(['I drink oolong in the morning.']);
  });

  it('imports the memory of Claude, one fact per section, with the time of the export', async () => {
    const path = await place.zip('export.zip', {
      'conversations.json': [],
      'memories.json': memories,
    });
    expect(await place.import(path)).toMatchObject({
      format: 'claude',
      created: 3,
      problemCount: 0,
    });
    const found = await place.all();
    expect(found.map(({ content }) => content).sort()).toEqual([
      '# Personal\n\nAda has a dog called Rex.',
      '**Work context**\n\nAda is a nurse in Porto.',
      'The garden project needs seeds by May.',
    ]);
    expect(new Set(found.map(({ occurredAt }) => occurredAt))).toEqual(
      new Set(['2026-05-01T00:00:00.000Z']),
    );
    expect(found.find(({ content }) => content.includes('seeds'))?.metadata).toEqual({
      project: 'p1',
    });
    expect(await place.import(path)).toMatchObject({ created: 0, confirmed: 3 });
  });

  it('accepts memories as a single object, and later adds only new ones', async () => {
    await place.import(place.json('memories.json', memories[0]));
    const more = {
      ...memories[0],
      conversations_memory: `${memories[0]?.conversations_memory}\n\n# New\n\nAda sails.`,
    };
    expect(await place.import(place.json('memories.json', more))).toMatchObject({ created: 1 });
  });

  it.each([
    ['in one file', { 'projects.json': [project] }],
    ['in files of their own', { 'projects/p1.json': project }],
  ])('imports projects %s', async (_, files) => {
    const path = await place.zip('export.zip', { 'conversations.json': [talk], ...files });
    expect(await place.import(path)).toMatchObject({ created: 5, problemCount: 0 });
    const found = await place.all();
    expect(found.find(({ content }) => content === 'Basil, mint.')).toMatchObject({
      occurredAt: '2026-01-05T00:00:00.000Z',
      source: { documentPath: 'projects/Garden/seeds.md' },
    });
    expect(await place.import(path)).toMatchObject({ created: 0, confirmed: 5 });
  });

  it('reports items that are not conversations and continues', async () => {
    const path = place.json('conversations.json', [{ uuid: 'x' }, talk, 'words']);
    const report = await place.import(path, { from: 'claude' });
    expect(report).toMatchObject({ created: 2, skipped: { broken: 2 } });
    expect(report.problems.map(({ at }) => at)).toEqual([
      'conversations.json, item 1',
      'conversations.json, item 3',
    ]);
  });
});
