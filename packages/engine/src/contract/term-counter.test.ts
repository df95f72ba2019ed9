import { expect, it } from 'vitest';
import { termCounter } from './bm25.ts';

it('counts whole words, also adjacent ones and at both ends', () => {
  const count = termCounter(['cat', 'a', 'none', 'cats']);
  expect(count('cat cat a cats a a cat')).toEqual([3, 3, 0, 1]);
  expect(count('')).toEqual([0, 0, 0, 0]);
  expect(count('cat')).toEqual([1, 0, 0, 0]);
});

it('counts nothing without terms', () => {
  expect(termCounter([])('cat')).toEqual([]);
});
