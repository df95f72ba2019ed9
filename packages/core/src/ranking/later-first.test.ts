import { analyseQuery } from '@mneme/language/text';
import { describe, expect, it } from 'vitest';
import { laterFirst } from './later-first.ts';
import type { Ranked } from './rank.ts';

function ranked(
  content: string,
  {
    total,
    day,
    kind = 'fact',
    contestedBy,
  }: { total: number; day: number; kind?: string; contestedBy?: string[] },
): Ranked {
  const said = `2026-01-${String(day).padStart(2, '0')}T00:00:00.000Z`;
  const record = { id: content, content, kind, occurredAt: said, createdAt: said, contestedBy };
  const explanation = () => ({ parts: [], total, relevance: {} });
  return { record, total, relevance: total / 10, explanation } as unknown as Ranked;
}

const contents = (entries: readonly Ranked[]) => entries.map(({ record }) => record.content);
const boss = analyseQuery('Who is the boss of Acme?');

describe('laterFirst', () => {
  it('puts the later of two facts with different values first, and explains it', () => {
    const given = [
      ranked('The boss of Acme is Ann', { total: 5, day: 1 }),
      ranked('The boss of Acme is Bo', { total: 4.5, day: 2 }),
    ];
    const [first, second] = laterFirst(given, boss);
    expect([first, second].map((entry) => entry?.record.content)).toEqual([
      'The boss of Acme is Bo',
      'The boss of Acme is Ann',
    ]);
    expect(first).toMatchObject({ total: 5, relevance: 0.5 });
    expect(first?.explanation().parts).toEqual([
      {
        name: 'later',
        value: 0.5,
        why: 'newer than nearly the same words of 2026-01-01',
      },
    ]);
  });

  it('does not move facts about others, turns, or results far below', () => {
    for (const other of [
      ranked('The boss of Bolt is Bo', { total: 4.5, day: 2 }),
      ranked('The boss of Acme is Bo', { total: 4.5, day: 2, kind: 'episode' }),
      ranked('The boss of Acme is Bo', { total: 3, day: 2 }),
    ]) {
      const given = [ranked('The boss of Acme is Ann', { total: 5, day: 1 }), other];
      expect(contents(laterFirst(given, boss))).toEqual(contents(given));
    }
  });

  it('moves up a contesting memory only from within the first ten', () => {
    const old = ranked('Ann runs Acme', {
      total: 9,
      day: 1,
      contestedBy: ['Acme has a new boss, Bo'],
    });
    const young = ranked('Acme has a new boss, Bo', { total: 1, day: 2 });
    const between = (count: number) =>
      Array.from({ length: count }, (_, at) =>
        ranked(`line ${at}`, { total: 8 - at / 10, day: 1 }),
      );
    expect(contents(laterFirst([old, ...between(8), young], boss))[0]).toBe(young.record.content);
    expect(contents(laterFirst([old, ...between(9), young], boss))[0]).toBe(old.record.content);
  });
});
