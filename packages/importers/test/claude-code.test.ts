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
    expect(await place.import(place.path('projects'))).toMatchObject({
      format: 'claude-code',
      created: 2,
      skipped: { not_a_memory: 1 },
      problemCount: 0,
    });
    const all = await place.all();
    expect(all.find(({ content }) => content.startsWith('Use tabs.'))).toMatchObject({
      category: 'user_preference',
      importance: 4,
      tags: ['feedback'],
      metadata: { title: 'style', description: 'How to write code', project: '-home-ada-heron' },
    });
    expect(all.map(({ content }) => content)).toContain('Ada is a nurse.');
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
    const report = await place.import(path);
    expect(report).toMatchObject({
      format: 'claude-code',
      created: 4,
      skipped: {
        reasoning: 1,
        tool: 3,
        system: 2,
        hidden: 1,
        media: 1,
        not_a_memory: 1,
        broken: 1,
      },
    });
    expect(report.problems).toMatchObject([{ at: 's1.jsonl, line 12' }]);
    const all = await place.all();
    expect(all.map(({ content, source }) => [source.sequence, source.speaker, content])).toEqual([
      [0, 'user', 'Rename the heron table.'],
      [1, 'assistant', 'I look first.'],
      [2, 'assistant', 'Done.'],
      [3, 'user', 'And now the index.'],
    ]);
    expect(all[0]).toMatchObject({
      occurredAt: '2026-04-01T10:00:00.123Z',
      source: { session: 'claude-code:s1' },
      metadata: { project: '/home/ada/heron' },
    });
    expect(await place.import(path)).toMatchObject({ created: 0, confirmed: 4 });
  });
});
