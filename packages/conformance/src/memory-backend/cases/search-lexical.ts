import assert from 'node:assert/strict';
import { bm25, type LexicalStatistics } from '@mneme/core/contract';

import { atCosine, axis, randomNumbers, recordId, stored, times } from '../builders.ts';
import { memoryCases } from '../context.ts';
import {
  assertMembers,
  findLexical,
  frequencies,
  put,
  putAll,
  searchLexical,
  searchOne,
} from '../steps.ts';

/** Analysed terms of many scripts: letters, digits and marks in lower case; some are words of query languages. */
const oddTerms = [
  ...['茶', '绿茶', '東京', 'がっこう', '녹차', 'ключ', 'कुंजी', 'مفتاح', 'ไทย', 'ß', 'ı', '𠮷'],
  ...['and', 'or', 'not', 'near', 'match', 'null', 'a', '42', '0042', '4', 'v2', 'x'.repeat(64)],
];

export const searchLexicalCases = memoryCases('search by words', {
  'tells how often each term stands in the record, in the order of the query, and its length':
    async ({ backend }) => {
      await putAll(backend, {
        1: { terms: ['tea', 'green', 'tea', 'hot', 'tea'] },
        2: { terms: ['hot', 'coffee'] },
      });
      const { candidates } = await searchLexical(backend, { terms: ['hot', 'cold', 'tea'] });
      const lengths = new Map(candidates.map(({ record, length }) => [record.id, length]));
      assert.deepEqual(Object.fromEntries(frequencies(candidates)), {
        [recordId(1)]: [1, 0, 3],
        [recordId(2)]: [1, 0, 0],
      });
      assert.deepEqual([lengths.get(recordId(1)), lengths.get(recordId(2))], [5, 2]);
    },
  'finds no record without any of the terms': async ({ backend }) => {
    await putAll(backend, { 1: { terms: ['tea'] }, 2: { terms: ['teapot'] } });
    assert.deepEqual(await findLexical(backend, { terms: ['tea', 'coffee'] }), [recordId(1)]);
    assert.deepEqual(await findLexical(backend, { terms: ['te'] }), []);
    assert.deepEqual(await findLexical(backend, { terms: [] }), []);
  },
  'takes terms of every script, and words of query languages, as they are': async ({ backend }) => {
    await put(
      backend,
      oddTerms.map((term, index) => stored({ id: recordId(index), terms: [term, 'common'] })),
    );
    for (const [index, term] of oddTerms.entries()) {
      assert.deepEqual(
        await findLexical(backend, { terms: [term] }),
        [recordId(index)],
        `term ${term}`,
      );
    }
  },
  'finds CJK words by single characters and by pairs': async ({ backend }) => {
    await putAll(backend, {
      1: {
        content: '他喜欢绿茶',
        terms: ['他', '他喜', '喜', '喜欢', '欢', '欢绿', '绿', '绿茶', '茶'],
      },
      2: { content: '红茶很热', terms: ['红', '红茶', '茶', '茶很', '很', '很热', '热'] },
    });
    assert.deepEqual(await findLexical(backend, { terms: ['绿茶'] }), [recordId(1)]);
    assert.deepEqual(await findLexical(backend, { terms: ['茶'] }), [1, 2].map(recordId));
    const { candidates } = await searchLexical(backend, { terms: ['热', '茶'], limit: 1 });
    assert.deepEqual([...frequencies(candidates)], [[recordId(2), [1, 1]]]);
  },
  'finds the only match of each of fifty unique words, whatever is near by vector': async ({
    backend,
  }) => {
    const common = ['meeting', 'project', 'notes', 'about', 'the'];
    const crowd = times(150, (index) =>
      stored({
        id: recordId(1000 + index),
        terms: [...common, `filler${index}`],
        vector: axis(0),
      }),
    );
    const unique = times(50, (index) =>
      stored({
        id: recordId(index),
        terms: [...common, `unique${index}`],
        vector: atCosine(-0.5),
      }),
    );
    await put(backend, [...crowd, ...unique]);
    for (const index of times(50, Number)) {
      const { candidates } = await searchOne(backend, {
        vector: axis(0),
        terms: ['the', 'project', `unique${index}`],
        limit: 5,
      });
      const found = frequencies(candidates).get(recordId(index));
      assert.deepEqual(found, [1, 1, 1], `unique${index} was not found`);
    }
  },
  'takes a query of sixty terms': async ({ backend }) => {
    await putAll(backend, { 1: { terms: ['term59'] }, 2: { terms: ['other'] } });
    const { candidates } = await searchLexical(backend, {
      terms: times(60, (index) => `term${index}`),
    });
    assert.deepEqual(
      [...frequencies(candidates)],
      [[recordId(1), times(60, (index) => (index === 59 ? 1 : 0))]],
    );
  },
  'prefers a rare word to a common one, repetition to mention, and short records to long ones':
    async ({ backend }) => {
      const filler = (count: number) => times(count, (index) => `filler${index}`);
      await put(backend, [
        stored({ id: recordId(1), terms: ['rare', ...filler(3)] }),
        ...times(20, (index) =>
          stored({ id: recordId(10 + index), terms: ['common', ...filler(3)] }),
        ),
        stored({ id: recordId(2), terms: ['repeated', 'repeated', ...filler(2)] }),
        stored({ id: recordId(3), terms: ['repeated', ...filler(3)] }),
        stored({ id: recordId(4), terms: ['sized', ...filler(2)] }),
        stored({ id: recordId(5), terms: ['sized', ...filler(40)] }),
      ]);
      assert.deepEqual(await findLexical(backend, { terms: ['common', 'rare'], limit: 1 }), [
        recordId(1),
      ]);
      assert.deepEqual(await findLexical(backend, { terms: ['repeated'], limit: 1 }), [
        recordId(2),
      ]);
      assert.deepEqual(await findLexical(backend, { terms: ['sized'], limit: 1 }), [recordId(4)]);
    },
  'cuts at the limit by BM25 over the statistics of the scope': {
    tolerance: 'lexicalRecall',
    async run({ backend, tolerates }) {
      const random = randomNumbers(11);
      const puts = times(200, (index) =>
        stored({
          id: recordId(index),
          terms: times(5 + Math.floor(random() * 40), () => word(random())),
        }),
      );
      await put(backend, puts);
      const documents = puts.map(({ record, terms }) => ({ id: record.id, terms: terms! }));
      for (const wanted of [[1, 9], [3], [0, 5, 14, 2], [19, 17, 11]]) {
        const terms = wanted.map((number) => `w${number}`);
        const { best, next } = bestByWords(documents, terms, 8);
        assert.ok(best.at(-1)!.score - next > 1e-4, 'the fixture has a tie at the limit');
        const { candidates } = await searchLexical(backend, { terms, limit: 8 });
        assertMembers(
          frequencies(candidates).keys(),
          best.map(({ id }) => id),
          tolerates.lexicalRecall,
        );
      }
    },
  },
});

/** Of twenty words, the first ones more often. */
function word(chance: number): string {
  return `w${Math.floor(chance * chance * 20)}`;
}

function bestByWords(
  documents: { id: string; terms: readonly string[] }[],
  terms: string[],
  limit: number,
) {
  const statistics: LexicalStatistics = {
    count: documents.length,
    averageLength:
      documents.reduce((sum, document) => sum + document.terms.length, 0) / documents.length,
    documentFrequencies: terms.map(
      (term) => documents.filter((document) => document.terms.includes(term)).length,
    ),
  };
  const ranked = documents
    .map((document) => {
      const termFrequencies = terms.map(
        (term) => document.terms.filter((own) => own === term).length,
      );
      return {
        id: document.id,
        score: bm25({ termFrequencies, length: document.terms.length }, statistics),
      };
    })
    .sort((left, right) => right.score - left.score);
  return { best: ranked.slice(0, limit), next: ranked[limit]?.score ?? 0 };
}
