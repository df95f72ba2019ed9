import {
  createMemory,
  type Extractor,
  type Memory,
  type MemoryOptions,
  MnemeError,
  ruleExtractor,
} from '@mneme/core';
import { storeBackend } from '@mneme/store';
import { MemoryRows } from '@mneme/store/memory';
import { afterEach, describe, expect, it } from 'vitest';
import { letterEmbedder } from '../tools/letter-embedder.mjs';

let memory: Memory;
const warnings: string[] = [];
async function open(options: Partial<MemoryOptions> = {}) {
  memory = await createMemory({
    backend: storeBackend(new MemoryRows()),
    embedder: letterEmbedder,
    clock: () => new Date('2026-03-04T10:00:00.000Z'),
    logger: { debug: () => {}, warn: (message) => warnings.push(message) },
    ...options,
  });
  return memory.scope('ada');
}
afterEach(() => memory.close());

const turns = [
  { speaker: 'assistant', content: 'Where do you live?' },
  { speaker: 'Ada', content: 'I live in Porto. I am allergic to penicillin.' },
];
/** What extractors other than the rules say. */
const sings = { content: 'Ada sings', category: 'factual_knowledge', importance: 3 } as const;
const said = ['I am allergic to penicillin.', 'I live in Porto.'];
const facts = async () =>
  (await memory.scope('ada').list({ kinds: ['fact'] })).memories.map(({ content }) => content);

