import {
  createMemory,
  type ExtractedFact,
  type ExtractionTurn,
  type Extractor,
  type Memory,
  type MemoryScope,
} from '@mneme/core';
import { sqliteBackend } from '@mneme/sqlite';
import { storeBackend } from '@mneme/store';
import { MemoryRows } from '@mneme/store/memory';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { letterEmbedder } from '../tools/letter-embedder.mjs';

let memory: Memory;
let ada: MemoryScope;
beforeEach(async () => {
  memory = await openMemory();
  ada = memory.scope('ada');
});
afterEach(() => memory.close());

function openMemory(options = {}) {
  return createMemory({
    backend: storeBackend(new MemoryRows()),
    extractor: 'none',
    embedder: letterEmbedder,
    clock: () => new Date('2026-03-20T00:00:00Z'),
    ...options,
  });
}

async function say(
  session: string,
  contents: readonly string[],
  { from = 0, speaker = 'Ada' } = {},
) {
  const results = await ada.storeMany(
    contents.map((content, index) => ({
      content,
      kind: 'episode' as const,
      occurredAt: `2026-03-09T18:${String(from + index).padStart(2, '0')}:00Z`,
      source: { session, sequence: from + index, speaker },
    })),
  );
  return results.map(({ id }) => id);
}

const fact = (turn: ExtractionTurn, more: Partial<ExtractedFact> = {}): ExtractedFact => ({
  content: `Ada owns ${turn.content}`,
  category: 'factual_knowledge',
  importance: 3,
  evidence: [turn.id],
  ...more,
});

/** Makes one fact for each new turn. */
const each: Extractor = {
  name: 'each',
  extract: ({ turns }) => ({
    facts: turns.filter(({ context }) => !context).map((turn) => fact(turn)),
    usage: { tokens: 10 },
    cost: 0.5,
  }),
};

const things = (count: number, name = 'thing') =>
  Array.from({ length: count }, (_, index) => `${name} ${'abcdefghijklmnopqrstuvwxyz'[index]}`);

async function facts() {
  const { memories } = await ada.list({ kinds: ['fact'], limit: 1000 });
  return memories.map(({ content }) => content).sort();
}

