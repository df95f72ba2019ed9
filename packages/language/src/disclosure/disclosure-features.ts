import { bundledVectors } from '@mneme/language/vectors';
import { patternFor } from '../text/index.ts';
import { hashTrait, type SparseRow } from '../trees/index.ts';

/** Buckets for the hashed traits of a text. */
const traitBuckets = 2048;
const dimensions = 256;
/** Numbers in a row: those of the vector, then the buckets. */
export const disclosureWidth = dimensions + traitBuckets;
/** Only the beginning of a longer text is read. */
const longest = 400;
/** Vectors of length 1 have small numbers, so they are scaled to the size of the traits. */
const vectorScale = 3;
const traitScale = 2;
/** A longer word also counts by its beginning, so that its other forms are near it. */
const stem = 5;

const number = patternFor(String.raw`\p{N}+`, 'gu');
const word = patternFor(String.raw`[\p{L}\p{M}\p{N}']+`, 'gu');
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

/** A text by its meaning, its words, pairs of words and pieces of words; numbers count as the same. */
export function disclosureRow(text: string): SparseRow {
  const vector = bundledVectors().encode(text.slice(0, longest));
  const places = [...vector.keys()];
  const values = Array.from(vector, (value) => vectorScale * value);
  const traits = traitsOf(text.slice(0, longest));
  const share = traitScale / Math.sqrt(traits.size);
  for (const trait of traits) {
    places.push(dimensions + (hashTrait(trait) % traitBuckets));
    values.push(share);
  }
  return { places, values };
}

function traitsOf(given: string): Set<string> {
  const lower = given.normalize('NFKC').toLowerCase().replace(/[‘’]/g, "'");
  const text = lower.replace(number(lower), '0').trim();
  const words = text.match(word(text)) ?? [];
  const traits = new Set([`^${words[0] ?? ''}`]);
  for (const [index, each] of words.entries()) {
    traits.add(`=${each}`);
    if (index > 0) traits.add(`${words[index - 1]} ${each}`);
    if (unspaced.test(each)) {
      for (let length = 1; length <= 3; length++)
        for (let start = 0; start + length <= each.length; start++)
          traits.add(each.slice(start, start + length));
    } else if (each.length > stem) traits.add(`${each.slice(0, stem)}*`);
  }
  return traits;
}
