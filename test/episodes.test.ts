import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemory, type Memory, type MemoryScope, type TurnInput } from '@mneme/core';
import type { MemoryBackend } from '@mneme/core/contract';
import { sqliteBackend } from '@mneme/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { letterEmbedder } from '../tools/letter-embedder.mjs';

const now = '2026-03-01T09:00:00.000Z';

let folder: string;
let memory: Memory;
let ada: MemoryScope;
const opened: Memory[] = [];

let backend: MemoryBackend;

async function open() {
  backend = sqliteBackend({ path: join(folder, 'ada.db') });
  const memory = await createMemory({
    backend,
    embedder: letterEmbedder,
    clock: () => new Date(now),
  });
  opened.push(memory);
  return memory;
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mneme-episodes-'));
  memory = await open();
  ada = memory.scope('user:ada');
});
afterEach(async () => {
  for (const memory of opened.splice(0)) await memory.close();
  rmSync(folder, { recursive: true, force: true });
});

/** How many commits of the last opened memory were refused since, because another writer was faster. */
function countLost(): () => number {
  let lost = 0;
  const commit = backend.commit.bind(backend);
  backend.commit = async (request) => {
    const result = await commit(request);
    if (!result.committed) lost += 1;
    return result;
  };
  return () => lost;
}

const said = (...contents: string[]): TurnInput[] =>
  contents.map((content) => ({ content, speaker: 'Ada' }));

async function turnsOf(session: string, scope = ada): Promise<[number, string][]> {
  const { turns } = await scope.sessions.get(session, { limit: 1000 });
  return turns.map(({ source, content }) => [source.sequence as number, content]);
}

describe('a stored memory', () => {
  const place = { session: 's', sequence: 1 };

  it('is a fact unless it is called an episode, and asks which one it is if only its place is given', async () => {
    const kindOf = async (input: Parameters<MemoryScope['store']>[0]) => {
      const record = await ada.get((await ada.store(input)).id);
      return [record?.kind, record?.category];
    };
    await expect(ada.store({ content: 'a', source: place })).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'kind',
      message: expect.stringContaining('episodes.append'),
    });
    expect(await kindOf({ content: 'b' })).toEqual(['fact', 'factual_knowledge']);
    expect(await kindOf({ content: 'c', source: { session: 's' } })).toEqual([
      'fact',
      'factual_knowledge',
    ]);
    expect(await kindOf({ content: 'd', source: place, category: 'decision_log' })).toEqual([
      'fact',
      'decision_log',
    ]);
    expect(await kindOf({ content: 'e', source: place, kind: 'fact' })).toEqual([
      'fact',
      'factual_knowledge',
    ]);
    expect(await kindOf({ content: 'f', kind: 'episode' })).toEqual(['episode', undefined]);
  });

  it('never conflicts with other memories if it is an episode', async () => {
    const fact = await ada.store({ content: 'Ada lives in Berlin', category: 'relationship' });
    const kind = 'episode';
    const turn = await ada.store({ content: 'Ada lives in Berlin', kind, source: place });
    const next = await ada.store({
      content: 'Ada lives in Porto now',
      kind,
      source: { session: 's', sequence: 2 },
    });
    expect([fact, turn, next].map(({ outcome }) => outcome)).toEqual(Array(3).fill('created'));
    const moved = await ada.store({ content: 'Ada lives in Porto now', category: 'relationship' });
    expect(moved.superseded).toEqual([fact.id]);
    expect(await turnsOf('s')).toHaveLength(2);
  });

  it('confirms an equal turn at the same place, and is created beside a different one', async () => {
    const said = { kind: 'episode', source: place } as const;
    const first = await ada.store({ content: 'Yes.', ...said });
    const again = await ada.store({ content: 'yes', ...said });
    expect(again).toMatchObject({ id: first.id, outcome: 'confirmed' });
    const other = await ada.store({ content: 'No!', ...said });
    expect(other.outcome).toBe('created');
    expect(await turnsOf('s')).toHaveLength(2);
  });

  it('has its evidence, and storing the fact again adds more', async () => {
    const { ids } = await ada.episodes.append(said('I have a dog', 'Her name is Lu'), {
      session: 's',
    });
    const fact = { content: 'Ada has a dog called Lu', category: 'relationship' } as const;
    const { id } = await ada.store({ ...fact, evidence: [ids[0] as string] });
    await ada.store({ ...fact, evidence: [ids[1] as string, 'mem_01J'] });
    expect((await ada.get(id))?.evidence).toEqual([...ids, 'mem_01J']);
    const [found] = (await ada.retrieve('dog Lu', { kinds: ['fact'] })).memories;
    expect(found).toMatchObject({ id, kind: 'fact', evidence: [...ids, 'mem_01J'] });
  });
});

