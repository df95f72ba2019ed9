import { describe, expect, it } from 'vitest';
import type { Candidate } from '../backend.js';
import { relevanceOf, spreadOf } from './relevance.js';

const calibration = { duplicate: 0.9, related: 0.6, relevant: 0.4 };
const statistics = { count: 100, averageLength: 5, documentFrequencies: [1, 2, 50] };
const spread = { mean: 0.3, deviation: 0.1 };
const relevance = (given: Partial<Candidate>) =>
  relevanceOf(
    { record: {} as Candidate['record'], length: 5, ...given },
    { statistics, spread, calibration },
  );

describe('relevance', () => {
  it('grows with the cosine', () => {
    const [low, middle, high] = [0.3, 0.5, 0.8].map((similarity) => relevance({ similarity })) as [
      number,
      number,
      number,
    ];
    expect(low).toBeLessThan(middle);
    expect(middle).toBeLessThan(high);
  });

  it('grows with the share of the query’s rarity that the words cover', () => {
    const common = relevance({ similarity: 0.4, termFrequencies: [0, 0, 1] });
    const rare = relevance({ similarity: 0.4, termFrequencies: [1, 0, 0] });
    const all = relevance({ similarity: 0.4, termFrequencies: [1, 1, 1] });
    expect(common).toBeLessThan(rare);
    expect(rare).toBeLessThan(all);
    expect(all).toBeGreaterThan(0.5);
  });

  it('keeps a weak cosine without a common word below one half', () => {
    expect(relevance({ similarity: 0.2 })).toBeLessThan(0.5);
  });

  it('is nothing where neither arm found anything', () => {
    expect(relevance({})).toBe(0);
  });
});

describe('the spread of cosines', () => {
  it('leaves out what the arm did not find', () => {
    expect(spreadOf([0.2, undefined, 0.4])).toEqual({
      mean: expect.closeTo(0.3),
      deviation: expect.closeTo(0.1),
    });
    expect(spreadOf([undefined])).toEqual({ mean: 0, deviation: 0 });
  });
});
