import { readFileSync, symlinkSync, truncateSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { Place, usePlace } from './place.ts';

const place = usePlace();

const talk = {
  uuid: 'c1',
  name: 'Tea',
  chat_messages: [{ sender: 'human', text: 'I drink oolong.', created_at: '2026-02-01T10:00:00Z' }],
};

/** A hand-made zip archive, which may state wrong sizes. */
function archive(entries: { name: string; packed: Buffer; size: number; crc?: number }[]): Buffer {
  const bodies: Buffer[] = [];
  const heads: Buffer[] = [];
  let offset = 0;
  for (const { name, packed, size, crc = 0 } of entries) {
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(20, 4);
    local.writeUInt16LE(8, 8);
    local.writeUInt32LE(packed.length, 18);
    local.writeUInt32LE(size, 22);
    local.writeUInt16LE(name.length, 26);
    bodies.push(local, Buffer.from(name), packed);
    const head = Buffer.alloc(46);
    head.writeUInt32LE(0x02014b50, 0);
    head.writeUInt16LE(20, 4);
    head.writeUInt16LE(20, 6);
    head.writeUInt16LE(8, 10);
    head.writeUInt32LE(crc, 16);
    head.writeUInt32LE(packed.length, 20);
    head.writeUInt32LE(size, 24);
    head.writeUInt16LE(name.length, 28);
    head.writeUInt32LE(offset, 42);
    heads.push(head, Buffer.from(name));
    offset += 30 + name.length + packed.length;
  }
  const directory = Buffer.concat(heads);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, directory, end]);
}

describe('an archive', () => {
  it('is refused before reading if it unpacks to far too much', async () => {
    const bomb = deflateRawSync(Buffer.alloc(100 * 1024 * 1024, 0x20));
    const entry = { name: 'conversations.json', packed: bomb, size: 100 * 1024 * 1024 };
    const path = place.write('bomb.zip', archive([entry]));
    await expect(place.import(path, { from: 'chatgpt' })).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('unpack'),
    });
    await expect(place.import(path)).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('is refused if it unpacks to more than it states, and nothing is written', async () => {
    const packed = deflateRawSync(Buffer.alloc(80 * 1024 * 1024, 0x20));
    const path = place.write(
      'liar.zip',
      archive([{ name: 'conversations.json', packed, size: 1000 }]),
    );
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
    const text = Buffer.from(JSON.stringify([talk]));
    const path = place.write(
      'path.zip',
      archive([{ name, packed: deflateRawSync(text), size: text.length }]),
    );
    await expect(place.import(path, { from: 'claude' })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });

  it('is refused with its name if damaged or truncated', async () => {
    const path = await place.zip('export.zip', { 'conversations.json': [talk] });
    const whole = readFileSync(path);
    const text = Buffer.from(JSON.stringify([talk]));
    const wrongSum = archive([
      { name: 'conversations.json', packed: deflateRawSync(text), size: text.length, crc: 7 },
    ]);
    await expect(place.import(place.write('sum.zip', wrongSum))).rejects.toThrow('sum.zip');
    truncateSync(path, whole.length - 30);
    await expect(place.import(path)).rejects.toThrow('export.zip');
    await expect(
      place.import(place.write('short.zip', whole.subarray(0, 20))),
    ).rejects.toMatchObject({
      code: 'invalid_input',
    });
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
    const secret = `sk-ant-api03-${'Vq7Zt2mXw9LrB4kNcY81jJdFs6PgTuE3aRoQi5vKzM0bWnHxC2yD7GfU8s'}`;
    const path = place.json('all.json', [
      { id: 'm1', memory: 'Keeps bees', user_id: 'ada' },
      { id: 'm2', memory: 'Keeps bees', user_id: 'ada' },
      { id: 'm3', memory: `Has the key ${secret}`, user_id: 'ada' },
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
    const memories = Array.from({ length: 400 }, (_, index) => ({
      id: `m${index}`,
      memory: `Note number ${index} of the log`,
      user_id: 'ada',
    }));
    const path = place.json('all.json', memories);
    const controller = new AbortController();
    let told = 0;
    const cut = place.import(path, {
      signal: controller.signal,
      onProgress: ({ items }) => {
        told = items;
        if (items >= 100) controller.abort();
      },
    });
    await expect(cut).rejects.toMatchObject({
      code: 'aborted',
      message: expect.stringContaining('run the import again'),
    });
    expect((await place.all()).length).toBe(told);
    expect(await place.import(path)).toMatchObject({ created: 400 - told, confirmed: told });
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
    const token = `sk-ant-api03-${'Vq7Zt2mXw9LrB4kNcY81jJdFs6PgTuE3aRoQi5vKzM0bWnHxC2yD7GfU8s'}`;
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
    const memories = Array.from({ length: 60 }, (_, index) => ({
      id: `m${index}`,
      memory: `Note number ${index} of the log`,
      user_id: 'ada',
    }));
    const notes = place.json('all.json', memories);
    const chat = {
      ...talk,
      chat_messages: Array.from({ length: 30 }, (_, index) => ({
        sender: 'human',
        text: `Line ${index}`,
      })),
    };
    const chats = place.json('conversations.json', [chat]);
    await Promise.all([notes, notes, chats, chats].map((path) => place.import(path)));
    expect(await place.all('ada', { includeSuperseded: true })).toHaveLength(90);
  });
});
