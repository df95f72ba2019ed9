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
  it.each([
    ['words in order, with repetitions', 'dog the dog to dog', 'dog the dog to dog'],
    ['stems, folded and in lower case', 'Running dogs RUNS to the Café', 'run dog run to the cafe'],
    [
      'no possessives or apostrophes',
      "Alice’s cat doesn't like James' hat",
      'alic cat doesnt like jame hat',
    ],
    ['stop words, unstemmed', 'to be or not to be having', 'to be or not to be having'],
    ['the name after a prefix', "O'Brien", 'obrien brien'],
    ['C, C++ and C# as they are', 'C C++ C# issue#5', 'c cplusplus csharp issu 5'],
    ['characters and pairs for Chinese', '喜欢猫', '喜 喜欢 欢 欢猫 猫'],
    ['characters and pairs for Japanese', 'タワー', 'タ タワ ワ ワー ー'],
    ['characters and pairs for Korean', '학교에', '학 학교 교 교에 에'],
    [
      'Latin words and digits in CJK text',
      '用TypeScript写3天',
      '用 typescript type script 写 3 天',
    ],
    ['traditional characters as they are', '貓', '貓'],
    ['normal forms of full width', 'Ｎｏｄｅ１２', 'node12'],
    ['normal forms of half width', 'ﾀﾜｰ', 'タ タワ ワ ワー ー'],
    ['no invisible characters', 'pass\u200bword ex\u00adam', 'password exam'],
    ['no punctuation', ' … -- ?! ', ''],
    ['an emoji by its code', 'ok 👍🏽!', 'ok emoji1f44d'],
    ['numbers in digits of other scripts twice', 'رقم ٢٤', 'رقم ٢٤ 24'],
    ['a compound and its parts', 'node.js', 'nodej node js'],
    ['a compound and its parts', 'snake_case', 'snakecas snake case'],
    ['a compound and its parts', 'getUserName', 'getusernam get user name'],
    ['a compound and its parts', 'HTTPServer', 'httpserver http server'],
    ['a compound and its parts', 'bob@example.com', 'bobexamplecom bob exampl com'],
    ['a compound and its parts', 'v1.2.3', 'v1dot2dot3 v1 2 3'],
    ['a compound and its parts', '3.14', '3dot14 3 14'],
    ['a compound and its parts', '2024-03-15', '20240315 2024 03 15'],
    ['a compound and its parts', 'GPT-4', 'gpt4 gpt 4'],
    ['a compound and its parts', '10km', '10km 10 km'],
    ['a compound and its number', '5th', '5th 5'],
    ['only the whole', '1,000', '1000'],
    ['only the whole', 'U.S.A.', 'usa'],
    ['only the parts', '09:30', '09 30'],
    ['only the parts', 'and/or', 'and or'],
  ])('returns %s: %j', (_, given, terms) => {
    expect(analyse(given).join(' ')).toBe(terms);
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
  it.each([
    ['each term once, without stop words', 'Where does the dog of my dogs live?', ['dog', 'live']],
    ['stop words if a query has nothing else', 'Who are you?', ['who', 'are', 'you']],
    ['a Chinese particle if a query has nothing else', '的', ['的']],
    ['the pairs of Chinese particles, without these', '我的猫', ['我的', '的猫', '猫']],
    ['nothing without words', '?!', []],
  ])('returns %s: %j', (_, query, terms) => {
    expect(analyseQuery(` ${query} `)).toEqual({ text: query, terms });
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
