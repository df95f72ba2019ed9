import { inMemoryBackend } from '@mneme/conformance';
import { createMemory, type Extractor, type Memory, type MemoryOptions } from '@mneme/core';
import { sqliteBackend } from '@mneme/sqlite';
import { afterEach, describe, expect, it } from 'vitest';
import { letterEmbedder } from '../tools/letter-embedder.mjs';

let memory: Memory;
const warnings: string[] = [];
async function open(options: Partial<MemoryOptions> = {}) {
  memory = await createMemory({
    backend: inMemoryBackend(),
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
  { speaker: 'Ada', content: 'I live in Porto, and I am allergic to penicillin.' },
];
const facts = async () =>
  (await memory.scope('ada').list({ kinds: ['fact'] })).memories.map(({ content }) => content);

describe('turns that are appended', () => {
  it.each([
    ['in memory', () => inMemoryBackend()],
    ['in SQLite', () => sqliteBackend({ path: ':memory:' })],
  ])('are learned from by rules, with the turn as evidence, %s', async (_, backend) => {
    const ada = await open({ backend: backend() });
    const { ids, learned } = await ada.episodes.append(turns, { session: 'monday' });
    expect(learned).toHaveLength(2);
    expect((await facts()).sort()).toEqual(['Ada is allergic to penicillin', 'Ada lives in Porto']);
    for (const id of learned)
      expect(await ada.get(id)).toMatchObject({
        kind: 'fact',
        evidence: [ids[1]],
        extractedBy: 'rules',
      });
  });

  it('go through the conflict rules: what is said again is confirmed, what has changed replaces', async () => {
    const ada = await open();
    const first = await ada.episodes.append(turns, { session: 'monday' });
    const later = await ada.episodes.append(
      [
        { speaker: 'Ada', content: 'I am allergic to penicillin.' },
        { speaker: 'Ada', content: 'I moved to Lisbon.' },
      ],
      { session: 'friday' },
    );
    expect((await facts()).sort()).toEqual([
      'Ada is allergic to penicillin',
      'Ada moved to Lisbon',
    ]);
    const allergy = first.learned.find((id) => later.learned.includes(id)) as string;
    expect((await ada.get(allergy))?.evidence).toEqual([first.ids[1], later.ids[0]]);
    expect(await ada.sessions.erase('friday')).toMatchObject({ kept: [allergy] });
    expect((await facts()).sort()).toEqual(['Ada is allergic to penicillin', 'Ada lives in Porto']);
  });

  it('leave a fact that a caller has stored too when their session is erased', async () => {
    const ada = await open();
    const city = 'Ada lives in Porto';
    await ada.episodes.append(turns, { session: 'monday' });
    const stored = await ada.store({ content: city });
    expect(stored.outcome).toBe('confirmed');
    await ada.episodes.append(turns, { session: 'friday' });
    expect(await ada.get(stored.id)).not.toHaveProperty('extractedBy');
    const { forgotten } = await ada.sessions.erase('monday');
    expect(forgotten).not.toContain(stored.id);
    await ada.sessions.erase('friday');
    expect(await facts()).toEqual([city]);
  });

  it('leave one earlier value in the history, however often the turns are read', async () => {
    const ada = await open();
    const said = (content: string, occurredAt: string) => ({ speaker: 'Ada', content, occurredAt });
    await ada.episodes.append(
      [said('I live in Oslo.', '2026-01-01'), said('I live in Bergen.', '2026-02-01')],
      { session: 'monday' },
    );
    await memory.consolidate();
    const { memories } = await ada.list({ kinds: ['fact'], includeSuperseded: true });
    expect(memories.map(({ content }) => content).sort()).toEqual([
      'Ada lives in Bergen',
      'Ada lives in Oslo',
    ]);
  });

  it('give nothing where the answer cannot be used, and end with the signal while the extractor runs', async () => {
    const fact = { content: 'Ada lives in Porto', category: 'factual_knowledge', importance: 3 };
    const extractor: Extractor = {
      name: 'cut',
      extract: ({ turns: [turn] }) => ({
        facts: [{ ...fact, evidence: [turn?.id ?? ''] } as never],
        unusable: 'the answer was cut off',
      }),
    };
    const ada = await open({ extractor });
    warnings.length = 0;
    const { learned } = await ada.episodes.append(turns, { session: 'monday' });
    expect([learned, await facts(), warnings.length]).toEqual([[], [], 1]);
    await memory.close();
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

  it('say two things where one gives a city and a quarter of it: neither replaces the other', async () => {
    const ada = await open();
    await ada.episodes.append(turns, { session: 'monday' });
    const moved = 'We moved to Lisbon, and I live in Alfama now.';
    await ada.episodes.append([{ speaker: 'Ada', content: moved }], { session: 'friday' });
    const all = ['Ada lives in Alfama', 'Ada moved to Lisbon'];
    expect((await facts()).sort()).toEqual(['Ada is allergic to penicillin', ...all]);
    const wei = { speaker: '陈伟', content: '我们上周末搬到了杭州，现在住在滨江区。' };
    const { learned } = await ada.episodes.append([wei], { session: 'sunday' });
    expect(await facts()).toEqual(expect.arrayContaining(['陈伟搬到了杭州', '陈伟住在滨江区']));
    for (const id of learned) expect(await ada.get(id)).not.toHaveProperty('contests');
    const again = { speaker: '陈伟', content: '我搬到了苏州。' };
    await ada.episodes.append([again], { session: 'later' });
    // Another city replaces the city; whether the quarter is still his is not sure.
    expect((await facts()).filter((content) => content.startsWith('陈伟'))).toEqual([
      '陈伟住在滨江区',
      '陈伟搬到了苏州',
    ]);
  });

  it('that were known are not read again', async () => {
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

  it('are kept and no more where the extractor is none', async () => {
    const ada = await open({ extractor: 'none' });
    expect(await ada.episodes.append(turns, { session: 'monday' })).toMatchObject({ learned: [] });
    expect(await facts()).toEqual([]);
  });

  it('are kept where an extractor throws, answers nonsense or cites what it has not read', async () => {
    const fact = { content: 'Ada sings', category: 'factual_knowledge', importance: 3 } as const;
    const extract = (evidence: (ids: string[]) => unknown): Extractor => ({
      extract: ({ turns: read }) => ({
        facts: [{ ...fact, evidence: evidence(read.map(({ id }) => id)) as string[] }],
      }),
    });
    const bad: Extractor[] = [
      { extract: () => Promise.reject(new Error('no network')) },
      { extract: () => 'nonsense' as never },
      extract(() => ['0198a3c0-0000-7000-8000-000000000001']),
      extract(() => 7),
    ];
    for (const extractor of bad) {
      const ada = await open({ extractor });
      expect(await ada.episodes.append(turns, { session: 'monday' })).toMatchObject({
        appended: 2,
        learned: [],
      });
      await memory.close();
    }
    const ada = await open({ extractor: extract((ids) => ids) });
    const { learned, ids } = await ada.episodes.append(turns, { session: 'monday' });
    expect(await ada.get(learned[0] as string)).toMatchObject({ evidence: ids });
    expect(warnings.length).toBeGreaterThan(0);
  });

  it('give the facts that pass the checks of consolidate, whoever makes them', async () => {
    const ada = await open({
      extractor: {
        extract: ({ turns: read }) => ({
          facts: ['She sings', 'Ada has the password hunter2secret', 'Ada sings'].map(
            (content) => ({
              ...{ content, category: 'factual_knowledge', importance: 3 },
              evidence: read.map(({ id }) => id),
            }),
          ),
        }),
      },
    });
    await ada.episodes.append(turns, { session: 'monday' });
    expect(await facts()).toEqual(['Ada sings']);
  });

  it('leave no fact of a turn that is deleted while they are read', async () => {
    const backend = inMemoryBackend();
    const ada = await open({
      backend,
      extractor: {
        async extract({ turns: read }) {
          await ada.delete(read[1]?.id as string);
          const [id] = read.map((turn) => turn.id).slice(1);
          return {
            facts: [
              {
                content: 'Ada sings',
                category: 'factual_knowledge',
                importance: 3,
                evidence: [id as string],
              },
            ],
          };
        },
      },
    });
    const appended = ada.episodes.append(turns, { session: 'monday' });
    expect(await appended).toMatchObject({ appended: 2, learned: [] });
    expect(await facts()).toEqual([]);
  });
});
