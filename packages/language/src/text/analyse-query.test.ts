import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyse } from './analyse.ts';
import { analyseQuery } from './analyse-query.ts';

describe('analyseQuery', () => {
  it('returns each term once, without stop words', () => {
    expect(analyseQuery('Where does the dog of my dogs live?').terms).toEqual(['dog', 'live']);
  });

  it('uses stop words if a query has nothing else', () => {
    expect(analyseQuery('Who are you?').terms).toEqual(['who', 'are', 'you']);
    expect(analyseQuery('的').terms).toEqual(['的']);
  });

  it('leaves out Chinese particles and keeps the pairs they are part of', () => {
    expect(analyseQuery('我的猫').terms).toEqual(['我的', '的猫', '猫']);
  });

  it('has no terms for a query without words', () => {
    expect(analyseQuery(' ?! ')).toEqual({ text: '?!', terms: [] });
  });

  it('returns only terms that indexing the same text would produce', () => {
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
