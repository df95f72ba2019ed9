import { describe, expect, it } from 'vitest';
import {
  chatGptContext,
  chatGptConversation as conversation,
  chatGptMessage as message,
  chatGptTalk as talk,
  chatGptTime as time,
} from './fixtures.ts';
import { usePlace } from './place.ts';

const place = usePlace();
const exported = (...conversations: unknown[]) => place.json('conversations.json', conversations);

describe('an export of ChatGPT', () => {
  it('becomes turns with speaker, session, position and time', async () => {
    const path = await place.zip('export.zip', {
      'conversations.json': [talk],
      'user.json': { id: 'u' },
      'chat.html': '<html>',
    });
    await place.gives(path, {
      report: { format: 'chatgpt', created: 2, confirmed: 0, skipped: { not_a_memory: 1 } },
      records: [
        {
          content: 'I drink oolong in the morning.',
          occurredAt: '2026-01-02T03:04:05.500Z',
          source: { session: 'chatgpt:c1', sequence: 0, speaker: 'user' },
          metadata: { title: 'Tea' },
        },
        { content: 'Noted.', source: { session: 'chatgpt:c1', sequence: 1, speaker: 'assistant' } },
      ],
    });
    expect(await place.all('ada', { includeSuperseded: true })).toHaveLength(2);
  });

  it('may be one conversation, as browsers save it', async () => {
    await place.gives(place.json('tea.json', talk), {
      report: { format: 'chatgpt', created: 2, problemCount: 0 },
      records: ['I drink oolong in the morning.', 'Noted.'],
    });
  });

  it('follows the branch where the user left it, and counts abandoned messages', async () => {
    const branched = conversation(
      {
        root: [null, null],
        a: ['root', message('user', 'Name a tea.')],
        old: ['a', message('assistant', 'Assam.')],
        edited: ['root', message('user', 'Name a green tea.')],
        new: ['edited', message('assistant', 'Sencha.')],
      },
      { current_node: 'new' },
    );
    await place.gives(exported(branched), {
      report: { skipped: { other_branch: 2 } },
      records: ['Name a green tea.', 'Sencha.'],
    });
  });

  it('follows the newest branch if none is marked, and survives a cycle', async () => {
    const older = message('assistant', 'Assam.', { create_time: time });
    const newer = message('assistant', 'Sencha.', { create_time: time + 60 });
    const open = conversation(
      { a: [null, message('user', 'Name a tea.')], new: ['a', newer], old: ['a', older] },
      { current_node: null },
    );
    const circle = conversation(
      { x: ['y', message('user', 'Round')], y: ['x', message('assistant', 'and round.')] },
      { id: 'c2' },
    );
    const records = ['Name a tea.', 'Sencha.', 'Round', 'and round.'];
    await place.gives(exported(open, circle), { records });
  });

  it('reads shards in order, in a folder within the archive', async () => {
    const path = await place.zip('export.zip', {
      'export/conversations-001.json': [{ ...talk, id: 'c2' }],
      'export/conversations-000.json': [talk],
    });
    expect(await place.import(path)).toMatchObject({ format: 'chatgpt', created: 4 });
  });

  it('leaves out messages that nobody said, and says why', async () => {
    const hidden = { metadata: { is_visually_hidden_from_conversation: true } };
    const thoughts = { content_type: 'thoughts', thoughts: [{ content: 'Hm.' }] };
    const search = { content_type: 'code', text: 'search("weather")' };
    const noise = conversation({
      root: [null, null],
      s: ['root', message('system', 'You are ChatGPT.')],
      h: ['s', message('user', 'hidden words', hidden)],
      u: ['h', message('user', 'What is the weather?')],
      t: ['u', message('assistant', thoughts)],
      c: ['t', message('assistant', search, { recipient: 'web' })],
      r: ['c', message('tool', { content_type: 'tether_browsing_display', result: 'rain' })],
      e: ['r', message('assistant', '')],
      a: ['e', message('assistant', 'Rain.\ue200cite\ue202turn0search1\ue201')],
    });
    await place.gives(exported(noise), {
      report: { skipped: { system: 1, hidden: 1, reasoning: 1, tool: 2, empty: 1 } },
      records: ['What is the weather?', 'Rain.'],
    });
  });

  it('keeps the text next to images and transcripts of voice messages', async () => {
    const image = { content_type: 'image_asset_pointer', asset_pointer: 'file-service://x' };
    const voice = { content_type: 'audio_transcription', text: 'Call me Ada.' };
    const said = (...parts: unknown[]) =>
      message('user', { content_type: 'multimodal_text', parts });
    const mixed = conversation({
      u: [null, said(image, 'What is this?')],
      v: ['u', said(voice, image)],
      i: ['v', said(image)],
    });
    await place.gives(exported(mixed), {
      report: { skipped: { media: 3 } },
      records: ['What is this?', 'Call me Ada.'],
    });
  });

  it('finds saved memories anywhere in the export, once each, and custom instructions', async () => {
    const path = await place.zip('export.zip', {
      'conversations.json': [chatGptContext, { ...chatGptContext, id: 'c2' }],
      'memory.json': [
        { content: 'Has a dog called Rex.', enabled: true, created_at: '2025-05-04T00:00:00Z' },
        { content: 'Plays the tuba.', enabled: false },
      ],
    });
    await place.gives(path, {
      report: { skipped: { disabled: 1 } },
      records: [
        { content: 'Has a dog called Rex.', occurredAt: '2025-05-04T00:00:00.000Z' },
        'Runs on Sundays.\nAlone.',
        { content: 'Answer briefly.', category: 'user_preference' },
        'I am a nurse in Porto.',
        'Is allergic to nuts.',
      ],
    });
  });

  it('accepts missing titles, times, ids and fields', async () => {
    const bare = {
      mapping: { a: { message: { author: { role: 'user' }, content: { parts: ['Hello'] } } } },
    };
    const untimed = conversation(
      {
        a: [null, message('user', 'Hi', { create_time: null })],
        b: ['a', message('assistant', 'Ho')],
      },
      { title: null, create_time: null },
    );
    await place.gives(exported(bare, untimed, {}, 7, null), {
      report: {
        skipped: { broken: 3 },
        problemCount: 3,
        problems: [3, 4, 5].map((item) => ({ at: `conversations.json, item ${item}` })),
      },
      records: [{ content: 'Hi', occurredAt: '2026-01-02T03:04:05.500Z' }, 'Ho', 'Hello'],
    });
  });

  it('continues a conversation that has grown', async () => {
    await place.import(exported(talk));
    const turns = (first: string) =>
      conversation({
        root: [null, null],
        a: ['root', message('user', first)],
        b: ['a', message('assistant', 'Noted.')],
        c: ['b', message('user', 'And mint at night.')],
      });
    const grown = exported(turns('I drink oolong in the morning.'));
    expect(await place.import(grown)).toMatchObject({ created: 1, confirmed: 2 });
    expect(await place.import(exported(turns('I drink coffee.')))).toMatchObject({
      ...{ created: 0, skipped: { changed_turn: 1 }, problemCount: 1 },
    });
    expect(await place.contents()).toContain('I drink oolong in the morning.');
  });

  it('splits a text that is too long for one memory into several turns, without losing any of it', async () => {
    const words = Array.from({ length: 9000 }, (_, index) => `wörter${index}`).join(' ');
    const long = conversation({
      a: [null, message('user', words)],
      b: ['a', message('assistant', 'Long.')],
    });
    expect(await place.import(exported(long))).toMatchObject({ problemCount: 0 });
    expect((await place.contents()).join(' ')).toBe(`${words} Long.`);
  });

  it('imports everything before the end of a truncated file, and reports it', async () => {
    const whole = JSON.stringify([talk, { ...talk, id: 'c2' }]);
    const cut = place.write('conversations.json', whole.slice(0, -40));
    expect(await place.import(cut)).toMatchObject({
      created: 2,
      skipped: { broken: 1 },
      problems: [{ at: 'conversations.json, item 2', message: 'the file ends in the middle' }],
    });
    await place.import(place.write('conversations.json', whole));
    expect(await place.all()).toHaveLength(4);
  });
});
