import type { Memory } from '@mneme/core';
import { exportMemories } from '@mneme/runtime';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { jsonLines, openTestMemory, streamOf } from '../../runtime/test/open-test-memory.ts';
import { type ImportItemsOptions, importItems, openImport, readItems } from '../src/index.ts';

const now = () => new Date('2026-03-01T09:00:00.000Z');
let memory: Memory;

beforeEach(async () => {
  memory = await openTestMemory();
});
afterEach(() => memory.close());

async function load(
  text: string,
  options: Partial<ImportItemsOptions> = {},
  into: Pick<Memory, 'scope'> = memory,
) {
  const { source } = await openImport(streamOf(text, { chunkBytes: 4096 }), { from: 'jsonl' });
  const items = readItems(source, { format: 'jsonl', hasScope: false });
  return importItems(into, items, { scope: 'default', now, ...options });
}

async function contents(scope: string): Promise<string[]> {
  const { memories } = await memory.scope(scope).list({ limit: 1000 });
  return memories.map(({ content }) => content);
}

const turns = Array.from({ length: 7 }, (_, sequence) => ({
  text: `turn ${sequence}`,
  session: 's',
  sequence,
  scope: sequence % 2 === 0 ? 'even' : 'odd',
}));

describe('lines of JSON', () => {
  it('stores every line in its scope', async () => {
    const report = await load(jsonLines(...turns));
    expect(report).toMatchObject({ created: 7, problems: [] });
    expect(report.scopes).toEqual(['even', 'odd']);
    // All have the same time: the last of the conversation comes first.
    expect(await contents('even')).toEqual(['turn 6', 'turn 4', 'turn 2', 'turn 0']);
    expect(await contents('odd')).toEqual(['turn 5', 'turn 3', 'turn 1']);
  });

  it('ends with the last of several texts with the same id, however often it runs', async () => {
    const line = (text: string) => ({ id: 'a', text });
    const file = jsonLines(line('The sync is on Monday.'), line('The sync is on Tuesday.'));
    await memory.close();
    memory = await openTestMemory({ stepMs: 1 });
    for (let round = 0; round < 3; round++) {
      await load(file);
      expect(await contents('default')).toEqual(['The sync is on Tuesday.']);
    }
  });

  it('updates tags and importance of a known line', async () => {
    await load(jsonLines({ id: 'a', text: 'x y z' }));
    await load(jsonLines({ id: 'a', text: 'x y z', tags: ['new'], importance: 5 }));
    const { memories } = await memory.scope('default').list();
    expect(memories).toMatchObject([{ tags: ['new'], importance: 5 }]);
  });

  it('recognises ids of any length, also when they need several look-ups', async () => {
    const lines = Array.from({ length: 40 }, (_, index) => ({
      id: `${'长'.repeat(1000)}${index}`,
      text: `note ${index}`,
    }));
    const file = jsonLines(
      ...lines,
      { id: 'x'.repeat(2000), text: 'no' },
      { id: '\0', text: 'no' },
    );
    expect(await load(file)).toMatchObject({
      created: 40,
      problems: [{ at: 'line 41' }, { at: 'line 42' }],
    });
    expect(await load(file)).toMatchObject({ created: 0, confirmed: 40, problemCount: 2 });
  });

  it('reads only records that its lines name, so the size of the scope does not matter', async () => {
    await load(jsonLines(...turns.map((turn) => ({ ...turn, scope: 'default' }))));
    const asked: unknown[] = [];
    const watched = {
      scope(name: string) {
        const scope = memory.scope(name);
        const list = scope.list.bind(scope);
        scope.list = async (options) => {
          const page = await list(options);
          asked.push(page.memories.length);
          return page;
        };
        return scope;
      },
    };
    await load(jsonLines({ id: 'new', text: 'Only this.' }), {}, watched);
    expect(asked).toEqual([0]);
  });

  it('reports bad lines by number and imports the others', async () => {
    const bad = [{ text: ' ' }, { text: 'two', importance: 7 }, { text: 'four', scope: ' x' }];
    const file = `${jsonLines({ text: 'one' })}not json\n\n${jsonLines(...bad, { text: 'three' })}`;
    const report = await load(file);
    const inOrder = report.problems.toSorted((a, b) => (a.at < b.at ? -1 : 1));
    expect(inOrder).toMatchObject([
      { at: 'line 2', reason: 'broken', message: expect.stringContaining('not JSON') },
      { at: 'line 4', reason: 'refused', message: expect.stringMatching(/^content is empty/) },
      { at: 'line 5', reason: 'refused', message: expect.stringMatching(/^importance/) },
      { at: 'line 6', message: expect.stringContaining('scope') },
    ]);
    expect((await contents('default')).sort()).toEqual(['one', 'three']);
  });

  it('imports nothing if strict and a line is bad, else everything', async () => {
    const file = jsonLines({ text: 'one' }, { text: 'two', category: 'mood' });
    const report = await load(file, { strict: true });
    expect(report.problems).toMatchObject([
      { at: 'line 2', message: expect.stringContaining('category') },
    ]);
    expect(await memory.scopes()).toEqual([]);
    const sound = { created: 7, problems: [] };
    expect(await load(jsonLines(...turns), { strict: true })).toMatchObject(sound);
  });

  it('leaves out expired lines', async () => {
    const report = await load(
      jsonLines(
        { text: 'gone', expires_at: '2026-03-01T09:00:00Z' },
        { text: 'there', expires_at: '2026-03-01T09:00:01Z' },
      ),
    );
    expect(report).toMatchObject({ created: 1, skipped: { expired: 1 }, problems: [] });
    expect(await contents('default')).toEqual(['there']);
  });

  it('reports what is on disk after each write', async () => {
    const seen: number[] = [];
    const lines = Array.from({ length: 300 }, (_, index) => ({ text: `note ${index}` }));
    await load(jsonLines(...lines), { onProgress: ({ items }) => seen.push(items) });
    expect(seen).toEqual([256, 300]);
  });

  it('extracts facts from turns once, as an append does, and records their author', async () => {
    const lines = [
      { text: 'I live in Porto.', session: 's', speaker: 'Ada', user_id: 'ada' },
      { text: 'I am allergic to nuts.', session: 's', speaker: 'Ben', user_id: 'ben' },
    ];
    const file = jsonLines(...lines);
    expect(await load(file)).toMatchObject({ created: 2, learned: 2, scopes: ['ada', 'ben'] });
    const { memories } = await memory.scope('ada').list({ kinds: ['fact'] });
    expect(memories).toMatchObject([{ content: 'I live in Porto.', source: { speaker: 'Ada' } }]);
    expect(await load(file)).toMatchObject({ created: 0, learned: 0, confirmed: 2 });
  });

  it('appends turns without a position after existing ones, across files', async () => {
    const line = (text: string) => ({ text, session: 's', speaker: 'Ada' });
    await load(jsonLines(line('First.'), line('Second.')));
    await load(jsonLines(line('First.'), line('Third.')));
    const { turns: said } = await memory.scope('default').sessions.get('s');
    expect(said.map(({ content }) => content)).toEqual(['First.', 'Second.', 'Third.']);
  });

  it('keeps two texts at the same position, but replaces a text with the same id', async () => {
    const line = (id: string, text: string) => ({ id, text, session: 's', sequence: 1 });
    await load(jsonLines(line('a', 'Good morning.'), line('b', 'Good evening.')));
    expect(await load(jsonLines(line('a', 'Good day.')))).toMatchObject({ superseded: 1 });
    expect((await contents('default')).sort()).toEqual(['Good day.', 'Good evening.']);
  });
});

