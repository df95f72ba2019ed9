import { describe, expect, it } from 'vitest';
import type { Turn } from './conversation.ts';
import { derivedPlan } from './plan.ts';
import { rareWordQuestions } from './rare-words.ts';
import { walkingClock } from './walking-clock.ts';

function turn(content: string, index: number, fields: Partial<Turn> = {}): Turn {
  return {
    at: `line ${index + 1}`,
    scope: 'demo',
    externalId: `t${index}`,
    content,
    result: { id: `r${index}`, outcome: 'created' },
    ...fields,
  };
}

const said = [
  'The weather was lovely today, wasn’t it?',
  'My grandmother planted apricot trees behind the house.',
  'The weather was lovely today.',
  '我每周三晚上去打羽毛球。',
].map((content, index) => turn(content, index));

describe('rareWordQuestions', () => {
  it('asks with words that stand in one turn only, in any language', () => {
    const questions = rareWordQuestions(said);
    expect(questions.map(({ expect: ids }) => ids)).toContainEqual(['t1']);
    expect(questions.map(({ expect: ids }) => ids)).toContainEqual(['t3']);
    const { text } = questions.find(({ expect: ids }) => ids[0] === 't1')!;
    for (const word of text.split(' ')) expect(said[1]!.content.toLowerCase()).toContain(word);
  });

  it('asks nothing of an empty conversation', () => {
    expect(rareWordQuestions([])).toEqual([]);
  });
});

describe('derivedPlan', () => {
  it('asks again what was asked last', () => {
    const plan = derivedPlan([...said, turn('I live in Porto now, near the river.', 4)]);
    expect(plan.messages).toEqual([said[0]!.content]);
    expect(plan.repeated[0]?.first).toBe('t4');
  });
});

describe('walkingClock', () => {
  const fallback = () => new Date('2030-01-01T00:00:00Z');

  it('stands where the conversation is and never goes back', () => {
    const clock = walkingClock({ fallback });
    clock.walkTo('2026-03-01T09:00:00Z');
    clock.walkTo('2026-02-01T09:00:00Z');
    clock.walkTo(undefined);
    expect(clock.now().toISOString()).toBe('2026-03-01T09:00:02.000Z');
  });

  it('shows the present where no turn has a time', () => {
    const clock = walkingClock({ fallback });
    expect(clock.now()).toEqual(fallback());
    clock.walkTo(undefined);
    expect(clock.now()).toEqual(fallback());
  });
});
