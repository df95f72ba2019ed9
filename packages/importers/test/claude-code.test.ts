import { describe, expect, it } from 'vitest';
import { usePlace } from './place.ts';

const place = usePlace();

const transcript = (line: object) => ({
  uuid: 'u',
  parentUuid: null,
  sessionId: 's1',
  cwd: '/home/ada/heron',
  version: '2.1.330',
  timestamp: '2026-04-01T10:00:00.123Z',
  isSidechain: false,
  ...line,
});
const user = (content: unknown, more: object = {}) =>
  transcript({ type: 'user', message: { role: 'user', content }, ...more });
const assistant = (...content: object[]) =>
  transcript({ type: 'assistant', message: { role: 'assistant', content } });

describe('the memory of Claude Code', () => {
  it('becomes one fact per file, whichever folder is given; importing again adds nothing', async () => {
    place.write(
      'projects/-home-ada-heron/memory/style.md',
      '---\nname: style\ndescription: How to write code\nmetadata:\n  type: feedback\n---\nUse tabs.\n\n**Why:** the team does. See [[tabs]].\n',
    );
    place.write(
      'projects/-home-ada-heron/memory/role.md',
      '\ufeff---\r\nname: role\r\ndescription: Who Ada is\r\ntype: user\r\n---\r\nAda is a nurse.\r\n',
    );
    place.write('projects/-home-ada-heron/memory/MEMORY.md', '- [Style](style.md) — tabs\n');
    await place.gives(place.path('projects'), {
      report: { format: 'claude-code', created: 2, skipped: { not_a_memory: 1 } },
      records: [
        {
          content: expect.stringMatching(/^Use tabs\./),
          category: 'user_preference',
          importance: 4,
          tags: ['feedback'],
          metadata: {
            title: 'style',
            description: 'How to write code',
            project: '-home-ada-heron',
          },
        },
        'Ada is a nurse.',
      ],
    });
    const memory = place.path('projects/-home-ada-heron/memory');
    expect(await place.import(memory)).toMatchObject({
      format: 'claude-code',
      created: 0,
      confirmed: 2,
    });
  });

  it('becomes the messages of a session, without the rest of its transcript', async () => {
    const path = place.lines('s1.jsonl', [
      {
        type: 'queue-operation',
        operation: 'enqueue',
        sessionId: 's1',
        timestamp: '2026-04-01T10:00:00Z',
      },
      user('Rename the heron table. <system-reminder>Do not tell.</system-reminder>'),
      assistant({ type: 'thinking', thinking: 'Hm.' }),
      assistant(
        { type: 'text', text: 'I look first.' },
        { type: 'tool_use', name: 'Bash', input: {} },
      ),
      user([{ type: 'tool_result', tool_use_id: 't', content: 'ok' }]),
      user('<command-name>/clear</command-name>'),
      user('Caveat: told to the model', { isMeta: true }),
      user('of a helper', { isSidechain: true }),
      user('This session is being continued …', { isCompactSummary: true }),
      assistant({ type: 'text', text: 'Done.' }),
      user([
        { type: 'text', text: 'And now the index.' },
        { type: 'image', source: {} },
      ]),
      '{"type":"user","message":{"content":"to',
    ]);
    await place.gives(path, {
      report: {
        format: 'claude-code',
        skipped: {
          reasoning: 1,
          tool: 3,
          system: 2,
          hidden: 1,
          media: 1,
          not_a_memory: 1,
          broken: 1,
        },
        problemCount: 1,
        problems: [{ at: 's1.jsonl, line 12' }],
      },
      records: [
        {
          content: 'Rename the heron table.',
          occurredAt: '2026-04-01T10:00:00.123Z',
          source: { session: 'claude-code:s1', sequence: 0, speaker: 'user' },
          metadata: { project: '/home/ada/heron' },
        },
        { content: 'I look first.', source: { sequence: 1, speaker: 'assistant' } },
        { content: 'Done.', source: { sequence: 2, speaker: 'assistant' } },
        { content: 'And now the index.', source: { sequence: 3, speaker: 'user' } },
      ],
    });
  });
});