describe('kinds', () => {
  it('filter retrieve, list and whyNot; the default is both', async () => {
    await ada.episodes.append(said('green tea is what I drink'), { session: 's' });
    const { id } = await ada.store({ content: 'Ada drinks green tea' });
    const kindsOf = async (options: Parameters<MemoryScope['list']>[0]) => [
      (await ada.retrieve('green tea', options)).memories.map(({ kind }) => kind).sort(),
      (await ada.list(options)).memories.map(({ kind }) => kind).sort(),
    ];
    expect(await kindsOf({})).toEqual(Array(2).fill(['episode', 'fact']));
    expect(await kindsOf({ kinds: [] })).toEqual(Array(2).fill(['episode', 'fact']));
    expect(await kindsOf({ kinds: ['episode'] })).toEqual(Array(2).fill(['episode']));
    expect(await kindsOf({ kinds: ['fact', 'fact'] })).toEqual(Array(2).fill(['fact']));
    const why = await ada.whyNot('green tea', id, { kinds: ['episode'] });
    expect(why.reasons.map(({ code }) => code)).toEqual(['kind']);
    expect((await ada.stats()).byKind).toEqual({ episode: 1, fact: 1 });
  });
});

describe('appending', () => {
  it('continues after the last turn, and returns ids in order', async () => {
    const first = await ada.episodes.append(said('one', 'two'), { session: 's' });
    expect(first).toMatchObject({ session: 's', appended: 2, known: 0 });
    const next = await ada.episodes.append(
      [{ content: 'three' }, { content: 'ten', sequence: 10 }, { content: 'eleven' }],
      { session: 's' },
    );
    expect(await turnsOf('s')).toEqual([
      [1, 'one'],
      [2, 'two'],
      [3, 'three'],
      [10, 'ten'],
      [11, 'eleven'],
    ]);
    const { turns } = await ada.sessions.get('s');
    expect(turns.map(({ id }) => id)).toEqual([...first.ids, ...next.ids]);
    expect(turns[0]).toMatchObject({ kind: 'episode', source: { speaker: 'Ada', session: 's' } });
    expect(turns[0]).not.toHaveProperty('category');
  });

  it('are messages of a chat API as they are, of which only what somebody says is stored', async () => {
    const messages = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'I am vegan.', occurredAt: '2026-03-01T08:00:00Z', tags: ['food'] },
      { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'look', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: '42' }] },
      { role: 'assistant', content: [{ type: 'text', text: 'OK!' }] },
    ];
    const appended = await ada.episodes.append(messages, { session: 's' });
    expect(appended).toMatchObject({ appended: 2, leftOut: 3 });
    const { turns } = await ada.sessions.get('s');
    expect(turns.map(({ id }) => id)).toEqual(appended.ids);
    expect(turns).toMatchObject([
      {
        kind: 'episode',
        content: 'I am vegan.',
        tags: ['food'],
        occurredAt: '2026-03-01T08:00:00.000Z',
        source: { speaker: 'user', sequence: 1 },
      },
      { kind: 'episode', content: 'OK!', source: { speaker: 'assistant', sequence: 2 } },
    ]);
  });

  it('name the place of a wrong message in the list that was given', async () => {
    const append = (message: object) =>
      ada.episodes.append([{ role: 'system', content: 'x' }, message as { role: string }], {
        session: 's',
      });
    await expect(append({ role: 'user' })).rejects.toMatchObject({ field: 'turns[1].content' });
    await expect(append({ role: 'user', speaker: 'Ada', content: 'x' })).rejects.toMatchObject({
      field: 'turns[1].speaker',
    });
    await memory.close();
    backend = sqliteBackend({ path: ':memory:' });
    memory = await createMemory({ backend, embedder: letterEmbedder, secrets: 'reject' });
    ada = memory.scope('ada');
    await expect(
      append({ role: 'user', content: 'ghp_16C7e42F292c6912E7710c838347Ae178B4a' }),
    ).rejects.toMatchObject({ code: 'secret_refused', field: 'turns[1].content' });
  });

  it('returns the stored turn if the same words are already at that place', async () => {
    const turns = said('one', 'two').map((turn, index) => ({ ...turn, sequence: index + 1 }));
    const first = await ada.episodes.append(turns, { session: 's' });
    const again = await ada.episodes.append(
      [...turns, { content: 'three', sequence: 3 }, { content: 'Three ', sequence: 3 }],
      { session: 's' },
    );
    expect(again).toMatchObject({ appended: 1, known: 3 });
    expect(again.ids.slice(0, 2)).toEqual(first.ids);
    expect(again.ids[2]).toBe(again.ids[3]);
    expect(await turnsOf('s')).toHaveLength(3);
  });

  it('recognises a turn that store() saved under another id', async () => {
    const source = { session: 's', sequence: 1, speaker: 'Ada' };
    const kind = 'episode';
    const { id } = await ada.store({ content: 'one', kind, source, onConflict: 'keepBoth' });
    const turn = { content: 'one', speaker: 'Ada', sequence: 1 };
    expect(await ada.episodes.append([turn], { session: 's' })).toMatchObject({
      known: 1,
      ids: [id],
    });
  });

  it('refuses other words at a taken place and writes nothing, even late in a long list', async () => {
    await ada.episodes.append([{ content: 'old', sequence: 1100 }], { session: 's' });
    const turns = Array.from({ length: 1150 }, (_, at) => ({
      content: `turn ${at}`,
      sequence: at + 1,
    }));
    const wrong: TurnInput[][] = [
      turns,
      [{ content: 'new' }, { content: 'other', sequence: 1100 }],
      [
        { content: 'one', sequence: 7 },
        { content: 'another', sequence: 7 },
      ],
      [{ content: 'old', speaker: 'Bo', sequence: 1100 }],
    ];
    for (const each of wrong)
      await expect(ada.episodes.append(each, { session: 's' })).rejects.toMatchObject({
        code: 'conflict',
        field: 'sequence',
      });
    expect(await turnsOf('s')).toEqual([[1100, 'old']]);
  });

  it('gives eight concurrent writers separate places, each call in one piece and in order', async () => {
    const other = (await open()).scope('user:ada');
    const writers = Array.from({ length: 8 }, (_, at) =>
      (at % 2 === 0 ? ada : other).episodes.append(said(`a${at}`, `b${at}`), { session: 's' }),
    );
    const results = await Promise.all(writers);
    expect(results.map(({ appended }) => appended)).toEqual(Array(8).fill(2));
    const turns = await turnsOf('s');
    expect(turns.map(([sequence]) => sequence)).toEqual(
      Array.from({ length: 16 }, (_, at) => at + 1),
    );
    for (let at = 0; at < 16; at += 2)
      expect(turns[at + 1]?.[1]).toBe(turns[at]?.[1].replace('a', 'b'));
  });

  it('takes the calls of one process on a session in turn, so none of them loses a race', async () => {
    const lost = countLost();
    const calls = Array.from({ length: 120 }, (_, at) =>
      ada.episodes.append(said(`turn ${at}`), { session: `s${at % 2}` }),
    );
    await Promise.all(calls);
    expect(lost()).toBe(0);
    const order = Array.from({ length: 60 }, (_, at) => [at + 1, `turn ${at * 2}`]);
    expect(await turnsOf('s0')).toEqual(order);
  });

  it('ends a waiting call at once when it is aborted, and writes nothing of it', async () => {
    const aborting = new AbortController();
    const { signal } = aborting;
    const first = ada.episodes.append(said('one'), { session: 's' });
    const second = ada.episodes.append(said('two'), { session: 's', signal });
    aborting.abort();
    await expect(second).rejects.toMatchObject({ code: 'aborted' });
    await first;
    await ada.episodes.append(said('three'), { session: 's' });
    expect(await turnsOf('s')).toEqual([
      [1, 'one'],
      [2, 'three'],
    ]);
  });

  it('continues an interrupted call when it is repeated', async () => {
    const turns = Array.from({ length: 1150 }, (_, at) => ({
      content: `turn ${at}`,
      sequence: at,
    }));
    const half = new AbortController();
    const cut = ada.episodes.append(turns, {
      session: 's',
      signal: half.signal,
      onProgress: () => half.abort(),
    });
    await expect(cut).rejects.toMatchObject({ code: 'aborted' });
    const kept = (await ada.stats()).byKind.episode;
    expect(kept).toBeGreaterThan(0);
    const rest = await ada.episodes.append(turns, { session: 's' });
    expect(rest).toMatchObject({ known: kept, appended: 1150 - kept });
  });

  it('can reuse the place of an expired or deleted turn', async () => {
    const [first] = (await ada.episodes.append(said('one', 'two'), { session: 's' })).ids;
    await ada.delete(first as string);
    await ada.episodes.append([{ content: 'uno', sequence: 1 }], { session: 's' });
    expect(await turnsOf('s')).toEqual([
      [1, 'uno'],
      [2, 'two'],
    ]);
  });
});

