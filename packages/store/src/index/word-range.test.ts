import { expect, it } from 'vitest';
import { bucketOf, countWords, findPostings, RangeWords, readPostings } from './word-range.ts';

const texts = ['red boat red sea', '', 'boat', 'sea red red red red red', 'été 海 boat'];

it('adding terms as a text gives the same buckets as adding counted terms', () => {
  const [counted, added] = [new RangeWords(), new RangeWords()];
  for (const [at, text] of texts.entries()) {
    counted.addRow(at, countWords(text));
    added.addTerms(at, text);
  }
  expect(added.inBuckets(2)).toEqual(counted.inBuckets(2));
});

it('joining two ranges keeps the positions of each term', () => {
  const [first, second, whole] = [new RangeWords(), new RangeWords(), new RangeWords()];
  for (const [at, text] of texts.entries()) {
    first.addTerms(at, text);
    second.addTerms(at, text);
  }
  for (const bucket of first.inBuckets(2)) whole.addBucket(bucket, 0);
  for (const bucket of second.inBuckets(4)) whole.addBucket(bucket, 10);
  const buckets = whole.inBuckets(4);
  const placesOf = (term: string) => {
    const found = findPostings(buckets[bucketOf(term, 4)] as Uint8Array, term);
    if (found === undefined) return undefined;
    const [rows, counts]: [number[], number[]] = [[], []];
    readPostings(found.bytes, { rows, counts, to: 0 });
    return { rows, counts, count: found.count };
  };
  expect(placesOf('red')).toEqual({ rows: [0, 3, 10, 13], counts: [2, 5, 2, 5], count: 4 });
  expect(placesOf('海')).toEqual({ rows: [4, 14], counts: [1, 1], count: 2 });
  expect(placesOf('re')).toBeUndefined();
  expect(placesOf('rede')).toBeUndefined();
});
