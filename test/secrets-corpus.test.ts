import { describe, expect, it } from 'vitest';
import { isFound, secretTexts } from '../lab/secrets/texts.mjs';
import { findSecrets } from '../packages/secrets/src/index.ts';

/** Half 2 of the first, freely written and listed texts was not read while the rules were made. */
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
])('texts %s, half %i', (set, half, recall) => {
  const { positives, negatives } = secretTexts(set, half);

  it(`have at least ${recall} of their secrets found completely`, () => {
    const found = positives.filter((one) => isFound(one, findSecrets(one.text)));
    expect(found.length / positives.length).toBeGreaterThanOrEqual(recall);
  });

  it('have at most 3 in 1,000 harmless texts refused', () => {
    const refused = negatives.filter(({ text }) => findSecrets(text).length > 0);
    expect(refused.length / negatives.length).toBeLessThanOrEqual(0.003);
  });
});
