import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentKey, normaliseContent } from './content-key.ts';

describe('contentKey', () => {
  it('is the SHA-256 of the normalised text', () => {
    // printf abc | sha256sum
    expect(contentKey('ABC.')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });

  it.each([
    ['letter case', 'Anna likes TEA', 'anna LIKES tea'],
    ['letter case of the whole text', 'I LIVE IN OSLO', 'I live in Oslo'],
    ['the case of a time of day', 'Lunch at 1 PM', 'lunch at 1 pm'],
    ['white space', ' Anna\tlikes\n tea ', 'Anna likes tea'],
    ['a final full stop', 'Anna likes tea.', 'Anna likes tea'],
    ['a final exclamation mark', '安娜喜欢茶！', '安娜喜欢茶。'],
    ['an ellipsis', 'Anna likes tea…', 'Anna likes tea...'],
    ['kinds of quotation marks', '“tea” isn’t «tea»', `"tea" isn't "tea"`],
    ['full-width forms', 'Ａｎｎａ　ｌｉｋｅｓ', 'Anna likes'],
    ['invisible characters', 'An\u200bna\ufeff likes', 'Anna likes'],
    ['Unicode forms', 'cafe\u0301', 'caf\u00e9'],
    ['letters without a capital form', 'STRASSE', 'straße'],
    ['the minus sign', '−5', '-5'],
  ])('is the same for texts that differ only in %s', (_, one, other) => {
    expect(contentKey(one)).toBe(contentKey(other));
  });

  it.each([
    ['C', 'C++'],
    ['C', 'C#'],
    ['-5', '5'],
    ['Anna likes tea', 'Anna likes tea?'],
    ['3.14', '314'],
    ['10²', '102'],
    ['The plant gives 5 mW', 'The plant gives 5 MW'],
    ['The line has 5 Mb', 'The line has 5 MB'],
    ['The key is userId', 'The key is userID'],
    ['Spelled Mcdonald', 'Spelled McDonald'],
    ['He works at US', 'He works at us'],
    ['resume', 'résumé'],
    ['.', '!'],
    ['a b', 'ab'],
  ])('differs for %j and %j', (one, other) => {
    expect(contentKey(one)).not.toBe(contentKey(other));
  });
});

describe('normaliseContent', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...'aAßςΣǰŉİ²５.!。…  \u0301\u200b"’-−ﬁ´`') }),
  );

  it('is idempotent', () => {
    fc.assert(
      fc.property(text, (value) => {
        const once = normaliseContent(value);
        expect(normaliseContent(once)).toBe(once);
      }),
      { numRuns: 500, examples: [['ΣŉA']] },
    );
  });

  it('is not empty for a text with more than white space', () => {
    fc.assert(
      fc.property(text, (value) => {
        fc.pre(/[^\s\p{Default_Ignorable_Code_Point}]/u.test(value));
        expect(normaliseContent(value)).not.toBe('');
      }),
    );
  });
});
