import { bundledVectors } from '@mneme/language/vectors';
import { stem } from 'porter2';
import { cachedByText, foldText, isAscii, isCjkRun, lowerCase } from '../text/index.ts';
import { numberOf } from './number-of.ts';
import { readSigns } from './read-signs.ts';

/** A word of a statement, prepared for comparisons. */
export interface Word {
  /** Without accents, case and, in English, endings. */
  key: string;
  /** As written. */
  surface: string;
  /** It has a capital. */
  capital: boolean;
  /** It is a content word, not one of manner or of the present. */
  content: boolean;
  /** Its weight: about 0.1 for `the`, 1 for `coffee`. */
  weight: number;
  /** Of length 1; absent for numbers, and if the bundled table knows only letters of the word. */
  vector?: Float32Array;
  /** The value of a number, in digits or in words. */
  number?: number;
  /** The key and, after `~`, its pieces of two to four letters; none for a number. */
  traits: readonly string[];
}

const pattern =
  /\p{N}+(?:[.,:/٫٬-]\p{N}+)*\p{L}*|[\p{L}\p{M}\p{N}#]+(?:['’._/+-][\p{L}\p{M}\p{N}]+)*/gu;
let segmenter: Intl.Segmenter | undefined;

/** Made at the first text that needs it: its dictionary takes as long to load as a search. */
function chineseWords(text: string): Iterable<Intl.SegmentData> {
  segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' });
  return segmenter.segment(text);
}

/** The runtime's dictionary cuts 二十三岁 inside the number. */
const numeral = /([零〇一二两兩三四五六七八九十百千万]{2,})/u;
const hangul = /\p{Script=Hangul}/u;
const english = /^[a-z]{3,}$/;
const startsCapital = /^\p{Lu}/u;

/** Below this weight a word is not a content word. */
export const leastContent = 0.3;

/** Words in order, up to a limit. */
export function readWords(text: string, most: number): Word[] {
  return cutWords(text, most).map(readWord);
}

/** Words as written; for Chinese and Japanese as the runtime's dictionary cuts them. */
function cutWords(text: string, most: number): string[] {
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

/** Cached, because statements share words. */
const mostWords = 5000;
const readWord = cachedByText((surface: string): Word => {
  const folded = foldWord(surface);
  const number = numberOf(folded);
  const meaning = number === undefined ? meaningOf(folded) : { weight: 0.8, number };
  const key = number === undefined ? keyOf(folded) : folded;
  return {
    key,
    surface,
    capital: startsCapital.test(surface),
    content: meaning.weight >= leastContent && readSigns(surface).counts.now === 0,
    traits: number === undefined ? traitsOf(key) : [],
    ...meaning,
  };
}, mostWords);

function traitsOf(key: string): string[] {
  const traits = [key];
  const padded = `_${key}_`;
  for (const size of [2, 3, 4])
    for (let at = 0; at + size <= padded.length; at++)
      traits.push(`~${padded.slice(at, at + size)}`);
  return traits;
}

/** In lower case, without accents, and without an Arabic article. */
function foldWord(surface: string): string {
  return lowerCase(foldText(surface)).replace(/^ال(?=\p{L}{3})/u, '');
}

export function keyOf(folded: string): string {
  return english.test(folded) ? stem(folded) : folded;
}

function meaningOf(word: string): Pick<Word, 'vector' | 'weight'> {
  const { vector, length, rows } = bundledVectors().sum(word);
  const letters = [...word].length;
  const known = isSpaceless(word) || letters / rows >= 2.5 || (rows === 1 && letters > 1);
  if (rows === 0 || !known) return { weight: letters > 3 ? 0.7 : 0.25 };
  return { vector: vector.map((value) => value / length), weight: Math.min(1.2, length) };
}
