import { expect, it } from 'vitest';
import { sumOfTrees, type Trees } from './trees.ts';

/** One tree: asks feature 0 for 1, then on the right feature 1 for 5; the rest passes on. */
const tree: Trees = {
  base: 0.5,
  thresholds: [[1], [5]],
  features: Int8Array.of(0, -1, 1, -1, -1, -1, -1),
  places: new Uint8Array(7),
  values: Float32Array.of(0, -1, 2, -1, 0, 1, 4, -1, 0, 0, 0, 1, 0, 4, 0),
};

it('follows each split to a leaf, and a value at the threshold to the right', () => {
  expect(sumOfTrees(tree, [0, 9])).toBe(-0.5);
  expect(sumOfTrees(tree, [1, 0])).toBe(1.5);
  expect(sumOfTrees(tree, [1, 5])).toBe(4.5);
});

it('enters what each step adds under its feature', () => {
  const parts: number[] = [];
  const sum = sumOfTrees(tree, [1, 5], parts);
  expect(parts).toEqual([2, 2]);
  expect(sum).toBe(0.5 + 2 + 2);
});
