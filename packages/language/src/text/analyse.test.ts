import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyse, analyseQuery } from './analyse.ts';

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        ...["don't", 'C++', 'node.js', '1,000', '3.14', "Alice's", 'getUserName', '我的', 'タワー'],
        ...['학교', 'ΣΑΣ', 'é', ' ', '.', "'", '-', '#', '@', '\u0301', '\u200b', '𠮷', 'हिन्दी'],
      ),
    )
    .map((parts) => parts.join('')),
);

describe('analyse', () => {
  it('returns stemmed, folded, lower-case words in order and with repetitions', () => {
    expect(analyse('Running dogs, the dog RUNS to the Café')).toEqual(
      'run dog the dog run to the cafe'.split(' '),
    );
  });

  it('drops possessives and the apostrophes of contractions', () => {
    expect(analyse("Alice’s cat doesn't like James' hat")).toEqual(
      analyse('alice cat doesnt like james hat'),
    );
  });

  it('keeps stop words as terms, unstemmed', () => {
    expect(analyse('to be or not to be')).toEqual('to be or not to be'.split(' '));
    expect(analyse('having')).toEqual(['having']);
  });

  it('finds the word after an elided article or a name prefix', () => {
    expect(analyse("O'Brien")).toEqual(['obrien', 'brien']);
  });

  it.each([
    ['node.js', ['nodej', 'node', 'js']],
    ['snake_case', ['snakecas', 'snake', 'case']],
    ['getUserName', ['getusernam', 'get', 'user', 'name']],
    ['HTTPServer', ['httpserver', 'http', 'server']],
    ['bob@example.com', ['bobexamplecom', 'bob', 'exampl', 'com']],
    ['v1.2.3', ['v1dot2dot3', 'v1', '2', '3']],
    ['3.14', ['3dot14', '3', '14']],
    ['1,000', ['1000']],
    ['2024-03-15', ['20240315', '2024', '03', '15']],
    ['09:30', ['09', '30']],
    ['GPT-4', ['gpt4', 'gpt', '4']],
    ['10km', ['10km', '10', 'km']],
    ['5th', ['5th', '5']],
    ['U.S.A.', ['usa']],
    ['and/or', ['and', 'or']],
  ])('indexes %s as a whole and by its parts', (word, terms) => {
    expect(analyse(word)).toEqual(terms);
  });

  it('distinguishes C, C++ and C#', () => {
    expect(analyse('C')).toEqual(['c']);
    expect(analyse('C++')).toEqual(['cplusplus']);
    expect(analyse('C#')).toEqual(['csharp']);
    expect(analyse('issue#5')).toEqual(['issu', '5']);
  });

  it('returns characters and adjacent pairs for Chinese, Japanese and Korean', () => {
    expect(analyse('喜欢猫')).toEqual(['喜', '喜欢', '欢', '欢猫', '猫']);
    expect(analyse('タワー')).toEqual(['タ', 'タワ', 'ワ', 'ワー', 'ー']);
    expect(analyse('학교에')).toEqual(['학', '학교', '교', '교에', '에']);
  });

  it('separates Latin words and digits from CJK text', () => {
    expect(analyse('用TypeScript写3天')).toEqual([
      '用',
      'typescript',
      'type',
      'script',
      '写',
      '3',
      '天',
    ]);
  });

  it('does not convert traditional characters', () => {
    expect(analyse('貓')).toEqual(['貓']);
  });

  it('normalises full-width and half-width forms', () => {
    expect(analyse('Ｎｏｄｅ１２')).toEqual(['node12']);
    expect(analyse('ﾀﾜｰ')).toEqual(analyse('タワー'));
  });

  it('ignores invisible characters', () => {
    expect(analyse('pass\u200bword ex\u00adam')).toEqual(analyse('password exam'));
  });

  it('returns no terms for punctuation and emoji', () => {
    expect(analyse(' … 👍🏽 -- ?! ')).toEqual([]);
  });

  it('returns terms of letters, digits and marks only, in lower case, with at most 64 characters', () => {
    fc.assert(
      fc.property(text, (value) => {
        for (const term of analyse(value)) {
          expect(term).toMatch(/^[\p{L}\p{N}][\p{L}\p{N}\p{M}]*$/u);
          expect(term.toLowerCase()).toBe(term);
          expect(term.length).toBeLessThanOrEqual(64);
        }
      }),
    );
  });

  it('returns the same terms for parts as for the whole', () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        expect(analyse(`${one} ${other}`)).toEqual([...analyse(one), ...analyse(other)]);
      }),
    );
  });

  it('returns the same terms for both canonical forms', () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(analyse(value.normalize('NFD'))).toEqual(analyse(value.normalize('NFC')));
      }),
    );
  });

  it.each(['a.', "a'", '1,', 'aB', '中', 'a#', 'a++', '\u0301', 'zürich ', '١'])(
    'needs little time for a long text of %j',
    (unit) => {
      const started = process.cpuUsage();
      analyse(unit.repeat(100_000));
      expect(process.cpuUsage(started).user / 1000).toBeLessThan(3_000);
    },
  );
});

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
