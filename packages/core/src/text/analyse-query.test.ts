import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyse } from './analyse.ts';
import { analyseQuery } from './analyse-query.ts';
import { normalisePhrase } from './phrase.ts';

describe('analyseQuery', () => {
  it('gives each term once and leaves stop words out', () => {
    expect(analyseQuery('Where does the dog of my dogs live?').terms).toEqual(['dog', 'live']);
  });

  it('looks for the stop words of a query that has nothing else', () => {
    expect(analyseQuery('Who are you?').terms).toEqual(['who', 'are', 'you']);
    expect(analyseQuery('的').terms).toEqual(['的']);
  });

  it('leaves out Chinese particles and keeps the pairs they are part of', () => {
    expect(analyseQuery('我的猫').terms).toEqual(['我的', '的猫', '猫']);
  });

  it('has no terms for a query without words', () => {
    expect(analyseQuery(' ?! ')).toEqual({ text: '?!', terms: [], phrases: [] });
  });

  it('gives quoted phrases in the form in which a record is searched for them', () => {
    const { phrases } = analyseQuery('Who said "The  Café is Closed" or “never”, 「你好」?');
    expect(phrases).toEqual(['the cafe is closed', 'never', '你好']);
    expect(normalisePhrase('He said: the café is closed.')).toContain(phrases[0]);
  });

  it('takes no apostrophe and no unpaired quotation mark for a phrase', () => {
    expect(analyseQuery(`Bob's dog isn't Alice's, 5" long`).phrases).toEqual([]);
  });

  it('asks only for terms that the same text would be found by', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const indexed = new Set(analyse(text));
        const { terms } = analyseQuery(text);
        expect(new Set(terms).size).toBe(terms.length);
        expect(terms.every((term) => indexed.has(term))).toBe(true);
        expect(terms.length > 0).toBe(indexed.size > 0);
      }),
    );
  });
});

describe('normalisePhrase', () => {
  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const once = normalisePhrase(text);
        expect(normalisePhrase(once)).toBe(once);
      }),
    );
  });
});
