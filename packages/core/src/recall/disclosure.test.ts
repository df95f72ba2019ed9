import type { Importance, MemoryRecord } from '@mneme/contract';
import { messageNature } from '@mneme/language/disclosure';
import { describe, expect, it } from 'vitest';
import { disclosureOf, factsFor } from './disclosure.ts';

const fact = (content: string, more: Partial<MemoryRecord> = {}) =>
  ({
    ...{ id: content, content, kind: 'fact', category: 'factual_knowledge' },
    ...{ importance: 3 as Importance, occurredAt: '2026-05-01T09:00:00.000Z', ...more },
  }) as MemoryRecord;
const shown = (message: string, facts: readonly string[], minRelevance?: number) =>
  factsFor(messageNature(message), {
    standing: facts.map((content) => fact(content)),
    ...{ ranked: [], sure: [], chatty: false, minRelevance },
  }).map(({ record }) => record.content);

describe('when a block shows a fact', () => {
  it.each([
    [
      'always',
      ['My name is Priya.', 'I want short answers.', 'I am allergic to nuts.', '我住在杭州。'],
    ],
    [
      'asked',
      ['I am pregnant, due in May.', 'I owe the bank 8,000 euros.', '我离婚了。', 'Voto al PSOE.'],
    ],
    ['asked', ['I think electric cars are a fraud.', '我觉得电动车就是骗局。']],
    ['relevant', ['The user collects stamps.', 'User is learning to play the ukulele.']],
  ])('is decided by what it is about: %s', (disclosure, facts) => {
    for (const content of facts)
      expect({ content, disclosure: disclosureOf(fact(content)) }).toEqual({ content, disclosure });
  });

  it('is as a caller told, and always for what a caller stored with importance 5', () => {
    const debt = 'I owe the bank 8,000 euros.';
    expect(disclosureOf(fact(debt, { disclosure: 'always' }))).toBe('always');
    expect(disclosureOf(fact(debt, { importance: 5 }))).toBe('always');
    expect(disclosureOf(fact(debt, { importance: 5, extractedBy: 'rules' }))).toBe('asked');
    expect(disclosureOf(fact('I live in Rome.', { disclosure: 'asked' }))).toBe('asked');
  });
});

describe('the facts for a message', () => {
  const facts = [
    'I take blood thinners since my heart attack.',
    'I owe the bank 8,000 euros.',
    'I think unions ruined the trade.',
  ];

  it('are private ones only where the message is about their matter', () => {
    expect(shown('can I take ibuprofen with my tablets?', facts)).toEqual([facts[0]]);
    expect(shown('what is a heart in a deck of cards', facts)).toEqual([]);
    expect(shown('which SQL join do I need here', facts)).toEqual([]);
  });

  it('are none that no search has found, for a caller with a minimum of relevance', () => {
    expect(shown('can I take ibuprofen with my tablets?', facts, 0.2)).toEqual([]);
  });

  it('are no opinions for a neutral question', () => {
    expect(shown('do unions raise wages? what do economists find', facts)).toEqual([]);
  });

  it.each(['what do you know about me?', '你知道我什么？', 'was weißt du über mich?'])(
    'are all, the most important first, for one that asks for them: %s',
    (message) => {
      expect(new Set(shown(message, facts))).toEqual(new Set(facts));
    },
  );
});