describe('turns that are appended', () => {
  it('give facts by rules, with the turn as evidence', async () => {
    const ada = await open();
    const { ids, learned } = await ada.episodes.append(turns, { session: 'monday' });
    expect(learned).toHaveLength(2);
    expect((await facts()).sort()).toEqual(said);
    for (const id of learned)
      expect(await ada.get(id)).toMatchObject({
        kind: 'fact',
        evidence: [ids[1]],
        extractedBy: 'rules',
        source: { speaker: 'Ada' },
      });
  });

  it('are stored without facts, with a warning, if writing the facts always conflicts', async () => {
    const backend = storeBackend(new MemoryRows());
    const commit = backend.commit.bind(backend);
    backend.commit = async (request) => {
      const makesFact = request.puts?.some(
        ({ record }) => record.kind === 'fact' && record.version === 1,
      );
      const mismatched = request.expect.map(({ id }) => id);
      return makesFact ? { committed: false, mismatched } : commit(request);
    };
    warnings.length = 0;
    const ada = await open({ backend });
    const { ids, learned } = await ada.episodes.append(turns, { session: 'monday' });
    expect([ids.length, learned, warnings.length]).toEqual([2, [], 1]);
  });

  it('are stored with a warning if the disk is full before they are noted as read', async () => {
    const backend = storeBackend(new MemoryRows());
    const commit = backend.commit.bind(backend);
    backend.commit = async (request) => {
      if (request.audit.length === 0) throw new MnemeError('storage_full', 'free space');
      return commit(request);
    };
    const ada = await open({ backend });
    warnings.length = 0;
    const { learned } = await ada.episodes.append(turns, { session: 'monday' });
    expect(learned).toHaveLength(2);
    expect(warnings).toEqual(['turns were appended, and will be read again by consolidate']);
  });

  it('follow the conflict rules: repeated facts are confirmed, changed ones replaced', async () => {
    const ada = await open();
    const first = await ada.episodes.append(turns, { session: 'monday' });
    const later = await ada.episodes.append(
      [
        { speaker: 'Ada', content: 'I am allergic to penicillin.' },
        { speaker: 'Ada', content: 'I moved to Lisbon.' },
      ],
      { session: 'friday' },
    );
    expect((await facts()).sort()).toEqual(['I am allergic to penicillin.', 'I moved to Lisbon.']);
    const allergy = first.learned.find((id) => later.learned.includes(id)) as string;
    expect((await ada.get(allergy))?.evidence).toEqual([first.ids[1], later.ids[0]]);
    expect(await ada.sessions.erase('friday')).toMatchObject({ kept: [allergy] });
    expect((await facts()).sort()).toEqual(said);
  });

  it('give no facts if their speaker is declared as an assistant', async () => {
    const named = turns.map((turn) => ({ ...turn, speaker: 'Iris' }));
    const ada = await open({ assistants: ['Iris'] });
    expect((await ada.episodes.append(named, { session: 'monday' })).learned).toEqual([]);
    const { facts: made } = await ada.consolidate({ extractor: ruleExtractor() });
    expect(made).toBe(0);
    expect((await ada.episodes.append(turns, { session: 'friday' })).learned).toHaveLength(2);
  });

  it('keep facts that a caller also stored when their session is erased', async () => {
    const ada = await open();
    const city = 'I live in Porto.';
    await ada.episodes.append(turns, { session: 'monday' });
    const stored = await ada.store({ content: city, source: { speaker: 'Ada' } });
    expect(stored.outcome).toBe('confirmed');
    await ada.episodes.append(turns, { session: 'friday' });
    expect(await ada.get(stored.id)).not.toHaveProperty('extractedBy');
    const { forgotten } = await ada.sessions.erase('monday');
    expect(forgotten).not.toContain(stored.id);
    await ada.sessions.erase('friday');
    expect(await facts()).toEqual([city]);
  });

  it('stay if the call is aborted while the extractor runs', async () => {
    const controller = new AbortController();
    const never: Extractor = {
      extract: () => {
        controller.abort();
        return new Promise(() => {});
      },
    };
    const again = await open({ extractor: never });
    const { signal } = controller;
    const appending = again.episodes.append(turns, { session: 'monday', signal });
    await expect(appending).rejects.toMatchObject({ code: 'aborted' });
    expect((await again.sessions.get('monday')).turns).toHaveLength(2);
  });

  it('give facts in the words of the speaker, with relative dates resolved', async () => {
    const ada = await open();
    const moved = 'We moved to Lisbon last month, and I live in Alfama now.';
    await ada.episodes.append([{ speaker: 'Ada', content: moved }], { session: 'friday' });
    expect(await facts()).toEqual([
      'We moved to Lisbon last month (February 2026), and I live in Alfama now.',
    ]);
  });

  it('are in the profile, the same for every message, and their turn is not repeated below it', async () => {
    const ada = await open();
    await ada.episodes.append(turns, { session: 'monday' });
    const countsFor = async (message: string) => {
      const { profile, passages } = await ada.recall(message);
      return [profile.length, passages.flat().length];
    };
    expect(await countsFor('thanks!')).toEqual([2, 0]);
    expect(await countsFor('Do I live in Porto, and am I allergic to penicillin?')).toEqual([2, 0]);
  });

  it('are not read again if they were known', async () => {
    const ada = await open();
    const placed = turns.map((turn, sequence) => ({ ...turn, sequence }));
    const { learned } = await ada.episodes.append(placed, { session: 'monday' });
    await ada.delete(learned[0] as string);
    expect(await ada.episodes.append(placed, { session: 'monday' })).toMatchObject({
      known: 2,
      learned: [],
    });
    expect(await facts()).toHaveLength(1);
  });

  it('give no facts with the extractor `none`', async () => {
    const ada = await open({ extractor: 'none' });
    expect(await ada.episodes.append(turns, { session: 'monday' })).toMatchObject({ learned: [] });
    expect(await facts()).toEqual([]);
  });

  const citing = (evidence: unknown) => ({ facts: [{ ...sings, evidence }] });
  it.each<[string, number, (given: Parameters<Extractor['extract']>[0]) => unknown]>([
    ['throws', 1, () => Promise.reject(new Error('no network'))],
    ['returns nonsense', 1, () => 'nonsense'],
    ['is cut off', 1, ({ turns: [turn] }) => ({ ...citing([turn!.id]), unusable: 'cut off' })],
    ['cites unknown turns', 0, () => citing(['0198a3c0-0000-7000-8000-000000000001'])],
    ['cites no list', 0, () => citing(7)],
  ])(
    'are stored without facts if the extractor %s, with %i warnings',
    async (_, warned, extract) => {
      const ada = await open({ extractor: { extract } as unknown as Extractor });
      warnings.length = 0;
      const { appended, learned } = await ada.episodes.append(turns, { session: 'monday' });
      expect([appended, learned, await facts(), warnings.length]).toEqual([2, [], [], warned]);
    },
  );

  it('give only facts that pass the checks of consolidate, with any extractor', async () => {
    const ada = await open({
      extractor: {
        extract: ({ turns: read }) => ({
          facts: ['She sings', 'Ada has the password hunter2secret', 'Ada sings'].map(
            (content) => ({ ...sings, content, evidence: read.map(({ id }) => id) }),
          ),
        }),
      },
    });
    const { ids } = await ada.episodes.append(turns, { session: 'monday' });
    const { memories } = await ada.list({ kinds: ['fact'] });
    expect(memories).toMatchObject([{ content: 'Ada sings', evidence: ids }]);
  });

  it('give no facts of a turn that is deleted meanwhile', async () => {
    const ada = await open({
      extractor: {
        async extract({ turns: [, said] }) {
          await ada.delete(said!.id);
          return { facts: [{ ...sings, evidence: [said!.id] }] };
        },
      },
    });
    const appended = ada.episodes.append(turns, { session: 'monday' });
    expect(await appended).toMatchObject({ appended: 2, learned: [] });
    expect(await facts()).toEqual([]);
  });
});

