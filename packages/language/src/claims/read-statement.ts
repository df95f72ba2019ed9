import { stem } from 'porter2';
import { foldText, isAscii, isCjkRun, lowerCase, separateCjk } from '../text/index.ts';
import { readChineseNumber } from './chinese-number.ts';
import { chineseWords, longestChineseWord } from './chinese-words.ts';
import {
  linkingWords,
  negations,
  numberWords,
  persons,
  questionWords,
  units,
  weakWords,
} from './statement-words.ts';
import { fields, variants } from './word-relations.ts';

/** `value`: a number, a date, a code. `linking`: a preposition or the like. Words that say nothing have no token. */
export type TokenKind = 'word' | 'value' | 'person' | 'negation' | 'linking';

export interface Token {
  kind: TokenKind;
  /** Equal for words that are compared as equal. */
  key: string;
  /** In lower case, as written. */
  surface: string;
  /** Written like a proper name. At the head of a sentence every word is written so: `head`. */
  name: boolean;
  head: boolean;
  /** The closed field it belongs to, whose other words exclude it. */
  field: string | undefined;
  /** Clauses are counted from 0 over the whole text, sentences too. */
  clause: number;
  sentence: number;
}

export interface Statement {
  tokens: Token[];
  /** It asks. */
  question: boolean;
  /** It says how something is: `is`, `has`, `是`, `有`. */
  stative: boolean;
  /** The text is longer than what is compared. */
  clipped: boolean;
}

/** Longer texts are documents rather than facts, and comparing them word by word would take long. */
const maxTokens = 600;

