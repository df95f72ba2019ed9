import { stem } from 'porter2';
import { lowerCase } from './fold.ts';
import { patternFor } from './pattern-for.ts';
import { isStopWord } from './stop-words.ts';

/** Gets a term, and whether it is a stop word. */
export type TermSink = (term: string, stopWord: boolean) => void;

/** Terms are cut at this length, so that a pasted blob does not become a key of its own length. */
const longestTerm = 64;
/** A compound of more parts (an address, a path) is found only by its parts. */
const mostParts = 8;

const plain = /^[A-Za-z]?[a-z]*$/;
const asciiWord = /^[a-z]+$/;
const joiners = /[._@/:,-]/;
const possessive = patternFor(String.raw`'s(?![\p{L}\p{N}])`, 'giu');
const thousands = /(?<=\d),(?=\d{3}(?!\d))/g;
const camelHumps = /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/;
const leadingNumber = /^(\d+)([A-Za-z]{2,})$/;
const ordinal = /^(?:st|nd|rd|th)$/i;

/**
 * The terms of a word that may be a compound: `node.js`, `snake_case`, `camelCase`, `well-known`, `2.10.3`,
 * `bob@example.com`, `Alice's`, `C++`. A compound gives itself without its joiners, then its parts.
 */
export function wordTerms(word: string, sink: TermSink): void {
  if (plain.test(word)) {
    pushTerm(word, sink);
    return;
  }
  let rest = word;
  if (rest.endsWith('++')) rest = `${rest.slice(0, -2)}plusplus`;
  else if (rest.endsWith('#')) rest = `${rest.slice(0, -1)}sharp`;
  if (rest.includes("'")) rest = rest.replace(possessive(rest), '');
  if (rest.includes(',')) rest = rest.replace(thousands, '');

  const parts = rest.split(joiners);
  if (parts.length === 1) {
    partTerms(rest, sink);
    return;
  }
  const whole = wholeOf(rest, parts);
  if (whole !== undefined) pushTerm(whole, sink);
  // U.S.A. is one word; its letters are not words.
  if (parts.every((part) => part.length === 1 && !isDigit(part))) return;
  for (const part of parts) {
    if (part.length > 1 || isDigit(part)) partTerms(part, sink);
  }
}

/** The compound as one term; undefined if that would mean nothing, or would look like another number. */
function wholeOf(word: string, parts: readonly string[]): string | undefined {
  if (parts.length > mostParts) return undefined;
  const whole = word.replace(/(?<=\d)\.(?=\d)/g, 'dot').replace(/[._@/:,'-]/g, '');
  if (whole.length > longestTerm) return undefined;
  return whole.length >= 6 || /\D/.test(whole) ? whole : undefined;
}

function partTerms(part: string, sink: TermSink): void {
  const apostrophe = part.indexOf("'");
  if (apostrophe >= 0) {
    pushTerm(part.replaceAll("'", ''), sink);
    // l'acqua, O'Brien: the rest is a separate word.
    const last = part.slice(part.lastIndexOf("'") + 1);
    if (apostrophe === 1 && last.length >= 3) pushTerm(last, sink);
    return;
  }
  pushTerm(part, sink);
  if (part.length > longestTerm) return;
  const number = leadingNumber.exec(part);
  if (number) {
    pushTerm(number[1]!, sink);
    if (!ordinal.test(number[2]!)) pushTerm(number[2]!, sink);
    return;
  }
  const humps = part.split(camelHumps);
  if (humps.length === 1) return;
  for (const hump of humps) {
    if (hump.length > 1) pushTerm(hump, sink);
  }
}

function pushTerm(word: string, sink: TermSink): void {
  const term = lowerCase(word.length > longestTerm ? cut(word) : word);
  if (isStopWord(term)) sink(term, true);
  else sink(asciiWord.test(term) && term.length > 2 ? stem(term) : term, false);
}

function cut(word: string): string {
  const end = longestTerm - (/[\uD800-\uDBFF]/.test(word.charAt(longestTerm - 1)) ? 1 : 0);
  return word.slice(0, end);
}

function isDigit(part: string): boolean {
  return part.length === 1 && part >= '0' && part <= '9';
}
