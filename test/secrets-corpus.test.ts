import { describe, expect, it } from 'vitest';
import { corpus } from '../lab/secrets/corpus.mjs';
import {
  freelyWritten,
  isFound,
  seenInUse,
  seenLast,
  seenLater,
  toldAsLists,
  writtenLater,
} from '../lab/secrets/texts/index.mjs';
import { findSecrets } from '../packages/secrets/src/index.ts';

/** Half 2 of the first, freely written and listed texts was never looked at while the rules were made. */
describe.each([
  ['made texts, half 1', corpus(1), 0.98],
  ['made texts, half 2', corpus(2), 0.98],
  ['freely written texts, half 1', freelyWritten(1), 0.98],
  ['freely written texts, half 2', freelyWritten(2), 0.95],
  ['sentences that were written later', writtenLater(), 0.95],
  ['lists, numbers, codes and commands, half 1', toldAsLists(1), 0.98],
  ['lists, numbers, codes and commands, half 2', toldAsLists(2), 0.95],
  ['texts as they lie about, half 1', seenInUse(1), 0.97],
  ['texts as they lie about, half 2', seenInUse(2), 0.97],
  ['texts of another day', seenLater(), 0.97],
  ['texts of a third day', seenLast(), 0.97],
])('%s', (_, { positives, negatives }, recall) => {
  it(`has at least ${recall} of its secrets found, whole`, () => {
    const found = positives.filter((one) => isFound(one, findSecrets(one.text)));
    expect(found.length / positives.length).toBeGreaterThanOrEqual(recall);
  });

  it('has at most 3 in 1,000 of its harmless texts refused', () => {
    const refused = negatives.filter(({ text }) => findSecrets(text).length > 0);
    expect(refused.length / negatives.length).toBeLessThanOrEqual(0.003);
  });
});
