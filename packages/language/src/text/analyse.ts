import { cjkTerms, isCjkRun, separateCjk } from './cjk.ts';
import { foldText, isAscii } from './fold.ts';
import { isStopWord } from './stop-words.ts';
import { type TermSink, wordTerms } from './words.ts';

/**
 * Letters and digits, joined by single punctuation marks inside a word. `/`, `:` and `,` join only digits: `and/or` is
 * two words, `09:30` and `1,000` are one. `++` and `#` belong to the word before: `C++`, `C#`.
 */
const wordPattern =
  /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:(?:[._'@-]|(?<=\d)[/:,](?=\d))[\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*(?:\+\+|(?<![\p{L}\p{N}\p{M}].)#(?![\p{L}\p{N}]))?/gu;

/**
 * The index terms of a text, in order, with repetitions: the same for records and for queries, in every backend.
 * A term consists of letters, digits and script marks, in lower case. English words are stemmed; Chinese, Japanese
 * and Korean give single characters and pairs of neighbours. Stop words are terms too (see `analyseQuery`).
 */
export function analyse(text: string): string[] {
  const terms: string[] = [];
  visitTerms(text, (term) => terms.push(term));
  return terms;
}

/** Calls `sink` with each term of {@link analyse}, in order. */
export function visitTerms(text: string, sink: TermSink): void {
  const prepared = isAscii(text) ? text : separateCjk(foldText(text));
  const words = prepared.match(wordPattern) ?? [];
  for (const word of words) {
    if (isCjkRun(word)) {
      for (const term of cjkTerms(word)) sink(term, isStopWord(term));
    } else {
      wordTerms(word, sink);
    }
  }
}