describe('consolidate', () => {
  it('makes facts from the turns of a session, with evidence, extractor and date', async () => {
    const [first] = await say('s1', ['a bicycle', 'a boat']);
    const report = await memory.consolidate({ extractor: each });
    expect(report).toMatchObject({
      ...{ dryRun: false, sessions: 1, turns: 2, windows: 1, facts: 2, confirmed: 0, skipped: {} },
      ...{ calls: 1, cost: 0.5, usage: { tokens: 10 }, failures: [] },
    });
    expect(report.made[0]).toMatchObject({ session: 's1', outcome: 'created', evidence: [first] });
    const made = await ada.get(report.made[0]?.id as string);
    expect(made).toMatchObject({
      ...{ kind: 'fact', content: 'Ada owns a bicycle', category: 'factual_knowledge' },
      ...{ evidence: [first], extractedBy: 'each', occurredAt: '2026-03-09T18:00:00.000Z' },
    });
  });

  it('reads each turn once, and continues where it stopped', async () => {
    await say('s1', things(3));
    await memory.consolidate({ extractor: each });
    const seen: ExtractionTurn[][] = [];
    const extractor: Extractor = {
      extract: ({ turns }) => {
        seen.push([...turns]);
        return { facts: [] };
      },
    };
    expect(await memory.consolidate({ extractor })).toMatchObject({ calls: 0, windows: 0 });
    await say('s1', things(2, 'box'), { from: 3 });
    expect(await memory.consolidate({ extractor })).toMatchObject({ calls: 1, turns: 2 });
    const [turns] = seen as [ExtractionTurn[]];
    expect(turns.map(({ content, context }) => [content, context])).toEqual([
      ...things(3).map((thing) => [thing, true]),
      ...things(2, 'box').map((thing) => [thing, undefined]),
    ]);
  });

  it('reads a long session in windows, with turns of one place together', async () => {
    await say('s1', things(7));
    await ada.store({
      content: 'thing of Ben',
      kind: 'episode',
      occurredAt: '2026-03-09T18:01:00Z',
      source: { session: 's1', sequence: 1, speaker: 'Ben' },
    });
    const sizes: number[] = [];
    const extractor: Extractor['extract'] = ({ turns }) => {
      sizes.push(turns.filter(({ context }) => !context).length);
      return { facts: [] };
    };
    const progress: number[] = [];
    await memory.consolidate({
      extractor,
      windowTurns: 2,
      onProgress: ({ windows }) => progress.push(windows),
    });
    expect(sizes).toEqual([3, 2, 2, 1]);
    expect(progress).toEqual([1, 2, 3, 4]);
  });

  it('passes known facts on the subjects of a window to the extractor', async () => {
    await ada.store({ content: 'Ada owns a sailing boat', category: 'factual_knowledge' });
    await ada.store({ content: 'zzz zzz zzz', category: 'factual_knowledge' });
    await say('s1', ['my sailing boat leaks']);
    const seen: string[][] = [];
    const extract: Extractor['extract'] = ({ known }) => {
      seen.push(known.map(({ content }) => content));
      return { facts: [] };
    };
    await memory.consolidate({ extractor: { extract, knownLimit: 1 } });
    await say('s2', ['my sailing boat leaks']);
    await memory.consolidate({ extractor: { extract, knownLimit: 0 } });
    expect(seen).toEqual([['Ada owns a sailing boat'], []]);
  });

  it('applies the conflict rules', async () => {
    const berlin = await ada.store({
      content: 'Ada lives in Berlin',
      category: 'factual_knowledge',
      occurredAt: '2026-01-01',
    });
    await say('s1', ['I moved to Oslo', 'yes, Oslo']);
    const extractor: Extractor['extract'] = ({ turns }) => ({
      facts: turns.map((turn) => fact(turn, { content: 'Ada lives in Oslo' })),
    });
    const report = await memory.consolidate({ extractor });
    expect(report).toMatchObject({ facts: 1, confirmed: 1 });
    // The fact of the caller stays; the learned fact contests it.
    expect(await facts()).toEqual(['Ada lives in Berlin', 'Ada lives in Oslo']);
    const { memories } = await ada.list({ contested: true });
    expect(memories).toMatchObject([{ content: 'Ada lives in Oslo', contests: [berlin.id] }]);
    expect(memories[0]?.evidence).toHaveLength(2);
  });

  it('keeps the newest evidence of a fact that is often repeated', async () => {
    const old = Array.from({ length: 1000 }, (_, index) => `mem_${index}`);
    const content = 'Ada owns a boat';
    const { id } = await ada.store({ content, category: 'factual_knowledge', evidence: old });
    const [turn] = await say('s1', ['a boat']);
    expect(await memory.consolidate({ extractor: each })).toMatchObject({ confirmed: 1 });
    expect((await ada.get(id))?.evidence).toEqual([...old.slice(1), turn]);
  });

  it('adds no evidence to a fact that was stored without any', async () => {
    const { id } = await ada.store({ content: 'Ada owns a boat', category: 'factual_knowledge' });
    await say('s1', ['a boat']);
    expect(await memory.consolidate({ extractor: each })).toMatchObject({ facts: 0, confirmed: 1 });
    expect((await ada.get(id))?.evidence).toBeUndefined();
  });

  describe('checks', () => {
    /** A turn that an earlier run has read, one of Ada, one of an assistant. */
    type Turns = [read: ExtractionTurn, own: ExtractionTurn, its: ExtractionTurn];
    const saying =
      (content: string) =>
      ({ 1: own }: Turns) =>
        fact(own, { content });
    const having =
      (more: object) =>
      ({ 1: own }: Turns) => ({ ...fact(own), ...more });
    it.each<[string, (turns: Turns) => unknown]>([
      ['malformed', having({ importance: 7 })],
      ['malformed', having({ category: 'gossip' })],
      ['malformed', having({ category: undefined })],
      ['malformed', having({ mood: 'good' })],
      ['malformed', having({ occurredAt: 'soon' })],
      ['malformed', having({ evidence: 'a boat' })],
      ['malformed', () => 'Ada owns a boat'],
      ['no_evidence', having({ evidence: [] })],
      ['no_evidence', having({ evidence: undefined })],
      ['foreign_evidence', ([, own]) => fact(own, { evidence: [own.id, 'turn 9'] })],
      ['already_read', ([read]) => fact(read)],
      ['assistant_only', ([, , its]) => fact(its)],
      ['not_standalone', saying('Does Ada own a boat?')],
      ['unresolved_pronoun', saying('She owns it')],
      ['unresolved_pronoun', saying('她有一条船')],
      ['unresolved_time', saying('Ada left the next day')],
      ['secret', saying('The password of Ada is hunter2secret')],
      ['secret', having({ tags: ['sk-ant-api03-AbCdEfGhIjKlMnOpQrStUvWxYz0123456789'] })],
    ])('skip a fact: %s', async (reason, make) => {
      await say('s1', ['a kite']);
      await memory.consolidate({ extractor: () => ({ facts: [] }) });
      await say('s1', ['a boat'], { from: 1 });
      await say('s1', ['a yacht'], { from: 2, speaker: 'assistant' });
      const extractor = (({ turns }: { turns: Turns }) => ({
        facts: [make(turns)],
      })) as unknown as Extractor['extract'];
      const report = await memory.consolidate({ extractor });
      expect(report).toMatchObject({ windows: 1, facts: 0 });
      expect(report.skipped).toEqual({ [reason]: 1 });
      expect(await facts()).toEqual([]);
    });

    it.each([
      undefined,
      null,
      3,
      'none',
      {},
      { facts: 'none' },
      { facts: [], unusable: 'cut off' },
    ])('count an invalid answer as skipped: %j', async (answer) => {
      await say('s1', things(2));
      const extractor = (() => answer) as never;
      expect(await memory.consolidate({ extractor })).toMatchObject({
        ...{ windows: 1, skipped: { bad_answer: 1 }, failures: [] },
      });
    });

    it('resolve relative days, and keep the speaker of facts in the first person', async () => {
      await say('s1', ['I fly to Oslo tomorrow', 'and I love rain']);
      const extractor: Extractor['extract'] = ({ turns: [first, second] }) => ({
        facts: [
          fact(first!, { content: 'Ada flies to Oslo tomorrow', occurredAt: '2027-01-01' }),
          fact(second!, { content: 'I love rain', category: 'user_preference' }),
        ],
      });
      await memory.consolidate({ extractor });
      expect(await facts()).toEqual(['Ada flies to Oslo on 2026-03-10', 'I love rain']);
      const { memories } = await ada.list({ kinds: ['fact'] });
      expect(
        Object.fromEntries(memories.map(({ source, occurredAt }) => [occurredAt, source])),
      ).toEqual({
        '2026-03-09T18:00:00.000Z': {},
        '2026-03-09T18:01:00.000Z': { speaker: 'Ada' },
      });
    });
  });

  describe('bounds', () => {
    it('call at most maxCalls times, and leave the rest for the next run', async () => {
      await say('s1', things(6));
      const first = await memory.consolidate({ extractor: each, windowTurns: 2, maxCalls: 2 });
      expect(first).toMatchObject({ calls: 2, windows: 2, facts: 4, stopped: 'max_calls' });
      const second = await memory.consolidate({ extractor: each, windowTurns: 2, maxCalls: 2 });
      expect(second).toMatchObject({ calls: 1, facts: 2 });
      expect(second.stopped).toBeUndefined();
      expect(await facts()).toHaveLength(6);
    });

    it.each([undefined, () => 0.5])('spend no more than maxCost', async (costLimit) => {
      await say('s1', things(6));
      const extractor = costLimit === undefined ? each : { ...each, costLimit };
      const report = await memory.consolidate({ extractor, windowTurns: 2, maxCost: 1.2 });
      expect(report).toMatchObject({ calls: 2, cost: 1, stopped: 'max_cost' });
      expect(await memory.consolidate({ extractor, maxCost: 0 })).toMatchObject({ calls: 0 });
    });

    it('stop on the signal, and keep what is done', async () => {
      await say('s1', things(4));
      const controller = new AbortController();
      const options = { extractor: each, windowTurns: 2, signal: controller.signal };
      const aborted = memory.consolidate({ ...options, onProgress: () => controller.abort() });
      await expect(aborted).rejects.toMatchObject({ code: 'aborted' });
      expect(await facts()).toHaveLength(2);
      expect(await memory.consolidate({ extractor: each })).toMatchObject({ facts: 2 });
    });
  });

  it('changes nothing in a dry run, and reports what it would do', async () => {
    await say('s1', things(4));
    const before = await ada.stats();
    const report = await memory.consolidate({ extractor: each, windowTurns: 2, dryRun: true });
    expect(report).toMatchObject({ dryRun: true, windows: 2, facts: 4, calls: 2 });
    expect(report.made.map(({ content, id }) => [content, id])).toEqual(
      things(4).map((thing) => [`Ada owns ${thing}`, undefined]),
    );
    expect(await ada.stats()).toEqual(before);
    expect(await memory.consolidate({ extractor: each })).toMatchObject({ facts: 4 });
  });

  it('reads the other sessions if one fails, and that one in the next run', async () => {
    for (const session of ['s1', 's2', 's3']) await say(session, things(2, session));
    const extractor: Extractor = {
      name: 'moody',
      extract: (window, options) => {
        if (window.turns[0]?.content.startsWith('s2')) throw new Error('overloaded');
        return each.extract(window, options);
      },
    };
    const report = await memory.consolidate({ extractor });
    expect(report).toMatchObject({ facts: 4, windows: 2, calls: 3 });
    expect(report.failures).toMatchObject([
      { scope: 'ada', session: 's2', error: { code: 'extractor_failed' } },
    ]);
    expect(report.failures[0]?.error.message).toContain('moody failed: overloaded');
    expect(await memory.consolidate({ extractor: each })).toMatchObject({ facts: 2, calls: 1 });
  });

  it('stops if the extractor fails repeatedly', async () => {
    for (const session of things(9)) await say(session, ['a boat']);
    const extractor = () => Promise.reject(new Error('401'));
    const report = await memory.consolidate({ extractor });
    expect(report).toMatchObject({ calls: 5, windows: 0, stopped: 'failing' });
    expect(report.failures).toHaveLength(5);
  });

  it('makes each fact once in concurrent runs, even if the extractor words it differently', async () => {
    for (const session of ['s1', 's2', 's3', 's4']) await say(session, things(6, session));
    let call = 0;
    const worded = (): Extractor => ({
      extract: async ({ turns }) => {
        const words = `words${call++}`;
        await new Promise(setImmediate);
        return {
          facts: turns
            .filter(({ context }) => !context)
            .map((turn) => fact(turn, { content: `Ada owns ${turn.content} in ${words}` })),
        };
      },
    });
    const run = () => memory.consolidate({ extractor: worded(), windowTurns: 2 });
    const reports = await Promise.all([run(), run(), run()]);
    const made = await facts();
    expect(made.map((content) => content.replace(/ in words\d+/, ''))).toEqual(
      ['s1', 's2', 's3', 's4']
        .flatMap((name) => things(6, name).map((thing) => `Ada owns ${thing}`))
        .sort(),
    );
    expect(reports.reduce((sum, { facts: count }) => sum + count, 0)).toBe(24);
    expect(reports.reduce((sum, { windows }) => sum + windows, 0)).toBe(12);
  });

  it('makes no fact from a turn that was deleted meanwhile', async () => {
    const [first, second] = (await say('s1', ['a boat', 'a bicycle'])) as [string, string];
    let asked = 0;
    const extractor: Extractor = {
      extract: async (window, options) => {
        asked += 1;
        if (asked === 1) await ada.delete(first);
        return each.extract(window, options);
      },
    };
    const report = await memory.consolidate({ extractor });
    expect(report).toMatchObject({ facts: 1, calls: 2, windows: 1 });
    expect(report.made).toMatchObject([{ evidence: [second] }]);
    expect(await facts()).toEqual(['Ada owns a bicycle']);
  });

  it('makes no fact citing an earlier turn that was deleted meanwhile', async () => {
    const [, second] = await say('s1', ['a boat', 'a bicycle', 'a kite']);
    let asked = 0;
    const extractor: Extractor = {
      extract: async ({ turns }) => {
        asked += 1;
        if (asked === 2) await ada.delete(second as string);
        const evidence = turns.map(({ id }) => id);
        return { facts: [fact(turns.at(-1) as ExtractionTurn, { evidence })] };
      },
    };
    await memory.consolidate({ extractor, windowTurns: 2 });
    const { memories } = await ada.list();
    const there = new Set(memories.map(({ id }) => id));
    expect(await facts()).toContain('Ada owns a kite');
    for (const { evidence = [] } of memories)
      for (const id of evidence) expect(there.has(id)).toBe(true);
  });

  it('reads new turns after the last turns that it read are gone', async () => {
    const append = (content: string) => ada.episodes.append([{ content }], { session: 's1' });
    for (const thing of things(3)) await append(thing);
    await memory.consolidate({ extractor: each });
    await ada.prune({ maxRecords: 3 });
    expect((await ada.sessions.get('s1')).turns).toEqual([]);
    await append('a kite');
    expect(await memory.consolidate({ extractor: each })).toMatchObject({ facts: 1 });
    expect(await facts()).toContain('Ada owns a kite');
  });

  it('passes several windows at once to extractMany', async () => {
    for (const session of ['s1', 's2']) await say(session, things(4, session));
    const sizes: number[] = [];
    const extractor: Extractor = {
      ...each,
      windowLimit: 3,
      extractMany: async (windows, options) => {
        sizes.push(windows.length);
        return Promise.all(
          windows.map((window) =>
            window.turns.some(({ content }) => content === 's1 c')
              ? new Error('expired')
              : each.extract(window, options),
          ),
        );
      },
    };
    const report = await memory.consolidate({ extractor, windowTurns: 2 });
    expect(sizes).toEqual([3, 1]);
    expect(report).toMatchObject({ calls: 4, windows: 3, facts: 6 });
    expect(report.failures).toMatchObject([{ session: 's1' }]);
    expect(await memory.consolidate({ extractor: each })).toMatchObject({ facts: 2, windows: 1 });
  });

  it('reads the sessions of every scope, or of one', async () => {
    await say('s1', ['a boat']);
    const ben = memory.scope('ben');
    await ben.episodes.append([{ content: 'a car', speaker: 'Ben' }], { session: 's1' });
    expect(await ben.consolidate({ extractor: each })).toMatchObject({ facts: 1 });
    expect(await memory.consolidate({ extractor: each })).toMatchObject({ facts: 1 });
    expect((await ben.list({ kinds: ['fact'] })).memories).toHaveLength(1);
  });

  it('writes an audit line per fact, without its text', async () => {
    await say('s1', ['a boat']);
    await memory.consolidate({ extractor: each, actor: 'nightly', reason: 'of the day' });
    const [line] = await memory.audit({ scope: 'ada' });
    expect(line).toMatchObject({ action: 'create', actor: 'nightly', reason: 'of the day' });
    expect(JSON.stringify(await memory.audit({ scope: 'ada' }))).not.toContain('boat');
  });

  it('uses the extractor of the memory by default', async () => {
    await say('s1', ['a boat']);
    await expect(memory.consolidate()).rejects.toMatchObject({ field: 'extractor' });
    await memory.close();
    memory = await openMemory({ extractor: each });
    ada = memory.scope('ada');
    await say('s1', ['a boat']);
    expect(await memory.consolidate()).toMatchObject({ facts: 1 });
  });
});

