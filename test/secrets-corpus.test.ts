import { describe, expect, it } from 'vitest';
import { findingsIn, isFound, secretTexts } from '../lab/secrets/texts.mjs';

/** Half 2 of the first, freely written and listed texts, and `fresh, unread`, were not read while the rules were made. */
describe.each([
  ['generated', 1, 0.98],
  ['generated', 2, 0.98],
  ['freely written', 1, 0.98],
  ['freely written', 2, 0.95],
  ['written later', 1, 0.95],
  ['lists', 1, 0.98],
  ['lists', 2, 0.95],
  ['in use', 1, 0.97],
  ['in use', 2, 0.97],
  ['in use, another day', 1, 0.97],
  ['in use, a third day', 1, 0.97],
  ['fresh', 1, 0.97],
  ['fresh, unread', 1, 0.95],
])('texts %s, half %i', (set, half, recall) => {
  const { positives, negatives } = secretTexts(set, half);

  it(`have at least ${recall} of their secrets found completely`, () => {
    const found = positives.filter(isFound);
    expect(found.length / positives.length).toBeGreaterThanOrEqual(recall);
  });

  it('have at most 3 in 1,000 harmless texts refused', () => {
    const refused = negatives.filter((one) => findingsIn(one).length > 0);
    expect(refused.length / negatives.length).toBeLessThanOrEqual(0.003);
  });
});
