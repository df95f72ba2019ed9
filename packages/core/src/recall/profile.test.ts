import type { Importance, MemoryRecord } from '@mneme/engine/contract';
import { describe, expect, it } from 'vitest';
import { chooseProfile, profileRoom } from './profile.ts';

const day = (number: number) => `2026-${String(number).padStart(2, '0')}-01T00:00:00.000Z`;
const fact = (id: string, importance: Importance, confirmedAt: string, content = id) =>
  ({
    id,
    content,
    importance,
    confirmedAt,
    createdAt: confirmedAt,
    category: 'factual_knowledge',
  }) as MemoryRecord;
const choose = (facts: readonly MemoryRecord[], room: number) =>
  chooseProfile(facts, {
    room,
    decay: { halfLifeDays: 30 },
    cost: ({ content }) => content.length,
  }).map(({ id }) => id);

describe('the profile', () => {
  it('has all facts if they fit, oldest first', () => {
    const facts = [fact('c', 1, day(3)), fact('a', 5, day(1)), fact('b', 3, day(2))];
    expect(choose(facts, 3)).toEqual(['a', 'b', 'c']);
  });

  it('prefers an allergy from last year to the notes of this week', () => {
    const notes = ['x', 'y', 'z'].map((id) => fact(id, 4, day(12)));
    expect(choose([...notes, fact('allergy', 5, day(1), '!')], 2)).toContain('allergy');
  });

  it('then prefers recently confirmed facts, and among equals the shorter', () => {
    expect(choose([fact('old', 4, day(1), 'x'), fact('new', 3, day(6), 'x')], 1)).toEqual(['new']);
    const [short, long] = [fact('short', 3, day(1), 'xx'), fact('long', 3, day(1), 'xxxxx')];
    expect(choose([long, short, fact('other', 3, day(1), 'xxx')], 5)).toEqual(['other', 'short']);
  });

  it('leaves room for one passage, and little more of a large budget', () => {
    expect([250, 500, 800, 1000, 2000].map((budget) => profileRoom(budget))).toEqual([
      200, 400, 700, 900, 1800,
    ]);
    expect(profileRoom(1000, 0.5)).toBe(500);
  });

  it('does not depend on the order of the facts in the store', () => {
    const facts = Array.from({ length: 20 }, (_, n) =>
      fact(`id${n}`, ((n % 5) + 1) as Importance, day((n % 12) + 1)),
    );
    expect(choose(facts.toReversed(), 30)).toEqual(choose(facts, 30));
  });
});
