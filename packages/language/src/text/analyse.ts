import { foldText, isAscii, westernDigits } from './fold.ts';
import { patternFor } from './pattern-for.ts';
import { isStopWord } from './stop-words.ts';
import { type TermSink, wordTerms } from './words.ts';

/**
 * Letters and digits, joined by single punctuation marks inside a word. `/`, `:` and `,` join only digits: `and/or` is
 * two words, `09:30` and `1,000` are one. `++` and `#` belong to the word before: `C++`, `C#`.
 */
const wordPattern = patternFor(
  String.raw`[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:(?:[._'@-]|(?<=\d)[/:,](?=\d))[\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*(?:\+\+|(?<![\p{L}\p{N}\p{M}].)#(?![\p{L}\p{N}]))?|\p{Extended_Pictographic}`,
  'gu',
);

/**
 * The index terms of a text, in order, with repetitions: the same for records and for queries, in every backend.
 * A term consists of letters, digits and script marks, in lower case. English words are stemmed; Chinese, Japanese
 * and Korean give single characters and pairs of neighbours. Numbers in digits of other scripts give themselves and the
 * same in 0 to 9; an emoji gives its code. Stop words are terms too (see `analyseQuery`).
 */
export function analyse(text: string): string[] {
  const terms: string[] = [];
  visitTerms(text, (term) => terms.push(term));
  return terms;
}

/** Calls `sink` with each term of {@link analyse}, in order. */
function visitTerms(text: string, sink: TermSink): void {
  const prepared = isAscii(text) ? text : separateCjk(foldText(text));
  const words = prepared.match(wordPattern(prepared)) ?? [];
  for (const word of words) {
    if (isCjkRun(word)) {
      for (const term of cjkTerms(word)) sink(term, isStopWord(term));
    } else if (emoji.test(word)) {
      sink(`emoji${codeOf(word)}`, false);
    } else {
      wordTerms(word, sink);
      const western = westernDigits(word);
      if (western !== word) wordTerms(western, sink);
    }
  }
}

/** Signs that people use as words. A variation or a colour of skin is the same sign. */
const emoji = /^\p{Extended_Pictographic}$/u;

function codeOf(sign: string): string {
  return (sign.codePointAt(0) ?? 0).toString(16);
}

/**
 * Han, kana and hangul: scripts without spaces between words, or with spaces that do not separate words. The properties
 * are narrower than the scripts themselves, which also include symbols and marks.
 */
const cjkCharacters = String.raw`\p{Unified_Ideograph}\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u1100-\u11ff\u3131-\u318e\ua960-\ua97c\uac00-\ud7a3`;

const run = new RegExp(`[${cjkCharacters}]+`, 'gu');
const start = new RegExp(`^[${cjkCharacters}]`, 'u');

/** The text with a space on both sides of every run of CJK characters, so that `用node写` is three words. */
function separateCjk(text: string): string {
  return text.replace(run, ' $& ');
}

/** Whether a word of {@link separateCjk}'s output is a CJK run. */
export function isCjkRun(word: string): boolean {
  return start.test(word);
}

/**
 * The terms of a CJK run: every character, and every pair of neighbours. Pairs replace words, which no small dictionary
 * finds reliably; characters find words that a query cuts differently or abbreviates.
 */
function* cjkTerms(characters: string): Generator<string> {
  let previous = '';
  for (const character of characters) {
    if (previous !== '') yield previous + character;
    yield character;
    previous = character;
  }
}

/** A query with its terms, names and numbers. */
export interface AnalysedQuery {
  /** The query itself, trimmed. */
  text: string;
  /** Terms to search for, unique, in order of appearance. Stop words only if the query has nothing else. */
  terms: string[];
}

/** Analyses a query. Its terms match those that `analyse` gives for records. */
export function analyseQuery(text: string): AnalysedQuery {
  const content = new Set<string>();
  const stopWords = new Set<string>();
  visitTerms(text, (term, stopWord) => (stopWord ? stopWords : content).add(term));
  return {
    text: text.trim(),
    terms: [...(content.size > 0 ? content : stopWords)],
  };
}
