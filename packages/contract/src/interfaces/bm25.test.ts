import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bm25, inverseDocumentFrequency, termCounter } from './bm25.ts';

const count = fc.integer({ min: 1, max: 1_000_000 });

describe('inverseDocumentFrequency', () => {
  it('is ln(1 + (N - n + 0.5) / (n + 0.5))', () => {
    expect(inverseDocumentFrequency(2, 10)).toBeCloseTo(Math.log(1 + 8.5 / 2.5), 12);
  });

  it('is positive and decreases as a term becomes more frequent', () => {
    fc.assert(
      fc.property(count, fc.nat(), (records, seed) => {
        const frequency = seed % records;
        const rare = inverseDocumentFrequency(frequency, records);
        const common = inverseDocumentFrequency(frequency + 1, records);
        expect(common).toBeGreaterThan(0);
        expect(rare).toBeGreaterThan(common);
      }),
    );
  });

  it('is not negative for an estimate above the number of records', () => {
    expect(inverseDocumentFrequency(20, 10)).toBeGreaterThan(0);
  });
});

describe('bm25', () => {
  const statistics = { count: 100, averageLength: 10, documentFrequencies: [5, 50] };

  it('is the sum of saturated frequencies times rarity', () => {
    const idf = inverseDocumentFrequency(5, 100);
    const expected = (idf * 2 * 2.2) / (2 + 1.2 * (1 - 0.5 + 0.5 * 2));
    expect(bm25({ termFrequencies: [2, 0], length: 20 }, statistics)).toBeCloseTo(expected, 12);
  });

  it('is zero for a record without the terms, and for a query without terms', () => {
    expect(bm25({ termFrequencies: [0, 0], length: 10 }, statistics)).toBe(0);
    expect(bm25({ termFrequencies: [], length: 10 }, statistics)).toBe(0);
  });

  it('is finite if no record has any terms', () => {
    const empty = { count: 0, averageLength: 0, documentFrequencies: [0] };
    expect(bm25({ termFrequencies: [1], length: 1 }, empty)).toBeGreaterThan(0);
  });

  it('increases with each repetition, by less each time', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 200 }), fc.nat(500), (frequency, length) => {
        const at = (repetitions: number) =>
          bm25({ termFrequencies: [repetitions], length }, statistics);
        const next = at(frequency + 1) - at(frequency);
        expect(next).toBeGreaterThan(0);
        expect(at(frequency + 2) - at(frequency + 1)).toBeLessThan(next);
      }),
    );
  });

  it('decreases with length, and prefers the rarer term', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.nat(500), (frequency, length) => {
        const rare = bm25({ termFrequencies: [frequency, 0], length }, statistics);
        expect(
          bm25({ termFrequencies: [frequency, 0], length: length + 1 }, statistics),
        ).toBeLessThan(rare);
        expect(bm25({ termFrequencies: [0, frequency], length }, statistics)).toBeLessThan(rare);
      }),
    );
  });
});

it('counts whole words, also adjacent ones and at both ends', () => {
  const count = termCounter(['cat', 'a', 'none', 'cats']);
  expect(count('cat cat a cats a a cat')).toEqual([3, 3, 0, 1]);
  expect(count('')).toEqual([0, 0, 0, 0]);
  expect(count('cat')).toEqual([1, 0, 0, 0]);
});

it('counts nothing without terms', () => {
  expect(termCounter([])('cat')).toEqual([]);
});
