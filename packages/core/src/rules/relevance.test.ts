import { describe, expect, it } from 'vitest';
import type { Candidate } from '../backend.js';
import { relevanceOf } from './relevance.js';

const calibration = { duplicate: 0.9, related: 0.6, relevant: 0.4 };
const statistics = { count: 100, averageLength: 5, documentFrequencies: [1, 50] };
const relevance = (given: Partial<Candidate>) =>
  relevanceOf(
    { record: {} as Candidate['record'], length: 5, ...given },
    { statistics, calibration },
  );

describe('relevance', () => {
  it('is one half at the embedder’s own threshold, and grows with the cosine', () => {
    expect(relevance({ similarity: 0.4 })).toBeCloseTo(0.5);
    expect(relevance({ similarity: 0.6 })).toBeGreaterThan(relevance({ similarity: 0.5 }));
    expect(relevance({ similarity: -0.5 })).toBe(0);
  });

  it('counts the share of the query’s rarity that the words cover', () => {
    expect(relevance({ termFrequencies: [1, 1] })).toBe(1);
    expect(relevance({ termFrequencies: [1, 0] })).toBeGreaterThan(0.8);
    expect(relevance({ termFrequencies: [0, 1] })).toBeLessThan(0.2);
  });

  it('is nothing where neither arm found anything', () => {
    expect(relevance({})).toBe(0);
  });
});
