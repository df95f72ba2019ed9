import { stem } from 'porter2';
import { foldText, isAscii, isCjkRun, lowerCase } from '../text/index.ts';
import { bundledVectors } from '../vectors/index.ts';
import { numberOf } from './number-of.ts';
import { readSigns } from './read-signs.ts';

/** A word of a statement, as pairs are compared by it. */
export interface Word {
  /** Without accents, case and, in English, endings. */
  key: string;
  /** As it is written. */
  surface: string;
  /** How much it says: about 0.1 for `the`, 1 for `coffee`. */
  weight: number;
  /** Of length 1; absent of numbers, and where the bundled table knows only letters of the word. */
  vector?: Float32Array;
  /** What a number is, in digits or in words. */
  number?: number;
  /** It only says that something is so now. */
  isNow?: boolean;
}

const pattern =
  /\p{N}+(?:[.,:/٫٬-]\p{N}+)*\p{L}*|[\p{L}\p{M}\p{N}#]+(?:['’._/+-][\p{L}\p{M}\p{N}]+)*/gu;
let segmenter: Intl.Segmenter | undefined;

/** Made for the first text that needs it: its dictionary takes as long to load as a search takes. */
function chineseWords(text: string): Iterable<Intl.SegmentData> {
  segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' });
  return segmenter.segment(text);
}

/** The dictionary of the runtime cuts 二十三岁 inside the number. */
const numeral = /([零〇一二两兩三四五六七八九十百千万]{2,})/u;
const hangul = /\p{Script=Hangul}/u;
const english = /^[a-z]{3,}$/;

/** Words in their order, at most so many. */
export function readWords(text: string, most: number): Word[] {
  return cutWords(text, most).map(readWord);
}

/** Words as they are written; of Chinese and Japanese as the dictionary of the runtime cuts them. */
export function cutWords(text: string, most: number): string[] {
  const words: string[] = [];
  for (const [run] of text.normalize('NFKC').matchAll(pattern))
    for (const surface of cut(run)) if (words.push(surface) >= most) return words;
  return words;
}

function cut(run: string): string[] {
  if (isAscii(run)) return [run.replace(/'s$/, '')];
  if (!isSpaceless(run)) return [run.replace(/[’']s$/, '')];
  return run
    .split(numeral)
    .flatMap((part) =>
      numeral.test(part)
        ? [part]
        : [...chineseWords(part)].filter((word) => word.isWordLike).map((word) => word.segment),
    );
}

function isSpaceless(run: string): boolean {
  return [...run].some((character) => isCjkRun(character) && !hangul.test(character));
}

function readWord(surface: string): Word {
  const folded = foldWord(surface);
  const number = numberOf(folded);
  if (number !== undefined) return { key: folded, surface, weight: 0.8, number };
  return { key: keyOf(folded), surface, ...meaningOf(folded) };
}

/** In lower case, without accents, and without an Arabic article. */
export function foldWord(surface: string): string {
  return lowerCase(foldText(surface)).replace(/^ال(?=\p{L}{3})/u, '');
}

export function keyOf(folded: string): string {
  return english.test(folded) ? stem(folded) : folded;
}

type Meaning = Pick<Word, 'vector' | 'weight' | 'isNow'>;

/** Statements share their words, and a sum of rows takes longer than a look into a map. */
const meanings = new Map<string, Meaning>();
const mostMeanings = 10_000;

function meaningOf(word: string): Meaning {
  let meaning = meanings.get(word);
  if (meaning === undefined) {
    if (meanings.size >= mostMeanings) meanings.clear();
    meaning = readMeaning(word);
    meanings.set(word, meaning);
  }
  return meaning;
}

function readMeaning(word: string): Meaning {
  const { vector, length, rows } = bundledVectors().sum(word);
  const letters = [...word].length;
  const known = isSpaceless(word) || letters / rows >= 2.5 || (rows === 1 && letters > 1);
  const isNow = readSigns(word).counts.now > 0;
  if (rows === 0 || !known) return { weight: letters > 3 ? 0.7 : 0.25, isNow };
  return { vector: vector.map((value) => value / length), weight: Math.min(1.2, length), isNow };
}