/** Blocks of code, amounts with what is written against them, words, marks, signs and pictures. */
const tokenPattern =
  /`{3}[\s\S]*?(?:`{3}|$)|[$€£¥]?(?:(?<![\p{L}\p{N}])-)?\d+(?:[.,:/]\d+)*(?:%|[A-Za-z]+)?|\p{L}[\p{L}\p{M}\p{N}']*(?:\+\+|#(?![\p{L}\p{N}]))?|[.!?…。！？;；\n]+|[,，:：()（）、—]|[$€£¥%<>=+≤≥±≈→]|\p{Extended_Pictographic}/gu;
const asciiTokenPattern =
  /`{3}[\s\S]*?(?:`{3}|$)|\$?(?:(?<![A-Za-z0-9])-)?\d+(?:[.,:/]\d+)*(?:%|[A-Za-z]+)?|[A-Za-z][A-Za-z0-9']*(?:\+\+|#(?![A-Za-z0-9]))?|[.!?;\n]+|[,:()]|[$%<>=+]/g;

const amountPattern = /^([$€£¥]?)(-?\d+(?:[.,:/]\d+)*)(%|[A-Za-z]+)?$/;
const stopMark = /^[.!?…。！？;；\n]/;
const sign = /^[<>=+≤≥±≈→`]/;
const letterOrDigit = /^[\p{L}\p{N}]/u;
const pauseMark = /^[,，:：()（）、—]/;
const digit = /\d/;
const dayOfMonth = /^[1-3]?\d$/;
const ordinal = /^(?:st|nd|rd|th)$/;
const currencies: ReadonlyMap<string, string> = new Map([
  ['$', 'dollar'],
  ['€', 'euro'],
  ['£', 'pound'],
  ['¥', 'yuan'],
]);
const stativeWords = new Set(['is', 'are', 'am', 'has', 'have', '是']);
const clauseWords = new Set(['but', 'because', 'so', 'which', 'although', 'though']);

/** The words of a text, each with what the comparison of two statements needs to know of it. */
export function readStatement(text: string): Statement {
  return new StatementReader(text).read();
}

export function isChinese(surface: string): boolean {
  return isCjkRun(surface);
}

class StatementReader {
  readonly #text: string;
  readonly #tokens: Token[] = [];
  #question = false;
  #stative = false;
  #clause = 0;
  #sentence = 0;
  /** At the head of a sentence, where English writes every word large. */
  #start = true;

  constructor(text: string) {
    this.#text = isAscii(text) ? text : separateCjk(foldText(text));
  }

  read(): Statement {
    const pattern = isAscii(this.#text) ? asciiTokenPattern : tokenPattern;
    let clipped = false;
    for (const match of this.#text.match(pattern) ?? []) {
      if (this.#tokens.length >= maxTokens) {
        clipped = true;
        break;
      }
      this.#readToken(match);
    }
    this.#forgetTitleCase();
    return { tokens: this.#tokens, question: this.#question, stative: this.#stative, clipped };
  }

  /** Where most words are written large, as in a headline, that does not make them names. */
  #forgetTitleCase(): void {
    const inner = this.#tokens.filter(
      ({ kind, head, surface }) => kind === 'word' && !head && surface.length > 3,
    );
    if (inner.length < 3 || inner.filter(({ name }) => name).length < inner.length * 0.6) return;
    for (const token of this.#tokens) {
      token.name = false;
      token.head = false;
    }
  }

  #readToken(match: string): void {
    if (stopMark.test(match)) {
      if (match.includes('?') || match.includes('？')) this.#question = true;
      this.#clause++;
      this.#sentence++;
      this.#start = true;
      return;
    }
    if (pauseMark.test(match)) {
      this.#clause++;
      return;
    }
    if (isCjkRun(match)) this.#readChinese(match);
    else if (match === '%' || currencies.has(match)) {
      this.#push('word', currencies.get(match) ?? 'percent', match);
    } else if (sign.test(match)) this.#push('value', match, '');
    else if (amountPattern.test(match)) this.#readAmount(match);
    else if (!letterOrDigit.test(match)) this.#push('word', match, match);
    else this.#readWord(match, lowerCase(match));
    this.#start = false;
  }

  #readWord(word: string, surface: string): void {
    const apostrophe = surface.indexOf("'");
    if (apostrophe > 0) {
      const head = surface.slice(0, apostrophe);
      const negated = surface.slice(apostrophe) === "'t" && head.endsWith('n');
      const verb = negated && head !== 'can' && head !== 'won' ? head.slice(0, -1) : head;
      this.#readWord(word.slice(0, verb.length), verb);
      if (negated) this.#push('negation', 'not', surface);
      return;
    }
    if (clauseWords.has(surface)) this.#clause++;
    const person = persons.get(surface);
    if (person !== undefined) this.#push('person', person, surface);
    else if (weakWords.has(surface)) this.#stative ||= stativeWords.has(surface);
    else if (negations.has(surface)) this.#push('negation', 'not', surface);
    else if (numberWords.has(surface))
      this.#push('value', numberWords.get(surface) ?? surface, surface);
    else if (linkingWords.has(surface) && (word !== 'May' || this.#start)) {
      this.#push('linking', surface, surface);
    } else if (digit.test(surface)) this.#push('value', surface, surface);
    else {
      if (this.#start && questionWords.has(surface)) this.#question = true;
      this.#push('word', wordKey(surface), surface, word !== surface);
    }
  }

  #readAmount(match: string): void {
    const [, sign = '', digits = match, letters] = amountPattern.exec(match) ?? [];
    const suffix = letters === undefined ? '' : lowerCase(letters);
    const unit = units.has(suffix);
    // What is neither a unit nor the end of an ordinal makes a code, such as 5e or 14pro.
    const code = suffix !== '' && suffix !== '%' && !unit && !ordinal.test(suffix);
    this.#push('value', numberKey(digits) + (code ? suffix : ''), digits);
    if (sign !== '') this.#push('word', currencies.get(sign) ?? sign, sign);
    if (suffix === '%') this.#push('word', 'percent', suffix);
    else if (unit) this.#push('word', wordKey(suffix), suffix);
  }

  /** The longest word of the lists at each place, else a number, else the single character. */
  #readChinese(run: string): void {
    let index = 0;
    outer: while (index < run.length) {
      for (let length = Math.min(longestChineseWord, run.length - index); length > 1; length--) {
        const word = run.slice(index, index + length);
        if (chineseWords.has(word)) {
          this.#readChineseWord(word);
          index += length;
          continue outer;
        }
      }
      const number = readChineseNumber(run, index);
      if (number !== undefined) {
        this.#push('value', number.value, run.slice(index, index + number.length));
        index += number.length;
        continue;
      }
      const character = String.fromCodePoint(run.codePointAt(index) ?? 0);
      this.#readChineseWord(character);
      index += character.length;
    }
  }

  #readChineseWord(word: string): void {
    if (questionWords.has(word)) this.#question = true;
    const person = persons.get(word);
    if (person !== undefined) this.#push('person', person, word);
    else if (weakWords.has(word)) this.#stative ||= stativeWords.has(word);
    else if (negations.has(word)) this.#push('negation', 'not', word);
    else if (numberWords.has(word)) this.#push('value', numberWords.get(word) ?? word, word);
    else if (linkingWords.has(word)) this.#push('linking', word, word);
    else this.#push('word', variants.get(word) ?? word, word);
  }

  #push(kind: TokenKind, key: string, surface: string, name = false): void {
    // As a verb, `may` is no month.
    const field =
      kind === 'linking' && key === 'may'
        ? undefined
        : (fields.get(surface) ?? (key.length > 3 ? fields.get(key) : undefined));
    const token: Token = {
      kind,
      key,
      surface,
      name: name && !this.#start,
      head: name && this.#start,
      field,
      clause: this.#clause,
      sentence: this.#sentence,
    };
    const last = this.#tokens.at(-1);
    // `3 May` is `May 3`.
    if (field === 'month' && last?.clause === this.#clause && dayOfMonth.test(last.key)) {
      this.#tokens.splice(-1, 0, token);
    } else this.#tokens.push(token);
  }
}

const asciiWord = /^[a-z]{3,}$/;

/** English words that differ in form only have one key. */
export function wordKey(surface: string): string {
  const word = variants.get(surface) ?? surface;
  if (!asciiWord.test(word)) return word;
  const stemmed = stem(word);
  return stemmed.length > 3 ? (variants.get(stemmed) ?? stemmed) : stemmed;
}

const grouped = /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
const decimal = /^-?\d{1,15}(?:\.\d{1,9})?$/;

/** One spelling a number: without thousands' commas, leading zeros and empty decimals. */
function numberKey(digits: string): string {
  const plain = grouped.test(digits) ? digits.replaceAll(',', '') : digits;
  return decimal.test(plain) ? String(Number(plain)) : plain;
}
