import { describe, expect, it } from 'vitest';
import { usePlace } from './place.ts';

const place = usePlace();

let lines = 0;
const transcript = (line: object) => ({
  uuid: `u${++lines}`,
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

  it.each<[string, unknown]>([
    ['a text', 'Priya rotates the staging password every Tuesday.'],
    ['blocks', [{ type: 'text', text: 'Priya rotates the staging password every Tuesday.' }]],
  ])('has what was typed while a tool ran, as %s', async (_, prompt) => {
    const queued = (commandMode: string) =>
      transcript({
        type: 'attachment',
        attachment: { type: 'queued_command', prompt, commandMode },
      });
    const path = place.lines('queued.jsonl', [
      user('We ship the shop from branch harvest.'),
      queued('prompt'),
      queued('task-notification'),
      assistant({ type: 'text', text: 'Noted.' }),
    ]);
    expect(await place.import(path)).toMatchObject({ created: 3, skipped: { not_a_memory: 1 } });
    expect(await place.all()).toMatchObject([
      { source: { speaker: 'user' }, content: 'We ship the shop from branch harvest.' },
      { source: { speaker: 'user' }, content: 'Priya rotates the staging password every Tuesday.' },
      { source: { speaker: 'assistant' }, content: 'Noted.' },
    ]);
  });

  it('that was forked has the copied turns once', async () => {
    const [first, answer] = [
      user('Who owns billing?'),
      assistant({ type: 'text', text: 'Ines owns billing.' }),
    ];
    const copied = [first, answer].map((line) => ({ ...line, sessionId: 's2' }));
    place.lines('fork/s1.jsonl', [first, answer, user('Thanks.')]);
    place.lines('fork/s2.jsonl', [...copied, user('And the shop?', { sessionId: 's2' })]);
    expect(await place.import(place.path('fork'))).toMatchObject({ created: 4, confirmed: 2 });
    expect(await place.import(place.path('fork'))).toMatchObject({ created: 0, confirmed: 6 });
  });

  it.each<[string, object]>([
    ['an interruption', user('[Request interrupted by user for tool use]')],
    [
      'a usage limit',
      { ...assistant(), message: { model: '<synthetic>', content: 'Resets 3pm.' } },
    ],
    ['another session', user('I live in Oslo.', { origin: { kind: 'peer', from: 'uds:/tmp/x' } })],
    ['a notification', user('I moved.', { origin: { kind: 'task-notification' } })],
    ['a team', user('<teammate-message teammate_id="lead">Review it</teammate-message>')],
    [
      'a message between sessions',
      user('<cross-session-message from="s2">Hi</cross-session-message>'),
    ],
  ])('has no words of %s', async (_, line) => {
    const path = place.lines('program.jsonl', [user('The owner of billing is Ines.'), line]);
    expect(await place.import(path)).toMatchObject({ created: 1, skipped: { system: 1 } });
  });

  it.each<[string, string[], string]>([
    [
      'beside an opened file',
      ['<ide_opened_file>The user opened a.ts.</ide_opened_file>', 'Ines owns it.'],
      'Ines owns it.',
    ],
    [
      'beside an element of a kind that nobody has seen',
      ['<ide-next_thing a="1">x</ide-next_thing>', '<some_state>y</some_state>', 'Ines owns it.'],
      'Ines owns it.',
    ],
    ['below a selection', ['<ide_selection>code</ide_selection>\nIs it ours?'], 'Is it ours?'],
    [
      'about such an element',
      ['What does <command-name>x</command-name> mean?'],
      'What does <command-name>x</command-name> mean?',
    ],
    ['with an own element', ['<my-button>Buy</my-button>'], '<my-button>Buy</my-button>'],
    [
      'with a tag that never ends',
      ['<ide_selection>\nIs it ours?'],
      '<ide_selection>\nIs it ours?',
    ],
  ])('has the words of the user %s', async (_, texts, content) => {
    const path = place.lines('words.jsonl', [user(texts.map((text) => ({ type: 'text', text })))]);
    expect(await place.import(path)).toMatchObject({ created: 1 });
    expect(await place.all()).toMatchObject([{ content }]);
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