describe('exportMemories', () => {
  async function exported(options = {}): Promise<string> {
    const lines: unknown[] = [];
    for await (const line of exportMemories(memory, options)) lines.push(line);
    return jsonLines(...lines);
  }

  it('writes what an import restores', async () => {
    await load(
      jsonLines(
        {
          id: 'a',
          text: 'I prefer tea.',
          category: 'user_preference',
          importance: 5,
          tags: ['drink'],
          speaker: 'Ada',
          session: 's',
          sequence: 1,
          time: '2026-01-02T03:04:05Z',
          source: { channel: 'chat' },
        },
        { text: 'It ends.', expires_at: '2030-01-01T00:00:00Z', scope: 'other' },
      ),
    );
    await memory.scope('default').store({ content: 'Without an id of its own.' });
    const file = await exported();
    const before = await memory.scope('default').list();
    await memory.close();

    memory = await openTestMemory();
    expect(await load(file)).toMatchObject({ created: 3, problems: [] });
    const after = await memory.scope('default').list();
    const told = ({
      content,
      category,
      importance,
      tags,
      occurredAt,
    }: (typeof after.memories)[number]) => ({ content, category, importance, tags, occurredAt });
    expect(after.memories.map(told)).toEqual(before.memories.map(told));
    expect(after.memories.at(-1)?.source).toEqual(before.memories.at(-1)?.source);
    expect((await memory.scope('other').list()).memories).toMatchObject([
      { content: 'It ends.', expiresAt: '2030-01-01T00:00:00.000Z' },
    ]);
    const fileAgain = await exported();
    expect(fileAgain).toBe(file);
  });

  it('keeps the evidence of a fact, so that it is deleted with it', async () => {
    const said = [{ content: 'I am allergic to nuts.', speaker: 'Ada' }];
    const from = memory.scope('default');
    // One fact is learned from it.
    const { ids } = await from.episodes.append(said, { session: 's' });
    await from.store({ content: 'Ada is allergic to nuts', evidence: ids });
    await load(jsonLines({ id: 't', text: 'I moved.', session: 's', sequence: 9, speaker: 'Ada' }));
    const { memories } = await from.list({ kinds: ['episode'] });
    const moved = memories.find(({ source }) => source.externalId === 't')?.id as string;
    await from.store({ content: 'Ada has moved', evidence: [moved] });
    const file = await exported();
    await memory.close();
    memory = await openTestMemory();
    {
      const scope = memory.scope('other');
      const all = { scope: 'other', everyScope: true };
      expect(await load(file, all)).toMatchObject({ created: 5, learned: 0, problems: [] });
      expect(await load(file, all)).toMatchObject({ confirmed: 5 });
      const facts = (await scope.list({ kinds: ['fact'] })).memories;
      for (const { id } of facts)
        expect(await scope.evidence(id)).toMatchObject({ turns: [{}], gone: [] });
      expect((await scope.sessions.erase('s')).forgotten).toHaveLength(3);
      expect(await contents('other')).toEqual([]);
    }
  });

  it('adds nothing when imported into its own memory', async () => {
    await memory.scope('default').store({ content: 'Without an id of its own.' });
    expect(await load(await exported())).toMatchObject({ created: 0, confirmed: 1 });
  });

  it('includes replaced memories on request, which an import leaves out', async () => {
    const scope = memory.scope('default');
    await scope.store({ content: 'The sync is on Monday.', source: { externalId: 'a' } });
    await scope.store({ content: 'The sync is on Tuesday.', source: { externalId: 'a' } });
    expect((await exported()).trim().split('\n')).toHaveLength(1);
    const file = await exported({ includeSuperseded: true });
    await memory.close();
    memory = await openTestMemory();
    expect(await load(file)).toMatchObject({ created: 1, skipped: { superseded: 1 } });
  });
});
