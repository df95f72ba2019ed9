import { bundledVectors } from '@mneme/language/vectors';
import { cachedByText } from '../text/index.ts';
import { sumOfWords } from './compare-words.ts';
import { readSigns, type Signs } from './read-signs.ts';
import { leastContent, readWords, type Word } from './words.ts';

/** A text prepared for comparisons. */
export interface Statement {
  text: string;
  words: readonly Word[];
  /** Content words, without words of manner or of the present. */
  content: readonly Word[];
  signs: Signs;
  vector: Float32Array;
  /** Vectors of all words, and of the content words. */
  sum: Float32Array;
  contentSum: Float32Array;
  /** Each word with the next one. */
  neighbours: readonly string[];
  script: 'kana' | 'han' | 'other';
  /** Groups of three letters of its words. */
  grams: ReadonlySet<string>;
}

/** Of a longer text only the beginning is compared. */
const mostWords = 80;
/** Prepared once for a batch, so that each text is read once, however many others it is compared with. */
const mostCached = 1000;

export const readStatement = cachedByText((text: string): Statement => {
  const words = readWords(text, mostWords);
  const content = words.filter((word) => word.content);
  return {
    text,
    words,
    content,
    signs: readSigns(text),
    vector: bundledVectors().encode(text),
    sum: sumOfWords(words),
    contentSum: sumOfWords(content),
    neighbours: words.slice(1).map(({ key }, at) => `${words[at]?.key} ${key}`),
    script: scriptOf(words),
    grams: gramsOf(words),
  };
}, mostCached);

const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const han = /\p{Script=Han}/u;

function scriptOf(words: readonly Word[]): Statement['script'] {
  const text = words.map(({ surface }) => surface).join(' ');
  return kana.test(text) ? 'kana' : han.test(text) ? 'han' : 'other';
}

function gramsOf(words: readonly Word[]): Set<string> {
  const grams = new Set<string>();
  for (const { key, weight } of words) {
    if (weight < leastContent) continue;
    const padded = `_${key}_`;
    for (let at = 0; at + 3 <= padded.length; at++) grams.add(padded.slice(at, at + 3));
  }
  return grams;
}
