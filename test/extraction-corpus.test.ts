import { describe, expect, it } from 'vitest';
import { ruleExtractor } from '../packages/core/src/index.ts';
import { measure, turnsOf } from '../tools/extraction/corpus.mjs';

describe.each([
  ['half 1, which was tuned on', turnsOf('turns').filter(({ half }) => half === 1), 0.95],
  [
    'half 2, which was only counted at first',
    turnsOf('turns').filter(({ half }) => half === 2),
    0.9,
  ],
  ['turns full of traps, written later', [...turnsOf('later'), ...turnsOf('last')], 0.9],
])('of %s', (_, turns, coverage) => {
  it('at least 0.95 of what the rules take is right', () => {
    const { precision, wrong } = measure(turns, ruleExtractor());
    expect(precision, JSON.stringify(wrong)).toBeGreaterThanOrEqual(0.95);
  });

  it(`at least ${coverage} of the facts are taken`, () => {
    expect(measure(turns, ruleExtractor()).coverage).toBeGreaterThanOrEqual(coverage);
  });
});
