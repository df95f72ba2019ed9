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

describe('an export of ChatGPT', () => {
  it('becomes turns with speaker, session, position and time; importing again adds nothing', async () => {
    const path = await place.zip('export.zip', {
      'conversations.json': [talk],
      'user.json': { id: 'u' },
      'chat.html': '<html>',
    });
    expect(await place.import(path)).toMatchObject({
      format: 'chatgpt',
      created: 2,
      confirmed: 0,
      skipped: { not_a_memory: 1 },
    });
    expect(await place.all()).toMatchObject([
      {
        content: 'I drink oolong in the morning.',
        occurredAt: '2026-01-02T03:04:05.500Z',
        source: { session: 'chatgpt:c1', sequence: 0, speaker: 'user' },
        metadata: { title: 'Tea' },
      },
      { content: 'Noted.', source: { session: 'chatgpt:c1', sequence: 1, speaker: 'assistant' } },
    ]);
    expect(await place.import(path)).toMatchObject({ created: 0, confirmed: 2 });
    expect(await place.all('ada', { includeSuperseded: true })).toHaveLength(2);
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
    const report = await place.import(place.json('conversations.json', [branched]));
    expect(await place.contents()).toEqual(['Name a green tea.', 'Sencha.']);
    expect(report.skipped).toEqual({ other_branch: 2 });
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
    await place.import(place.json('conversations.json', [open, circle]));
    expect(await place.contents()).toEqual(['Name a tea.', 'Sencha.', 'Round', 'and round.']);
  });

  it('reads shards in order, in a folder within the archive', async () => {
    const path = await place.zip('export.zip', {
      'export/conversations-001.json': [{ ...talk, id: 'c2' }],
      'export/conversations-000.json': [talk],
    });
    expect(await place.import(path)).toMatchObject({ format: 'chatgpt', created: 4 });
  });

  it('leaves out messages that nobody said, and says why', async () => {
    const noise = conversation({
      root: [null, null],
      s: ['root', message('system', 'You are ChatGPT.')],
      h: [
        's',
        message('user', 'hidden words', {
          metadata: { is_visually_hidden_from_conversation: true },
        }),
      ],
      u: ['h', message('user', 'What is the weather?')],
      t: ['u', message('assistant', { content_type: 'thoughts', thoughts: [{ content: 'Hm.' }] })],
      c: [
        't',
        message(
          'assistant',
          { content_type: 'code', text: 'search("weather")' },
          { recipient: 'web' },
        ),
      ],
      r: ['c', message('tool', { content_type: 'tether_browsing_display', result: 'rain' })],
      e: ['r', message('assistant', '')],
      a: ['e', message('assistant', 'Rain.\ue200cite\ue202turn0search1\ue201')],
    });
    const report = await place.import(place.json('conversations.json', [noise]));
    expect(await place.contents()).toEqual(['What is the weather?', 'Rain.']);
    expect(report.skipped).toEqual({ system: 1, hidden: 1, reasoning: 1, tool: 2, empty: 1 });
  });

  it('keeps the text next to images and transcripts of voice messages', async () => {
    const image = { content_type: 'image_asset_pointer', asset_pointer: 'file-service://x' };
    const voice = { content_type: 'audio_transcription', text: 'Call me Ada.' };
    const mixed = conversation({
      u: [
        null,
        message('user', { content_type: 'multimodal_text', parts: [image, 'What is this?'] }),
      ],
      v: ['u', message('user', { content_type: 'multimodal_text', parts: [voice, image] })],
      i: ['v', message('user', { content_type: 'multimodal_text', parts: [image] })],
    });
    const report = await place.import(place.json('conversations.json', [mixed]));
    expect(await place.contents()).toEqual(['What is this?', 'Call me Ada.']);
    expect(report.skipped).toEqual({ media: 3 });
  });

  it('finds saved memories anywhere in the export, once each, and custom instructions', async () => {
    const path = await place.zip('export.zip', {
      'conversations.json': [chatGptContext, { ...chatGptContext, id: 'c2' }],
      'memory.json': [
        { content: 'Has a dog called Rex.', enabled: true, created_at: '2025-05-04T00:00:00Z' },
        { content: 'Plays the tuba.', enabled: false },
      ],
    });
    const report = await place.import(path);
    const found = await place.all();
    expect(found.map(({ content }) => content).sort()).toEqual([
      'Answer briefly.',
      'Has a dog called Rex.',
      'I am a nurse in Porto.',
      'Is allergic to nuts.',
      'Runs on Sundays.\nAlone.',
    ]);
    expect(found.find(({ content }) => content.includes('Rex'))?.occurredAt).toBe(
      '2025-05-04T00:00:00.000Z',
    );
    expect(found.find(({ content }) => content.includes('briefly'))).toMatchObject({
      category: 'user_preference',
    });
    expect(report.skipped).toMatchObject({ disabled: 1 });
    expect(await place.import(path)).toMatchObject({ created: 0 });
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
    const path = place.json('conversations.json', [bare, untimed, {}, 7, null]);
    const report = await place.import(path);
    expect(report).toMatchObject({ created: 3, skipped: { broken: 3 }, problemCount: 3 });
    expect(report.problems.map(({ at }) => at)).toEqual([
      'conversations.json, item 3',
      'conversations.json, item 4',
      'conversations.json, item 5',
    ]);
    const hi = (await place.all()).find(({ content }) => content === 'Hi');
    expect(hi).toMatchObject({ content: 'Hi', occurredAt: '2026-01-02T03:04:05.500Z' });
    expect(await place.import(path)).toMatchObject({ created: 0, confirmed: 3 });
  });

  it('continues a conversation that has grown', async () => {
    await place.import(place.json('conversations.json', [talk]));
    const grown = conversation({
      root: [null, null],
      a: ['root', message('user', 'I drink oolong in the morning.')],
      b: ['a', message('assistant', 'Noted.')],
      c: ['b', message('user', 'And mint at night.')],
    });
    expect(await place.import(place.json('conversations.json', [grown]))).toMatchObject({
      created: 1,
      confirmed: 2,
    });
    const edited = conversation({
      root: [null, null],
      a: ['root', message('user', 'I drink coffee in the morning.')],
    });
    const report = await place.import(place.json('conversations.json', [edited]));
    expect(report).toMatchObject({ created: 0, skipped: { changed_turn: 1 }, problemCount: 1 });
    expect(await place.contents()).toContain('I drink oolong in the morning.');
  });

  it('splits a text that is too long for one memory into several turns, without losing any of it', async () => {
    const words = Array.from({ length: 9000 }, (_, index) => `wörter${index}`).join(' ');
    const long = conversation({
      a: [null, message('user', words)],
      b: ['a', message('assistant', 'Long.')],
    });
    expect(await place.import(place.json('conversations.json', [long]))).toMatchObject({
      problemCount: 0,
    });
    const contents = await place.contents();
    expect(contents.at(-1)).toBe('Long.');
    expect(contents.slice(0, -1).join(' ')).toBe(words);
  });

  it('imports everything before the end of a truncated file, and reports it', async () => {
    const whole = JSON.stringify([talk, { ...talk, id: 'c2' }]);
    const path = place.write('conversations.json', whole.slice(0, -40));
    const report = await place.import(path);
    expect(report).toMatchObject({ created: 2, skipped: { broken: 1 } });
    expect(report.problems[0]).toMatchObject({
      at: 'conversations.json, item 2',
      message: 'the file ends in the middle',
    });
    await place.import(place.write('conversations.json', whole));
    expect(await place.all()).toHaveLength(4);
  });
});
