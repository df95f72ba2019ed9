import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { zNormalise } from './z-normalise.ts';

const score = fc.integer({ min: -1_000, max: 1_000 }).map((value) => value / 8);
const scores = fc.array(score, { minLength: 1, maxLength: 50 });
const withGaps = fc.array(fc.option(score, { nil: undefined }), { minLength: 1, maxLength: 50 });
const close = (one: readonly number[], other: readonly number[]) => {
  expect(one.length).toBe(other.length);
  one.forEach((value, index) => {
    expect(value).toBeCloseTo(other[index]!, 6);
  });
};

describe('zNormalise', () => {
  it.each<[what: string, scores: (number | undefined)[], normalised: number[]]>([
    ['distances from the mean in deviations', [1, 2, 3], [-Math.sqrt(1.5), 0, Math.sqrt(1.5)]],
    ['the lowest value for candidates that the arm did not find', [1, undefined, 3], [-1, -1, 1]],
    ['zeros if all scores are equal, despite rounding errors', [0.1, 0.1, 0.1], [0, 0, 0]],
    ['zero for the only score', [0.7], [0]],
    ['more for the only candidate of an arm than for the others', [undefined, 7], [-1, 0]],
    ['the same for all if the arm found nothing', [undefined, undefined], [-1, -1]],
    ['nothing for nothing', [], []],
  ])('returns %s', (_, given, normalised) => {
    close(zNormalise(given), normalised);
  });

  it('returns values with mean 0 and deviation 1, unless all scores are equal', () => {
    fc.assert(
      fc.property(scores, (values) => {
        const z = zNormalise(values);
        const mean = z.reduce((sum, value) => sum + value, 0) / z.length;
        const square = z.reduce((sum, value) => sum + value * value, 0) / z.length;
        expect(mean).toBeCloseTo(0, 6);
        expect(square).toBeCloseTo(new Set(values).size > 1 ? 1 : 0, 6);
      }),
    );
  });

  it('does not depend on the scale or the origin of the scores', () => {
    fc.assert(
      fc.property(withGaps, fc.integer({ min: 1, max: 64 }), score, (values, factor, shift) => {
        const moved = values.map((value) => (value === undefined ? value : value * factor + shift));
        close(zNormalise(moved), zNormalise(values));
      }),
    );
  });

  it('keeps the order, and puts no found candidate below one that was not found', () => {
    fc.assert(
      fc.property(withGaps, (values) => {
        const z = zNormalise(values);
        const lowest = Math.min(...z);
        values.forEach((one, index) => {
          if (one === undefined) expect(z[index]).toBe(lowest);
          values.forEach((other, position) => {
            if (one !== undefined && other !== undefined && one > other) {
              expect(z[index]).toBeGreaterThan(z[position]!);
            }
          });
        });
      }),
    );
  });
});
