import type { Memory, MemoryScope, Recalled } from '@mneme/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMemory } from './memory.ts';

let memory: Memory;
let ada: MemoryScope;
let now: Date;

beforeEach(async () => {
  now = new Date('2026-05-01T09:00:00Z');
  memory = await openMemory({ clock: () => now });
  ada = memory.scope('ada');
});
afterEach(() => memory.close());

const contents = (memories: readonly { content: string }[]) => memories.map((m) => m.content);
const turnsOf = ({ passages }: Recalled) => passages.flatMap(({ turns }) => contents(turns));
const minutes = (number: number) => new Date(now.getTime() + number * 60_000).toISOString();

const remember = (facts: readonly string[], importance: 1 | 2 | 3 | 4 | 5 = 3) =>
  ada.storeMany(
    facts.map((content) => ({ content, importance })),
    { onConflict: 'keepBoth' },
  );
const talk = (turns: readonly string[], session = 's1') =>
  ada.storeMany(
    turns.map((content, sequence) => ({
      content,
      kind: 'episode' as const,
      occurredAt: minutes(sequence),
      source: { session, sequence, speaker: sequence % 2 === 0 ? 'Ada' : 'Ben' },
    })),
  );
const fair = [
  'I went to the fair in Porto on Saturday',
  'What did you buy there?',
  'A blue kettle with a swan on its lid',
  'Lovely. Is it for tea?',
  'It is for show, it leaks',
];

describe('the profile of a recall', () => {
  it('says who the user is, for any message', async () => {
    await remember(['Prefers answers in bullet points', 'Is allergic to penicillin'], 5);
    await remember(['Works as a nurse in Leeds'], 3);
    for (const message of [
      'the GP wants to give me an antibiotic',
      'thanks!',
      '写一首关于秋天的短诗',
    ]) {
      const { profile, facts, passages } = await ada.recall(message);
      expect(contents(profile)).toEqual([
        'Prefers answers in bullet points',
        'Is allergic to penicillin',
        'Works as a nurse in Leeds',
      ]);
      expect({ facts, passages }).toEqual({ facts: [], passages: [] });
    }
  });

  it('is the same at any time and for any message until a fact changes', async () => {
    await remember(
      Array.from({ length: 60 }, (_, n) => `Keeps jar ${n} of herb${n} on shelf ${n}`),
    );
    await remember(['Is allergic to penicillin'], 5);
    const options = { tokenBudget: 400 };
    const before = contents((await ada.recall('where is herb7?', options)).profile);
    expect(before).toContain('Is allergic to penicillin');
    expect(before.length).toBeLessThan(30);
    now = new Date('2026-08-17T21:30:00Z');
    expect(contents((await ada.recall('what about herb31?', options)).profile)).toEqual(before);
    await remember(['Has to take blood thinners'], 5);
    const after = contents((await ada.recall('where is herb7?', options)).profile);
    expect(after.at(-1)).toBe('Has to take blood thinners');
  });

  it('has no replaced or expired facts, and none of other categories than requested', async () => {
    await ada.store({ content: 'Lives in Lisbon', category: 'relationship' });
    await ada.store({ content: 'Has a parking ticket', expiresAt: '2026-05-02T00:00:00Z' });
    const { id } = await ada.store({ content: 'Works as a baker' });
    await ada.update(id, { content: 'Works as a nurse' });
    now = new Date('2026-05-02T00:00:00Z');
    expect(contents((await ada.recall('hi')).profile).sort()).toEqual([
      'Lives in Lisbon',
      'Works as a nurse',
    ]);
    const { profile } = await ada.recall('hi', { categories: ['relationship'] });
    expect(contents(profile)).toEqual(['Lives in Lisbon']);
  });
});

