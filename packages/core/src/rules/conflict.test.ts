import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { referenceCalibration } from '../embedder.js';
import { decideConflict } from './conflict.js';

function relation(stored: string, incoming: string, similarity?: number) {
  return decideConflict({ stored, incoming, similarity }, { calibration: referenceCalibration })
    .relation;
}

describe('decideConflict', () => {
  test.each([
    ['Prefers bullet points', 'prefers bullet points.'],
    ['I prefer tea', 'I prefer tea!'],
    ['He lives in Porto', 'He is living in Porto'],
    ['Ada has 3 cats', 'Ada has three cats'],
    ['我喜欢喝茶', '我喜欢喝茶。'],
    ['明天八点开会', '明天8点开会'],
  ])('%j and %j say the same', (stored, incoming) => {
    expect(relation(stored, incoming)).toBe('same');
    expect(relation(incoming, stored)).toBe('same');
  });

  test.each([
    ['Prefers tea', 'Prefers coffee'],
    ['I am allergic to nuts', 'I am not allergic to nuts'],
    ["Ada's birthday is 3 May", "Ada's birthday is 4 May"],
    ['我最喜欢的颜色是蓝色', '我最喜欢的颜色是绿色'],
    ['我吃肉', '我不吃肉'],
  ])('%j is updated by %j', (stored, incoming) => {
    expect(relation(stored, incoming, 0.99)).toBe('update');
    expect(relation(stored, incoming)).toBe('update');
  });

  test.each([
    ['Bob likes chess', 'Alice likes chess'],
    ['Bob gave Alice a book', 'Alice gave Bob a book'],
    ['Bob likes chess', 'Does Bob like chess?'],
    ['我告诉你', '你告诉我'],
  ])('%j and %j are two facts', (stored, incoming) => {
    expect(relation(stored, incoming, 0.99)).toBe('distinct');
    expect(relation(stored, incoming)).toBe('distinct');
  });

  const text = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.lorem());

  test('never throws, and is symmetric for `same`', () => {
    fc.assert(
      fc.property(
        text,
        text,
        fc.option(fc.double({ min: -1, max: 1, noNaN: true }), { nil: undefined }),
        (a, b, s) => {
          expect(relation(a, b, s) === 'same').toBe(relation(b, a, s) === 'same');
        },
      ),
    );
  });
});
