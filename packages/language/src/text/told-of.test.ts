import { expect, it } from 'vitest';
import { toldOfTeller } from './told-of.ts';

it.each([
  ['I planted roses in my garden', 1],
  ['我在花园里种了玫瑰', 1],
  ['What did you plant in your garden?', -1],
  ['You’re so lucky, u know', -1],
  ['你的花园真漂亮', -1],
  ['Roses are in bloom', 0.5],
  ['I like your garden', 0],
])('%s', (content, told) => {
  expect(toldOfTeller(content)).toBe(told);
});