describe('evidence', () => {
  it('returns the turns of a fact, and the facts of a turn', async () => {
    const [first] = (await say('s1', ['a boat', 'a bicycle'])) as [string, string];
    const { made } = await memory.consolidate({ extractor: each });
    const id = made[0]?.id as string;
    expect(await ada.evidence(id)).toMatchObject({
      memory: { id, extractedBy: 'each' },
      turns: [{ id: first, content: 'a boat' }],
      ...{ documents: [], memories: [], gone: [], facts: [] },
    });
    expect(await ada.evidence(first)).toMatchObject({ memory: { id: first }, facts: [{ id }] });
  });

  it('returns documents, and the ids of deleted evidence', async () => {
    await memory.close();
    memory = await openMemory({ backend: sqliteBackend({ path: ':memory:' }) });
    ada = memory.scope('ada');
    const notes = await ada.stores.create({ name: 'notes' });
    const document = await notes.create({ path: '/plan.md', content: 'A boat' });
    const gone = 'mem_gone';
    const { id } = await ada.store({
      ...{ content: 'Ada owns a boat', category: 'factual_knowledge' },
      evidence: [document.id, gone],
    });
    expect(await ada.evidence(id)).toMatchObject({
      documents: [{ id: document.id, path: '/plan.md' }],
      gone: [gone],
    });
  });

  it('is undefined for an unknown id', async () => {
    expect(await ada.evidence('0195a000-0000-7000-8000-000000000000')).toBeUndefined();
  });
});
