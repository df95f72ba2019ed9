import { prefetch } from '@mneme/agent';
import type { Memory, MemoryScope } from '@mneme/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMemory } from './memory.ts';

let time: string;
let memory: Memory;
let ada: MemoryScope;

beforeEach(async () => {
  time = '2026-03-01T09:00:00.000Z';
  memory = await openMemory({ clock: () => new Date(time) });
  ada = memory.scope('user:ada');
});

afterEach(() => memory.close());

const old = 'User works at Siemens';
const young = 'User works at Bosch';

async function contest(by: { evidence?: string[] } = {}) {
  const older = await ada.store({ content: old, tags: ['first'], importance: 5 });
  time = '2026-04-01T09:00:00.000Z';
  const newer = await ada.store({ content: young, tags: ['second'], ...by });
  return { older: older.id, newer: newer.id, result: newer };
}

describe('a contested memory', () => {
  it('is stored beside the older one, and each has the id of the other', async () => {
    const { older, newer, result } = await contest();
    expect(result).toMatchObject({ outcome: 'created', contests: [older] });
    expect(await ada.get(newer)).toMatchObject({ contests: [older] });
    expect(await ada.get(older)).toMatchObject({ contestedBy: [newer] });
    expect((await ada.list()).memories).toHaveLength(2);
    expect((await ada.list({ contested: true })).memories.map(({ id }) => id)).toEqual([newer]);
    const lines = await memory.audit({ scope: 'user:ada' });
    expect(lines.map(({ action, id }) => [action, id])).toContainEqual(['contest', newer]);
  });

  it('ranks before the older one for any query, and both have the dates', async () => {
    const { older, newer } = await contest();
    for (const query of [old, young, 'What is her job?']) {
      const { memories } = await ada.retrieve(query, { explain: true });
      expect([query, memories.map(({ id }) => id)]).toEqual([query, [newer, older]]);
      expect(memories[0]?.score).toBeGreaterThanOrEqual(memories[1]?.score ?? 1);
      expect(memories[0]).toMatchObject({
        contests: [older],
        contestedAt: { [older]: '2026-03-01T09:00:00.000Z' },
      });
      expect(memories[1]).toMatchObject({
        contestedBy: [newer],
        contestedAt: { [newer]: '2026-04-01T09:00:00.000Z' },
      });
    }
    const { memories } = await ada.retrieve(old, { explain: true });
    const { parts = [], total } = memories[0]?.explanation ?? {};
    expect(parts.at(-1)?.why).toContain('2026-04-01');
    expect(parts.at(-1)?.why).toContain('2026-03-01');
    expect(parts.reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(total ?? 0);
  });

  it('has both dates in the block of a prompt, and its note counts in the tokens', async () => {
    await contest();
    const countTokens = (lines: string) => lines.length;
    const message = 'Where does the user work?';
    const options = { minRelevance: 0, countTokens, tokenBudget: 10_000 };
    const { tokens } = await ada.recall(message, options);
    const { text } = await prefetch(ada, message, { ...options, timeoutMs: 60_000 });
    const lines = text.split('\n').filter((line) => line.startsWith('- ['));
    expect(text).toMatch(
      /Siemens \(said 2026-03-01, may be outdated .* 2026-04-01; importance: 5\)/,
    );
    expect(text).toMatch(/Bosch \(said 2026-04-01, may replace .* 2026-03-01; importance: 3\)/);
    expect(tokens).toBe(lines.map((line) => `${line}\n`).join('').length);
  });

  it('of an earlier date is contested by the stored one', async () => {
    const { id } = await ada.store({ content: young });
    const earlier = await ada.store({ content: old, occurredAt: '2025-01-01' });
    expect(earlier).toMatchObject({ outcome: 'created', contests: [id] });
    expect(await ada.get(id)).toMatchObject({ contests: [earlier.id] });
    expect(await ada.get(earlier.id)).toMatchObject({ contestedBy: [id] });
  });

  it('is no longer contested when the other one is deleted, replaced or expired', async () => {
    const { older, newer } = await contest();
    await ada.delete(older);
    expect(await ada.get(newer)).not.toHaveProperty('contests');
    const again = await ada.store({ content: old, expiresAt: '2026-05-01' });
    expect(again.contests).toEqual([newer]);
    time = '2026-05-02T09:00:00.000Z';
    const { memories } = await ada.retrieve(young);
    expect(memories.map(({ id }) => id)).toEqual([newer]);
    expect(memories[0]).not.toHaveProperty('contestedBy');
  });

  it('is neither rejected nor merged, since the case is unclear', async () => {
    await ada.store({ content: old });
    for (const onConflict of ['reject', 'merge'] as const) {
      const scope = memory.scope(onConflict);
      const { id } = await scope.store({ content: old });
      expect(await scope.store({ content: young }, { onConflict })).toMatchObject({
        outcome: 'created',
        contests: [id],
      });
    }
  });

  it('is found within one batch', async () => {
    const [first, second] = await ada.storeMany([{ content: old }, { content: young }]);
    expect(second).toMatchObject({ outcome: 'created', contests: [first?.id] });
  });
});

describe('a turn of a conversation', () => {
  it('of an assistant replaces nothing', async () => {
    await ada.store({ content: 'User lives in Porto' });
    const said = await ada.store({
      content: 'User lives in Faro',
      source: { speaker: 'assistant' },
    });
    expect(said).toMatchObject({ outcome: 'created' });
    expect(said).not.toHaveProperty('contests');
  });

  it('about oneself gives two facts for two speakers', async () => {
    const say = (speaker: string) =>
      ada.store({ content: 'I am allergic to peanuts', source: { speaker } });
    const [one, two, again] = [await say('Ada'), await say('Ben'), await say('Ada')];
    expect([one.outcome, two.outcome, again.outcome]).toEqual(['created', 'created', 'confirmed']);
    expect(again.id).toBe(one.id);
  });
});

describe('settle', () => {
  it.each([
    ['update', { superseded: 1 }, ['newer']],
    ['older', { olderTrue: 1 }, ['older']],
    ['distinct', { bothTrue: 1 }, ['newer', 'older']],
    ['same', { same: 1 }, ['newer']],
  ] as const)('applies the verdict of the judge: %s', async (verdict, counted, left) => {
    const ids = await contest();
    const seen: unknown[] = [];
    const report = await memory.settle({
      judge: async ({ stored, incoming, occurredAt, similarity }) => {
        seen.push([stored.content, stored.occurredAt, incoming, occurredAt, typeof similarity]);
        return verdict;
      },
    });
    expect(seen).toEqual([
      [old, '2026-03-01T09:00:00.000Z', young, '2026-04-01T09:00:00.000Z', 'number'],
    ]);
    expect(report).toMatchObject({ dryRun: false, calls: 1, open: 0, gone: 0, ...counted });
    const { memories } = await ada.list();
    expect(memories.map(({ id }) => id)).toEqual(left.map((which) => ids[which]));
    for (const one of memories) {
      expect(one).not.toHaveProperty('contests');
      expect(one).not.toHaveProperty('contestedBy');
    }
    if (verdict === 'same')
      expect(memories[0]).toMatchObject({ tags: ['first', 'second'], importance: 5 });
    expect(await ada.history(ids.newer)).toHaveLength(left.length === 2 ? 1 : 2);
    // A settled pair is not asked about again, and repeating the text does not contest it again.
    expect(await memory.settle({ judge: async () => 'update' })).toMatchObject({ calls: 0 });
    const again = await ada.store({ content: left[0] === 'newer' ? young : old });
    expect(again.outcome).toBe('confirmed');
    expect(again).not.toHaveProperty('contests');
  });

  it('changes nothing in a dry run, and asks at most maxCalls times', async () => {
    const { older } = await contest();
    const judge = async () => 'update' as const;
    expect(await memory.settle({ judge, dryRun: true })).toMatchObject({
      dryRun: true,
      superseded: 1,
    });
    expect(await memory.settle({ judge, maxCalls: 0 })).toMatchObject({ calls: 0, open: 1 });
    expect(await ada.get(older)).not.toHaveProperty('supersededBy');
  });

  it('leaves a pair unchanged if the judge fails, and continues with the others', async () => {
    await contest();
    const ben = memory.scope('user:ben');
    await ben.store({ content: old });
    await ben.store({ content: young });
    let calls = 0;
    const judge = async () => {
      if (calls++ === 0) throw new Error('no answer');
      return 'update' as const;
    };
    expect(await memory.settle({ judge })).toMatchObject({ calls: 2, open: 1, superseded: 1 });
    expect(await ada.settle({ judge })).toMatchObject({ superseded: 1 });
  });

  it('leaves a pair contested if the judge, which may be synchronous, is unsure or says anything else', async () => {
    const { older, newer } = await contest();
    const unsure: unknown[] = ['contested', 'Both hold.', undefined, { relation: 'same' }];
    for (const verdict of unsure)
      expect(await ada.settle({ judge: () => verdict as never })).toMatchObject({
        ...{ calls: 1, open: 1, decided: [] },
      });
    expect((await ada.get(newer))?.contests).toEqual([older]);
    const report = await ada.settle({ judge: () => 'distinct' as never });
    expect(report).toMatchObject({ bothTrue: 1 });
  });

  it('decides again if another writer changes the pair meanwhile', async () => {
    const { older, newer } = await contest();
    const asked: string[] = [];
    const report = await memory.settle({
      judge: async ({ stored }) => {
        asked.push(stored.content);
        if (asked.length === 1) await ada.update(older, { content: 'User works at Lidl' });
        return 'update';
      },
    });
    expect(asked).toEqual([old, 'User works at Lidl']);
    expect(report).toMatchObject({ calls: 2, superseded: 1 });
    expect(await ada.get(older)).toMatchObject({ supersededBy: newer });
  });

  it('does not ask about a pair if one of the two is gone', async () => {
    const { older, newer } = await contest();
    const third = await ada.store({ content: 'User now works at Aldi' });
    expect(third.outcome).toBe('superseded');
    const report = await memory.settle({
      judge: async () => {
        throw new Error('asked');
      },
    });
    expect(report.open).toBe(0);
    expect(report.calls).toBe(0);
    expect([older, newer]).toEqual(expect.arrayContaining([...(third.superseded ?? [])]));
  });

  it('settles a single pair, named in any order', async () => {
    const { older, newer } = await contest();
    const judge = async () => 'update' as const;
    const third = await ada.store({ content: 'Green tea' });
    await expect(ada.settle({ pair: [older, third.id], judge })).rejects.toMatchObject({
      code: 'not_found',
      field: 'pair',
    });
    expect(await ada.settle({ pair: [older, newer], judge })).toMatchObject({
      superseded: 1,
      decided: [{ newer, older, verdict: 'update' }],
    });
  });

  it('stops after the judge has failed five times in a row', async () => {
    for (let user = 0; user < 7; user++) {
      const scope = memory.scope(`user:${user}`);
      await scope.store({ content: old });
      await scope.store({ content: young });
    }
    const judge = async () => Promise.reject(new Error('no server'));
    expect(await memory.settle({ judge })).toMatchObject({ calls: 5, open: 7, stopped: 'failing' });
    expect(await memory.settle({ judge: async () => 'distinct', maxCalls: 2 })).toMatchObject({
      calls: 2,
      open: 5,
      stopped: 'max_calls',
    });
  });

  it('removes the evidence if a caller stored one of two equal facts', async () => {
    const { older, newer } = await contest({ evidence: ['mem_1'] });
    await ada.settle({ judge: async () => 'same' });
    expect(await ada.get(older)).toMatchObject({ supersededBy: newer });
    expect(await ada.get(newer)).not.toHaveProperty('evidence');
  });
});

describe('restore', () => {
  const berlin = 'User lives in Berlin';
  const munich = 'User moved to Munich';

  async function moved() {
    const { id: older } = await ada.store({ content: berlin });
    time = '2026-04-01T09:00:00.000Z';
    const { id: newer, outcome } = await ada.store({ content: munich });
    expect(outcome).toBe('superseded');
    return { older, newer };
  }

  const current = async () => (await ada.list()).memories.map(({ content }) => content).sort();

  it('makes a replaced memory current again, beside the newer one', async () => {
    const { older, newer } = await moved();
    expect(await ada.restore(older)).toEqual({ id: older, outcome: 'restored', beside: newer });
    expect(await current()).toEqual([berlin, munich]);
    const found = (await ada.retrieve('Where does the user live?')).memories;
    expect(found.map(({ id }) => id).sort()).toEqual([older, newer].sort());
    expect(await ada.restore(older)).toEqual({ id: older, outcome: 'unchanged' });
    expect((await memory.audit({ limit: 1 }))[0]).toMatchObject({ action: 'restore', id: older });
  });

  it('makes any version of a history current instead of the newest', async () => {
    const { older, newer } = await moved();
    const last = await ada.store({ content: 'User moved to Hamburg' });
    expect(await ada.restore(older, { instead: true })).toEqual({
      id: older,
      outcome: 'restored',
      replaced: last.id,
    });
    expect(await current()).toEqual([berlin]);
    expect((await ada.history(older)).map(({ id }) => id)).toEqual([newer, last.id, older]);
    expect(
      (await ada.retrieve('Munich', { asOf: '2026-05-01' })).memories.map(({ id }) => id),
    ).toEqual([older]);
  });

  it('rejects an unknown id, and the text of another memory', async () => {
    const { older } = await moved();
    await expect(ada.restore('00000000-0000-7000-8000-000000000000')).rejects.toMatchObject({
      code: 'not_found',
    });
    const again = await ada.store({ content: berlin });
    await expect(ada.restore(older)).rejects.toMatchObject({ code: 'conflict' });
    expect(await ada.restore(older, { instead: true })).toMatchObject({ replaced: again.id });
    expect(await current()).toEqual([berlin]);
  });

  it('leaves one current record per external id', async () => {
    const source = { externalId: 'crm:1' };
    const first = await ada.store({ content: berlin, source });
    await ada.store({ content: 'User keeps bees', source });
    await expect(ada.restore(first.id)).rejects.toMatchObject({ code: 'conflict' });
    await ada.restore(first.id, { instead: true });
    expect(await current()).toEqual([berlin]);
  });
});

describe('decisions', () => {
  it('give the rule that decided, and its words', async () => {
    const { id: older } = await ada.store({ content: 'User lives in Berlin' });
    const { id: newer } = await ada.store({ content: 'User moved to Munich' });
    expect(await ada.decisions(older)).toEqual([
      {
        older,
        newer,
        outcome: 'superseded',
        rule: 'another home',
        olderWords: ['lives', 'Berlin'],
        newerWords: ['moved', 'Munich'],
      },
    ]);
    expect(await ada.get(older)).toMatchObject({ supersededReason: 'another home' });
  });

  it('of a contested pair are returned for both ids', async () => {
    const { older, newer } = await contest();
    for (const id of [older, newer]) {
      expect(await ada.decisions(id)).toMatchObject([
        { older, newer, outcome: 'contested', rule: 'likely changes what is stored' },
      ]);
    }
  });
});