describe('turns of a talk', () => {
  const say = (content: string, speaker = 'user') => ({ content, speaker });
  const told = async (...contents: string[]) => {
    for (const content of contents)
      await memory.scope('ada').episodes.append([say(content), say('All right.', 'assistant')], {
        session: 'talk',
      });
    return facts();
  };

  it('give no facts in a game that an earlier call has opened, and facts again after it', async () => {
    await open();
    expect(await told('Let’s role-play: you are a king.', 'I live in Camelot.')).toEqual([]);
    expect(await told('Enough of the game. I live in Leeds with two cats.')).toEqual([
      'I live in Leeds with two cats.',
    ]);
  });

  it('give no facts in such a game when they are consolidated', async () => {
    const ada = await open({ extractor: 'none' });
    await told('Let’s role-play: you are a king.', 'I live in Camelot.', 'I live in a castle.');
    await ada.consolidate({ extractor: ruleExtractor(), windowTurns: 1 });
    expect(await facts()).toEqual([]);
  });

  it('are kept out of the store if the user asks for it, and the result says so', async () => {
    const ada = await open();
    const { keptOut, learned } = await ada.episodes.append(
      [say('Don’t store this: I am allergic to my boss.'), say('To your boss?', 'assistant')],
      { session: 'talk' },
    );
    expect([keptOut, learned]).toEqual([2, []]);
    await told('Please do not store what I say now.', 'I live in Porto and my boss is a clown.');
    const { turns: kept } = await ada.sessions.get('talk');
    expect(JSON.stringify(kept)).not.toMatch(/boss|Porto/);
    expect(kept[0]?.content).toBe('[not stored, as the user asked]');
    expect(await facts()).toEqual([]);
  });

  it('have one current name, of importance 5', async () => {
    const ada = await open();
    expect(await told("hey, I'm Priya btw")).toEqual(['My name is Priya']);
    expect(await told('Call me Ada')).toEqual(['Call me Ada']);
    expect(await told('please call me Bob from now on')).toEqual(['Call me Bob']);
    const { memories } = await ada.list({ kinds: ['fact'] });
    expect(memories).toMatchObject([{ importance: 5, tags: ['name'] }]);
  });

  it('are learned with importance 5 if the user asks to remember them', async () => {
    const ada = await open();
    expect(await told('Remember that the spare key is with Mrs Lim.')).toEqual([
      'the spare key is with Mrs Lim.',
    ]);
    expect((await ada.list({ kinds: ['fact'] })).memories).toMatchObject([{ importance: 5 }]);
  });

  it('give temporary facts that are gone when their time is over', async () => {
    let now = '2026-03-04T10:00:00.000Z';
    const ada = await open({ clock: () => new Date(now) });
    const trip = 'I am on a business trip in Chicago for two weeks and I live in a hotel.';
    expect(await told(trip)).toEqual([trip]);
    expect((await ada.list({ kinds: ['fact'] })).memories[0]?.expiresAt).toBe(
      '2026-03-19T12:00:00.000Z',
    );
    now = '2026-03-20T10:00:00.000Z';
    expect(await facts()).toEqual([]);
    expect((await ada.recall('Good morning!')).profile).toEqual([]);
  });

  it('keep the words that limit them to now', async () => {
    await open();
    expect(await told('Right now I live in a hotel because our flat is being renovated.')).toEqual([
      'Right now I live in a hotel because our flat is being renovated.',
    ]);
  });

  it.each([
    ['2026-03-09T07:30:00+08:00', '2026-03-16'],
    ['2026-03-08T23:30:00Z', '2026-03-09'],
    ['2026-03-09T23:30:00-08:00', '2026-03-16'],
  ])('count days from the speaker’s own day: next Monday, said at %s, is %s', async (at, day) => {
    const ada = await open();
    const turn = { ...say('I am starting a new job at Zeiss next Monday.'), occurredAt: at };
    await ada.episodes.append([turn], { session: 'talk' });
    expect(await facts()).toEqual([`I am starting a new job at Zeiss next Monday (${day}).`]);
  });

  it('give a standing wish of how to answer', async () => {
    const ada = await open();
    expect(await told('ok general thing: no bullet points. always. What is a mutex?')).toEqual([
      'general thing: no bullet points. always.',
    ]);
    expect((await ada.list({ kinds: ['fact'] })).memories).toMatchObject([{ importance: 5 }]);
  });
});
