import { expect, it } from 'vitest';
import { sumOfTrees, type Trees } from './trees.ts';

/** One tree: splits feature 0 at 1, then on the right feature 1 at 5. */
const tree: Trees = {
  base: 0.5,
  thresholds: [[1], [5]],
  features: Int8Array.of(0, -1, 1, -1, -1, -1, -1),
  places: new Uint8Array(7),
  values: Float32Array.of(0, -1, 2, -1, 0, 1, 4, -1, 0, 0, 0, 1, 0, 4, 0),
};

it('follows the splits to a leaf; a value equal to the threshold goes right', () => {
  expect(sumOfTrees(tree, [0, 9])).toBe(-0.5);
  expect(sumOfTrees(tree, [1, 0])).toBe(1.5);
  expect(sumOfTrees(tree, [1, 5])).toBe(4.5);
});

it('attributes the change at each step to its feature', () => {
  const parts: number[] = [];
  const sum = sumOfTrees(tree, [1, 5], parts);
  expect(parts).toEqual([2, 2]);
  expect(sum).toBe(0.5 + 2 + 2);
});
