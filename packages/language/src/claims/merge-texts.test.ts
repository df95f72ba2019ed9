import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergeTexts } from './merge-texts.ts';

describe('mergeTexts', () => {
  test.each([
    ['Likes tea', 'Likes tea with milk', 'Likes tea with milk'],
    ['Likes tea with milk', 'likes tea.', 'Likes tea with milk'],
    ['我喜欢喝茶', '我喜欢喝热茶', '我喜欢喝热茶'],
  ])('keeps the longer of %j and %j', (stored, incoming, merged) => {
    expect(mergeTexts(stored, incoming)).toBe(merged);
  });

  test.each([
    [
      'Likes tea. Lives in Porto.',
      'Lives in Porto. Has a cat.',
      'Likes tea.\nLives in Porto.\nHas a cat.',
    ],
    ['Likes tea', 'Has a cat', 'Likes tea\nHas a cat'],
    [
      '我喜欢茶。我住在上海。',
      '我住在上海。我有一只猫。',
      '我喜欢茶。\n我住在上海。\n我有一只猫。',
    ],
  ])('joins %j and %j without repeating a sentence', (stored, incoming, merged) => {
    expect(mergeTexts(stored, incoming)).toBe(merged);
  });

  test.each([
    ['Eats meat', 'Does not eat meat'],
    ['Has 2 cats', 'Has 3 cats'],
    ['Bob is in', 'Is Bob in?'],
    ['Bob told Ann', 'Ann told Bob'],
  ])('keeps both %j and %j', (stored, incoming) => {
    expect(mergeTexts(stored, incoming)).toBe(`${stored}\n${incoming}`);
  });

  test('a text that has all that the merged text has stays as it is', () => {
    const incoming = 'No milk. Tea in the morning. Tea. Bread.';
    expect(mergeTexts('Tea.', incoming)).toBe(incoming);
    expect(mergeTexts(incoming, incoming)).toBe(incoming);
  });

  test('merging a text with itself, or again, changes nothing', () => {
    fc.assert(
      fc.property(fc.lorem({ mode: 'sentences' }), fc.lorem({ mode: 'sentences' }), (a, b) => {
        expect(mergeTexts(a, a)).toBe(a);
        const merged = mergeTexts(a, b);
        expect(mergeTexts(merged, b)).toBe(merged);
      }),
    );
  });

  test('never throws and never returns an empty text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
        if (a.trim() !== '') expect(mergeTexts(a, b)).not.toBe('');
      }),
    );
  });
});