describe('the part of a recall for the message', () => {
  it('has relevant facts that are not in the profile', async () => {
    await remember(['Prefers answers in bullet points']);
    await remember(
      Array.from({ length: 30 }, (_, n) => `Keeps jar ${n} of herb${n} on shelf ${n}`),
    );
    await remember(['Is allergic to penicillin', 'The mother-in-law is allergic to peanuts'], 2);
    const { profile, facts } = await ada.recall('我对什么药过敏？ Am I allergic to penicillin?', {
      tokenBudget: 300,
      explain: true,
    });
    expect(contents(facts)[0]).toBe('Is allergic to penicillin');
    expect(facts[0]!.why).toMatch(/relevance 0\.\d\d|relevance 1/);
    expect(facts[0]!.explanation!.relevance.chance).toBeGreaterThan(0.15);
    expect(profile.every(({ why }) => why!.startsWith('in the profile'))).toBe(true);
    const both = new Set([...profile, ...facts].map(({ id }) => id));
    expect(both.size).toBe(profile.length + facts.length);
  });

  it('has the same facts and relevance however many turns share the words of the message', async () => {
    await remember(['Is allergic to penicillin', 'Takes the tram to work', 'Has a cat, Otto']);
    const message = 'the doctor wants to give me penicillin';
    const facts = async () =>
      (await ada.recall(message, { profileShare: 0 })).facts.map((fact) => ({
        content: fact.content,
        relevance: fact.relevance,
      }));
    const before = await facts();
    expect(before[0]?.content).toBe('Is allergic to penicillin');
    await talk(Array.from({ length: 60 }, (_, n) => `The doctor gave penicillin to horse ${n}`));
    expect(await facts()).toEqual(before);
  });

  it('has a passage if no fact answers, with the question before the answer', async () => {
    await talk(fair);
    const recalled = await ada.recall('which kettle did Ada buy at the fair?', { explain: true });
    expect(recalled.facts).toEqual([]);
    expect(recalled.passages[0]).toMatchObject({ session: 's1' });
    expect(turnsOf(recalled)).toEqual(expect.arrayContaining(fair.slice(1, 3)));
    const sequences = recalled.passages.flatMap(({ turns }) => turns.map((t) => t.source.sequence));
    expect(sequences).toEqual(sequences.toSorted((a, b) => a! - b!));
    expect(new Set(sequences).size).toBe(sequences.length);
  });

  it('has no turn far less relevant than the best one, even if there is room', async () => {
    await talk(fair);
    const soup = ['We had soup on Sunday', 'Was it good?', 'Too hot', 'I sold the old coffee pot'];
    await talk(soup, 's2');
    const { passages } = await ada.recall('what is on the lid of the kettle?');
    expect(passages.map(({ session }) => session)).toEqual(['s1']);
    const sold = await ada.recall('which pot was sold?');
    expect(turnsOf(sold)).toContain(soup[3]);
  });

  it('has at most five of twenty turns, though all are similar', async () => {
    const words = ['tea', 'soup', 'bread', 'rice', 'fish', 'cake', 'jam', 'nuts', 'milk', 'corn'];
    for (const [at, word] of words.entries())
      await talk([`We bought ${word} in Porto`, `The ${word} was on the table`], `s${at}`);
    const recalled = await ada.recall('what did we buy in Porto?');
    expect(turnsOf(recalled).length).toBeGreaterThan(0);
    expect(turnsOf(recalled).length).toBeLessThanOrEqual(5);
  });

  it('has no passage around a turn that repeats a fact', async () => {
    await ada.store({ content: 'Ada works as a nurse in Leeds', importance: 5 });
    const work = ['I work as a nurse in Leeds', 'Nice to meet you', 'My shifts start at seven'];
    await talk([
      ...work,
      'Then eat in the evening',
      'I sold my car last week',
      'How do you go to work now?',
    ]);
    const { profile, passages } = await ada.recall('where does Ada work?');
    expect(contents(profile)).toEqual(['Ada works as a nurse in Leeds']);
    expect(passages).toEqual([]);
  });

  it('has no passage that is the evidence of a fact in the block', async () => {
    const stored = await talk(fair);
    const all = await ada.recall('which kettle did Ada buy at the fair?');
    expect(turnsOf(all)).toContain(fair[2]);
    const evidence = stored.map(({ id }) => id);
    await ada.store({ content: 'Ada owns a leaking object', importance: 5, evidence });
    const said = await ada.recall('which kettle did Ada buy at the fair?');
    expect(said.passages).toEqual([]);
    expect(contents(said.profile)).toEqual(['Ada owns a leaking object']);
  });

  it('is empty for small talk and general requests, even with many turns stored', async () => {
    await talk([...fair, 'Good night!', 'Sleep well', 'Thanks, see you tomorrow', 'Ha ha, true']);
    await talk(['How was your day?', 'Have a nice weekend with the kids'], 's2');
    for (const message of [
      'good night, say hi to the kids',
      'how was your weekend?',
      '晚安，也替我跟朵朵说晚安。',
      'Is 1,789 a prime number?',
      '写一首关于秋天的短诗',
    ])
      expect(await ada.recall(message)).toEqual({
        profile: [],
        facts: [],
        passages: [],
        tokens: 0,
      });
  });

  it('lacks a turn for the reason that it explains and whyNot gives', async () => {
    await talk(fair);
    const own = 'which kettle did Ada buy at the fair?';
    const general = 'Is 1,789 a prime number?';
    const withheld = async (message: string, options = {}) =>
      (await ada.recall(message, { explain: true, ...options })).withheld;
    const [turn] = (await ada.retrieve(own)).memories;
    expect(await withheld(own)).toBeUndefined();
    expect(await withheld(own, { minRelevance: 1 })).toMatch(
      new RegExp(
        `^the best turn ${turn?.id} has a relevance of 0\\.\\d\\d: the message asks for 1$`,
      ),
    );
    expect(await withheld(general)).toMatch(/: a general request asks for 0\.\d$/);
    expect(await withheld(general, { explain: false })).toBeUndefined();
    const other = await memory.scope('ben').recall(own, { explain: true });
    expect(other).not.toHaveProperty('withheld');
    const { id: fact } = await ada.store({ content: 'Ada lives in Leeds' });
    const kept = async (message: string, id: string) => (await ada.whyNot(message, id)).withheld;
    const { passages } = await ada.recall(own);
    const [shown] = passages.flatMap(({ turns }) => turns);
    expect(await kept(own, shown?.id as string)).toBeUndefined();
    expect(await kept(general, shown?.id as string)).toBe(await withheld(general));
    expect(await kept('Thanks!', shown?.id as string)).toBe('the message is small talk');
    // The profile has it for any message.
    expect(await kept(general, fact)).toBeUndefined();
  });

  it('lacks a fact for the reason that whyNot gives', async () => {
    await remember(
      [...Array(90).keys()].map(
        (at) => `Ada keeps screws of size ${at} in drawer ${at} of the long blue shelf in the shed`,
      ),
      5,
    );
    await remember(['Leo plays the cello on Sundays', 'Leo plays chess with Ben on Mondays'], 1);
    const why = async (message: string, start: string) => {
      const { memories } = await ada.retrieve(message, { limit: 100 });
      const id = memories.find(({ content }) => content.startsWith(start))?.id as string;
      return (await ada.whyNot(message, id, { limit: 100 })).withheld;
    };
    const cello = 'When does Leo play the cello?';
    expect(await why(cello, 'Leo plays the cello')).toBeUndefined();
    expect(await why(cello, 'Leo plays chess')).toMatch(/^its relevance is 0\.\d\d, too low/);
    expect(await why('Should I paint the fence green?', 'Leo plays chess')).toMatch(
      /^the best fact \S+ has a relevance of 0\.\d\d: .* asks for 0\.\d$/,
    );
  });

  it('fits into any token budget', async () => {
    await talk(fair);
    await remember(['Is allergic to penicillin', 'Owns a kettle collection of forty kettles']);
    for (let tokenBudget = 0; tokenBudget < 160; tokenBudget += 10) {
      const { tokens } = await ada.recall('which kettle did Ada buy at the fair?', { tokenBudget });
      expect(tokens).toBeLessThanOrEqual(tokenBudget);
    }
  });

  it('never crosses scopes, and takes a message of any length', async () => {
    await talk(fair);
    await remember(['Is allergic to penicillin'], 5);
    const empty = { profile: [], facts: [], passages: [], tokens: 0 };
    expect(await memory.scope('ben').recall('which kettle did Ada buy?')).toEqual(empty);
    const long = `which kettle did Ada buy at the fair? ${'la '.repeat(50_000)}`;
    expect(contents((await ada.recall(long)).profile)).toEqual(['Is allergic to penicillin']);
  });
});
