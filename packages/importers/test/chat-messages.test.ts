import { exportMemories } from '@mneme/runtime';
import { describe, expect, it } from 'vitest';
import { usePlace } from './place.ts';

const place = usePlace();
const vegan = { role: 'user', content: 'I am vegan.' };
const ok = { role: 'assistant', content: [{ type: 'text', text: 'OK!' }] };

describe('messages of a chat API', () => {
  it('are turns of one conversation, from which facts are learned, and no facts themselves', async () => {
    const lines = [
      { role: 'system', content: 'Be brief.' },
      vegan,
      ok,
      { role: 'assistant', content: null, tool_calls: [{ id: '1' }] },
      { role: 'tool', tool_call_id: '1', content: '42' },
      { role: 'user', content: [{ type: 'image_url', image_url: {} }] },
      { role: 'user', content: ' ' },
      { role: 'user', content: 'Thanks' },
      ok,
    ];
    const said = { created: 4, skipped: { system: 1, tool: 2, media: 1, empty: 1 } };
    const names = new Set<unknown>();
    for (const [name, text] of [
      ['lines.jsonl', lines.map((line) => JSON.stringify(line)).join('\n')],
      ['list.json', JSON.stringify(lines)],
      ['pretty.json', JSON.stringify(lines, null, 2)],
      ['messages.json', JSON.stringify({ messages: lines }, null, 2)],
      ['conversations.jsonl', JSON.stringify({ messages: lines })],
    ] as const) {
      const path = place.write(name, text);
      const report = { format: 'jsonl', ...said, problems: [] };
      expect(await place.import(path, { scope: name })).toMatchObject(report);
      const again = await place.import(path, { scope: name });
      expect(again).toMatchObject({ created: 0, confirmed: 4 });
      const scope = place.memory.scope(name);
      const { memories } = await scope.list({ kinds: ['episode'] });
      const turns = memories.toReversed().map(({ content, source }) => [source.speaker, content]);
      expect(turns, name).toEqual([
        ['user', 'I am vegan.'],
        ['assistant', 'OK!'],
        ['user', 'Thanks'],
        ['assistant', 'OK!'],
      ]);
      expect((await scope.list({ kinds: ['fact'] })).memories).toEqual([]);
      const { sessions } = await scope.sessions.list();
      expect(sessions).toHaveLength(1);
      names.add(sessions[0]?.session);
    }
    expect(names.size).toBe(5);
  });

  it('name their conversation, scope, time and more, or their list does', async () => {
    const path = place.lines('chats.jsonl', [
      { ...vegan, session: 'a', user_id: 'u', timestamp: 1772355600, id: 'm1', tags: ['food'] },
      { messages: [vegan, ok], conversation_id: 'b', scope: 'u' },
      [vegan, { ...ok, thread_id: 'c' }],
      [vegan],
    ]);
    expect(await place.import(path)).toMatchObject({ created: 6, problems: [] });
    const { memories } = await place.memory.scope('u').list({ kinds: ['episode'] });
    expect(memories.map(({ source }) => source.session).sort()).toEqual(['a', 'b', 'b']);
    expect(memories.find(({ source }) => source.session === 'a')).toMatchObject({
      tags: ['food'],
      occurredAt: '2026-03-01T09:00:00.000Z',
      source: { externalId: 'm1', sequence: 0 },
    });
    const { sessions } = await place.memory.scope('ada').sessions.list();
    const [own] = sessions.map(({ session }) => session).filter((each) => /^chats:\w+$/.test(each));
    expect(sessions.map(({ session }) => session).sort()).toEqual(['c', own, `${own}~2`].sort());
  });

  it('are added to the conversation when a longer version of the file comes', async () => {
    await place.import(place.lines('chat.jsonl', [vegan, ok]));
    const longer = place.lines('chat.jsonl', [vegan, ok, { role: 'user', content: 'And you?' }]);
    expect(await place.import(longer)).toMatchObject({ created: 1, confirmed: 2 });
  });

  it('are cut into turns if they are long', async () => {
    const long = { role: 'user', content: 'A long story. '.repeat(3000), id: 'm', sequence: 7 };
    const path = place.lines('chat.jsonl', [long, { ...ok, sequence: 8 }]);
    const { created, problems } = await place.import(path);
    expect([created > 3, problems]).toEqual([true, []]);
    expect(await place.import(path)).toMatchObject({ created: 0, confirmed: created });
  });

  it('are reported at their place if they are broken, and the others are imported', async () => {
    const path = place.lines('chat.jsonl', [vegan, { role: 'user' }, { ...ok, tags: 5 }, ok]);
    expect(await place.import(path)).toMatchObject({
      created: 2,
      problems: [
        { at: 'line 2', message: expect.stringContaining('content is missing') },
        { at: 'line 3', message: expect.stringContaining('tags is 5') },
      ],
    });
  });
});

describe('keys that are not imported', () => {
  it('are named, each once', async () => {
    const path = place.lines('notes.jsonl', [
      { text: 'Ada keeps bees', colour: 'red', importence: 5, created_at: '2026-01-01' },
      { text: 'Ada lives in Porto', colour: 'blue', tags: ['home'] },
      { messages: [{ ...vegan, mood: 'calm' }], topic: 'food' },
    ]);
    const { unknownKeys } = await place.import(path);
    expect(unknownKeys).toEqual(['colour', 'importence', 'topic', 'mood']);
  });

  it("are none in Mneme's own export", async () => {
    await place.memory
      .scope('ada')
      .store({ content: 'Ada keeps bees', tags: ['a'], metadata: { a: 1 } });
    await place.memory.scope('ada').store({ content: 'Ada keeps goats, not bees' });
    const lines: unknown[] = [];
    for await (const line of exportMemories(place.memory, { includeSuperseded: true }))
      lines.push(line);
    const path = place.lines('export.jsonl', lines);
    expect(await place.import(path)).toMatchObject({ unknownKeys: [] });
  });
});
