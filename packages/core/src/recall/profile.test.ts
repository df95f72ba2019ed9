import type { Importance, MemoryRecord } from '@mneme/contract';
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
    learnedRoom: room,
    decay: { halfLifeDays: 30 },
    cost: ({ content }) => content.length,
  }).map(({ id }) => id);

describe('the profile', () => {
  it('has names, then wishes, limits and who the user is, and nothing private', () => {
    const facts = [
      fact('self', 3, day(1), 'I live in Lisbon.'),
      fact('hobby', 3, day(1), 'I collect stamps.'),
      fact('debt', 3, day(1), 'I have 20,000 dollars of credit card debt.'),
      fact('limit', 3, day(2), 'I am allergic to penicillin.'),
      fact('wish', 3, day(3), 'I want short answers.'),
      fact('name', 3, day(4), 'My name is Priya.'),
    ];
    expect(choose(facts, 500)).toEqual(['name', 'wish', 'limit', 'self']);
  });

  it('shows what a caller told to show always, and keeps back what is to be asked for', () => {
    const facts = [
      { ...fact('debt', 1, day(1), 'I have 20,000 dollars of debt.'), disclosure: 'always' },
      { ...fact('home', 5, day(1), 'I live in Lisbon.'), disclosure: 'asked' },
    ] as MemoryRecord[];
    expect(choose(facts, 500)).toEqual(['debt']);
  });

  it('has facts that were learned from turns in a share of their own', () => {
    const learned = (id: string) => ({
      ...fact(id, 4, day(1), `I live in ${id}.`),
      extractedBy: 'rules',
    });
    const told = fact('told', 3, day(1), 'I live in Rome.');
    const chosen = chooseProfile([learned('Lisbon'), learned('Oslo'), told], {
      ...{ room: 100, learnedRoom: 20, decay: { halfLifeDays: 30 } },
      cost: ({ content }) => content.length,
    });
    expect(chosen.map(({ id }) => id)).toEqual(['Oslo', 'told']);
  });

  it('prefers an allergy from last year to the notes of this week', () => {
    const notes = ['x', 'y', 'z'].map((id) => fact(id, 4, day(12)));
    expect(choose([...notes, fact('allergy', 5, day(1), '!')], 2)).toContain('allergy');
  });

  it('then prefers recently confirmed facts, and among equals the shorter', () => {
    const home = (town: string, confirmedAt: string) =>
      fact(town, 3, confirmedAt, `I live in ${town}.`);
    expect(choose([home('Rome', day(1)), home('Oslo', day(6))], 15)).toEqual(['Oslo']);
    const towns = ['Liverpool', 'Ulm', 'Bonn'].map((town) => home(town, day(1)));
    expect(choose(towns, 30)).toEqual(['Bonn', 'Ulm']);
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
