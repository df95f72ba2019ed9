import { readFileSync, statSync, symlinkSync, truncateSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openImport, readItems } from '../src/index.ts';
import { secretOfAnAgent as token } from './fixtures.ts';
import { Place, usePlace } from './place.ts';

const place = usePlace();

const talk = {
  uuid: 'c1',
  name: 'Tea',
  chat_messages: [{ sender: 'human', text: 'I drink oolong.', created_at: '2026-02-01T10:00:00Z' }],
};

/** An archive with one text. `stated` is what its directory says instead of the truth. */
async function archive(
  text: string,
  stated: { name?: string; size?: number; checksum?: number } = {},
): Promise<string> {
  const { name = 'conversations.json', size, checksum } = stated;
  const path = await place.zip('export.zip', { [name.replaceAll(/[./\\:]/g, '_')]: text });
  const bytes = readFileSync(path);
  const head = bytes.indexOf('PK\x01\x02');
  if (checksum !== undefined) bytes.writeUInt32LE(checksum, head + 16);
  if (size !== undefined) bytes.writeUInt32LE(size, head + 24);
  bytes.write(name, head + 46);
  return place.write('export.zip', bytes);
}

describe('an archive', () => {
  const spaces = (megabytes: number) => ' '.repeat(megabytes * 1024 * 1024);
  const text = JSON.stringify([talk]);

  it('is refused before reading if it unpacks to far too much', async () => {
    const path = await archive(spaces(10));
    await expect(place.import(path, { from: 'chatgpt' })).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('unpack'),
    });
    await expect(place.import(path)).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('is refused if it unpacks to more than it states, and nothing is written', async () => {
    const path = await archive(spaces(10), { size: 1000 });
    await expect(place.import(path, { from: 'chatgpt' })).rejects.toMatchObject({
      code: 'invalid_input',
    });
    expect(await place.memory.scopes()).toEqual([]);
  });

  it.each([
    '../conversations.json',
    '/etc/conversations.json',
    'C:/conversations.json',
    'a/../../conversations.json',
  ])('with the path %s in it is refused', async (name) => {
    const path = await archive(text, { name });
    await expect(place.import(path, { from: 'claude' })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });

  it('is refused with its name if damaged or truncated', async () => {
    await expect(place.import(await archive(text, { checksum: 7 }))).rejects.toThrow('export.zip');
    const path = await archive(text);
    const whole = readFileSync(path);
    expect(await place.import(path)).toMatchObject({ created: 1 });
    truncateSync(path, whole.length - 30);
    await expect(place.import(path)).rejects.toThrow('export.zip');
    truncateSync(path, 20);
    await expect(place.import(path)).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('is read without the files that macOS adds', async () => {
    const path = await place.zip('export.zip', {
      '__MACOSX/._conversations.json': 'noise',
      'conversations.json': [talk],
    });
    expect(await place.import(path)).toMatchObject({
      format: 'claude',
      created: 1,
      problemCount: 0,
    });
  });
});

describe('a source', () => {
  it('is refused with its name if missing, empty or of an unknown format', async () => {
    await expect(place.import(place.path('none'))).rejects.toThrow(
      'there is no such file or folder',
    );
    for (const path of [
      place.write('empty.json', ''),
      place.json('other.json', { a: 1 }),
      place.write('x.bin', '\0\0'),
    ])
      await expect(place.import(path)).rejects.toMatchObject({
        code: 'invalid_input',
        field: 'from',
      });
  });

  it('is at the end of its bytes after the last item, also if its format is read several times', async () => {
    const memories = [{ id: 'm1', type: 'fact', content: 'Keeps bees' }];
    const path = place.json('store.json', { schema: 'portable-ai-memory', memories });
    const { source, format } = await openImport(path);
    for await (const _ of readItems(source, { format, hasScope: true }));
    const { size } = statSync(path);
    expect(source.progress()).toEqual({ bytes: size, size });
  });

  it('may be a stream, read as it arrives', async () => {
    async function* stream() {
      const bytes = Buffer.from(JSON.stringify([talk]));
      for (const byte of bytes) yield Uint8Array.of(byte);
    }
    expect(await place.import(stream(), { from: 'claude' })).toMatchObject({ created: 1 });
  });

  it('is refused if it is a broken or unknown SQLite file', async () => {
    const other = place.sqlite('other.db', (database) => database.exec('create table a (b)'));
    await expect(place.import(other)).rejects.toMatchObject({ field: 'from' });
    for (const from of ['claude-mem', 'mem0', 'langgraph'] as const)
      expect(
        await place.import(other, { from, scope: 'ada' }).then(
          (report) => report.created,
          ({ code }) => code,
        ),
      ).toBeOneOf([0, 'invalid_input']);
    const broken = place.write('broken.db', `SQLite format 3\0${'x'.repeat(5000)}`);
    await expect(place.import(broken)).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'file',
    });
  });

  it('is read without following links that leave its folder', async () => {
    place.write('outside/secret.md', 'Not for you.');
    place.write('vault/note.md', 'For you.');
    symlinkSync(place.path('outside'), place.path('vault/link'));
    symlinkSync(place.path('outside/secret.md'), place.path('vault/link.md'));
    symlinkSync(place.path('vault'), place.path('vault/circle'));
    await place.import(place.path('vault'));
    expect(await place.contents()).toEqual(['note\nFor you.']);
  });

  it('is recognised by its content, whatever its name', async () => {
    const cases: [string, string][] = [
      ['chatgpt', place.json('a', [{ title: 'x', mapping: { n: { message: null } } }])],
      ['claude', place.json('b', [{ uuid: 'x', chat_messages: [] }])],
      ['pam', place.json('c', { schema: 'portable-ai-memory', memories: [] })],
      ['letta', place.json('d', { agents: [{ name: 'x' }], blocks: [] })],
      ['mem0', place.json('e', { results: [{ id: '1', memory: 'x' }] })],
      ['mem0', place.json('f', [{ id: '1', memory: 'x', user_id: 'y' }])],
      ['claude-mem', place.json('g', { observations: [], sessions: [], summaries: [] })],
      ['mcp-memory', place.lines('h', ['torn {', { type: 'entity', name: 'x' }])],
      ['graphiti', place.lines('i', [{ kind: 'edge', fact: 'x' }])],
      ['claude-code', place.lines('j', [{ type: 'user', sessionId: 's', message: {} }])],
    ];
    for (const [format, path] of cases)
      expect((await place.import(path)).format, format).toBe(format);
  });
});

/** A file of mem0 with this many notes. */
const notes = (count: number) =>
  place.json(
    'all.json',
    Array.from({ length: count }, (_, index) => ({
      id: `m${index}`,
      memory: `Note number ${index} of the log`,
      user_id: 'ada',
    })),
  );

describe('an import', () => {
  it('does not overwrite later changes in the store', async () => {
    const path = place.json('all.json', [
      { id: 'm1', memory: 'I live in Porto', user_id: 'ada', created_at: '2026-01-01T00:00:00Z' },
      { id: 'm2', memory: 'I live in Porto', user_id: 'ada', created_at: '2026-01-02T00:00:00Z' },
    ]);
    await place.import(path, { from: 'mem0' });
    await place.memory.scope('ada').store({ content: 'I live in Rome' });
    const before = await place.all('ada', { includeSuperseded: true });
    expect(await place.import(path, { from: 'mem0' })).toMatchObject({ created: 0, confirmed: 2 });
    expect(await place.all('ada', { includeSuperseded: true })).toEqual(before);
    expect(await place.contents()).toEqual(['I live in Rome']);
  });

  it('reports the same counts in a dry run, and writes nothing', async () => {
    const path = place.json('all.json', [
      { id: 'm1', memory: 'Keeps bees', user_id: 'ada' },
      { id: 'm2', memory: 'Keeps bees', user_id: 'ada' },
      { id: 'm3', memory: `Has the key ${token}`, user_id: 'ada' },
      { id: 'm4', memory: '', user_id: 'ada' },
    ]);
    const tried = await place.import(path, { dryRun: true });
    expect(await place.memory.scopes()).toEqual([]);
    expect(await place.import(path)).toEqual(tried);
    expect(tried).toMatchObject({
      created: 1,
      confirmed: 1,
      skipped: { secret_refused: 1, empty: 1 },
    });
    expect(await place.import(path, { dryRun: true })).toMatchObject({ created: 0, confirmed: 2 });
  });

  it('keeps what it reported when interrupted, and continues when run again', async () => {
    const path = notes(300);
    const controller = new AbortController();
    let reported = 0;
    const cut = place.import(path, {
      signal: controller.signal,
      onProgress: ({ items }) => {
        reported = items;
        if (items >= 100) controller.abort();
      },
    });
    await expect(cut).rejects.toMatchObject({
      code: 'aborted',
      message: expect.stringContaining('run the import again'),
    });
    expect((await place.all()).length).toBe(reported);
    expect(await place.import(path)).toMatchObject({
      created: 300 - reported,
      confirmed: reported,
    });
  });

  it('survives invalid names and texts, and reports what is refused', async () => {
    const path = place.json('all.json', [
      {
        id: 'm\u0000\u200b1 ',
        memory: 'NUL \u0000 in it',
        user_id: ' ada\n',
        categories: ['a,b', ' ', 7, 'x'.repeat(999)],
      },
      {
        id: 'x'.repeat(5000),
        memory: 'Long id',
        user_id: 'y'.repeat(999),
        metadata: {
          deep: JSON.parse('['.repeat(90) + ']'.repeat(90)),
          '': 1,
          'source.x': 2,
          big: 'z'.repeat(50_000),
        },
      },
      { id: 'm3', memory: 'x'.repeat(40_000), user_id: 'ada' },
      { id: 'm4', memory: 'half \ud83d a character', user_id: 'ada' },
      { id: 'm5', memory: 'Of a time', user_id: 'ada', created_at: 'yesterday' },
    ]);
    const report = await place.import(path);
    expect(report).toMatchObject({ created: 4, skipped: { refused: 1 } });
    expect(report.problems).toMatchObject([{ at: 'all.json, item 3', reason: 'refused' }]);
    expect(await place.import(path)).toMatchObject({ created: 0, confirmed: 4 });
  });

  it('masks secrets if configured, and recognises masked items again', async () => {
    const masking = await Place.open({ secrets: 'mask' });
    const chat = {
      ...talk,
      chat_messages: [{ sender: 'human', text: `My key is ${token}.` }, ...talk.chat_messages],
    };
    const path = await masking.zip('export.zip', {
      'conversations.json': [chat],
      'memories.json': { conversations_memory: `Ada uses the key ${token}.` },
    });
    const report = await masking.import(path);
    expect(report).toMatchObject({ created: 3, problemCount: 0 });
    expect(report.masked.length).toBeGreaterThan(0);
    expect(JSON.stringify(await masking.all())).not.toContain(token);
    expect(await masking.import(path)).toMatchObject({ created: 0, confirmed: 3, problemCount: 0 });
    await masking.close();
  });

  it('adds everything once when two imports of the same source run at the same time', async () => {
    const said = (_: unknown, index: number) => ({ sender: 'human', text: `Line ${index}` });
    const chat = { ...talk, chat_messages: Array.from({ length: 30 }, said) };
    const chats = place.json('conversations.json', [chat]);
    const facts = notes(60);
    await Promise.all([facts, facts, chats, chats].map((path) => place.import(path)));
    expect(await place.all('ada', { includeSuperseded: true })).toHaveLength(90);
  });
});
