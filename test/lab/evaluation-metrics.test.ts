import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { averageScores, scoreRanking, scoreTable } from '../../lab/eval/evaluation-metrics.ts';

describe('scoreRanking', () => {
  it('measures whether some and all relevant ids were found, and their share', () => {
    const scores = scoreRanking(['a', 'b'], ['x', 'a', 'y', 'z', 'w', 'b']);
    expect(scores).toMatchObject({
      'R@1': 0,
      'R@5': 0.5,
      'R@10': 1,
      'any@1': 0,
      'any@5': 1,
      'all@5': 0,
      'all@10': 1,
      MRR: 0.5,
    });
    const ideal = 1 + 1 / Math.log2(3);
    expect(scores['nDCG@10']).toBeCloseTo((1 / Math.log2(3) + 1 / Math.log2(7)) / ideal, 12);
  });

  it('cannot find two relevant ids at rank 1', () => {
    expect(scoreRanking(['a', 'b'], ['a', 'b'])).toMatchObject({
      'R@1': 0.5,
      'all@1': 0,
      'nDCG@10': 1,
    });
  });

  it('counts an id that is ranked twice once, at its first place', () => {
    expect(scoreRanking(['b'], ['a', 'a', 'b'])).toEqual(scoreRanking(['b'], ['a', 'b']));
  });

  it('finds the rank of the first relevant id in the whole list', () => {
    const ranked = Array.from({ length: 50 }, (_, index) => `m${index}`);
    expect(scoreRanking(['m49'], ranked).MRR).toBe(1 / 50);
    expect(scoreRanking(['absent'], ranked).MRR).toBe(0);
  });

  it('stays within 0 and 1, and never falls with more results', () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h');
    fc.assert(
      fc.property(fc.uniqueArray(id, { minLength: 1 }), fc.uniqueArray(id), (relevant, ranked) => {
        const scores = scoreRanking(relevant, ranked);
        for (const value of Object.values(scores)) {
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(1 + 1e-12);
        }
        expect(scores['R@20']).toBeGreaterThanOrEqual(scores['R@5']);
        expect(scores['any@5']).toBeGreaterThanOrEqual(scores['all@5']);
      }),
    );
  });
});

describe('scoreTable', () => {
  const hit = scoreRanking(['a'], ['a']);
  const miss = scoreRanking(['a'], []);

  it('averages over queries; excluded types are left out only of the average', () => {
    const table = scoreTable([
      { type: 'temporal', scores: hit },
      { type: 'temporal', scores: miss },
      { type: 'adversarial', scores: miss },
      { scores: hit },
    ]);
    expect(table.overall).toMatchObject({ n: 3, 'R@1': 2 / 3 });
    expect(Object.entries(table.types).map(([type, { n }]) => [type, n])).toEqual([
      ['-', 1],
      ['adversarial', 1],
      ['temporal', 2],
    ]);
  });

  it('counts every type when none is excluded', () => {
    expect(scoreTable([{ type: 'adversarial', scores: hit }], { exclude: [] }).overall.n).toBe(1);
  });

  it('is 0 for no queries', () => {
    expect(averageScores([]).MRR).toBe(0);
  });
});
