import { expect, it } from 'vitest';
import { withNeighbourWords } from './window-words.ts';

const turn = (termFrequencies: number[], length: number) => ({ termFrequencies, length });

it('adds a share of the words beside it, and keeps the length of one turn', () => {
  const { termFrequencies, length } = withNeighbourWords(turn([1, 0], 6), {
    beside: [turn([0, 2], 8), turn([1, 1], 4)],
    share: 0.5,
  });
  expect(termFrequencies).toEqual([1.5, 1.5]);
  expect(length).toBe(6);
});

it('leaves a turn as it is without neighbours or without a share, and changes nothing in place', () => {
  const own = turn([1, 0], 6);
  expect(withNeighbourWords(own, { beside: [], share: 0.5 })).toEqual(own);
  expect(withNeighbourWords(own, { beside: [turn([1, 1], 4)], share: 0 })).toEqual(own);
  withNeighbourWords(own, { beside: [turn([1, 1], 4)], share: 1 });
  expect(own).toEqual(turn([1, 0], 6));
});