describe('sessions', () => {
  it('are listed in pages, with their dates and numbers of turns', async () => {
    for (const session of ['monday', 'tuesday', 'friday'])
      await ada.episodes.append(
        [
          { content: 'first', occurredAt: '2026-02-01' },
          { content: 'second', occurredAt: '2026-02-02' },
        ],
        { session },
      );
    const read = [];
    let cursor: string | undefined;
    do {
      const page = await ada.sessions.list({ limit: 2, cursor });
      read.push(...page.sessions);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(read.map(({ session }) => session).sort()).toEqual(['friday', 'monday', 'tuesday']);
    const small = await ada.sessions.list({ maxBytes: 1 });
    expect(small.sessions).toEqual(read.slice(0, 1));
    const { sessions: others } = await ada.sessions.list({ cursor: small.nextCursor });
    expect(others).toEqual(read.slice(1));
    expect(read[0]).toMatchObject({
      turns: 2,
      firstAt: '2026-02-01T00:00:00.000Z',
      lastAt: '2026-02-02T00:00:00.000Z',
      firstSequence: 1,
      lastSequence: 2,
    });
    const page = await ada.sessions.get('monday', { fromSequence: 2 });
    expect(page.turns.map(({ content }) => content)).toEqual(['second']);
    expect(await memory.scope('user:bo').sessions.get('monday')).toEqual({
      session: 'monday',
      turns: [],
    });
  });
});
