import { describe, expect, it } from 'vitest';
import { findSecrets } from '../packages/core/src/secrets/index.ts';
import { corpus } from '../tools/secrets/corpus.mjs';

describe.each([1, 2])('the corpus of seed %i', (seed) => {
  const { positives, negatives } = corpus(seed);

  it('has at most 2 in 100 of its secrets missed', () => {
    const missed = positives.filter(({ text, secret }) => {
      const start = text.indexOf(secret);
      return !findSecrets(text).some(
        (found) => found.start <= start && found.end >= start + secret.length - 1,
      );
    });
    expect(missed.length / positives.length).toBeLessThanOrEqual(0.02);
  });

  it('has at most 3 in 1,000 of its harmless texts refused', () => {
    const refused = negatives.filter(({ text }) => findSecrets(text).length > 0);
    expect(refused.length / negatives.length).toBeLessThanOrEqual(0.003);
  });
});
