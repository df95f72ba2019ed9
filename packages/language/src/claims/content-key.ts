import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** Quotation marks and apostrophes, which keyboards and editors replace by each other. */
const doubleQuotes = /[“”„‟«»″「」『』《》]/g;
const singleQuotes = /[‘’‚‛‹›′´`ʼ]/g;
/** Dashes and the true minus. `-5` and `5` stay different; `−5` and `-5` are the same. */
const dashes = /[‐‑‒–—―−]/g;
/** Invisible characters. Joiners (U+200C, U+200D) stay: they change words and emoji. */
const invisible = /[\u00ad\u200b\u200e\u200f\u2060\ufeff]/g;
/** NFKC would make `10²` equal to `102`. */
const superscripts = /[⁰¹²³⁴-⁹]+/g;
const trailing = /[.!。！．｡…\s]/;

/**
 * A text without differences of width, letter case (but see `foldCase`), white space, kinds of quotation marks and dashes, and without a
 * final full stop or exclamation mark. A question mark stays, because a question says something else; `C++`, `C#` and
 * the sign of a number stay too.
 */
export function normaliseContent(content: string): string {
  const folded = plain.test(content) ? foldCase(content, toLowerCase) : foldAny(content);
  return dropTrailing(folded.replace(/\s+/g, ' ').trim());
}

/** ASCII without these marks: most texts, and much less work. */
const plain = /^[\t\n\r\x20-_a-\x7e]*$/;

function foldAny(content: string): string {
  const marked = unify(content).replace(superscripts, '^$&');
  // NFKC may produce letters with case, and case folding may produce letters that NFKC composes.
  const whole = composed(marked);
  return composed(foldCase(composed(foldCase(whole, foldLetters)), foldLetters));
}

/** NFKC makes apostrophes too, which divide words. */
function composed(text: string): string {
  return unify(text.normalize('NFKC'));
}

function dropTrailing(collapsed: string): string {
  let end = collapsed.length;
  while (end > 0 && trailing.test(collapsed.charAt(end - 1))) end -= 1;
  // A text of only full stops stays as it is.
  return end === 0 ? collapsed : collapsed.slice(0, end);
}

/** The SHA-256 of `normaliseContent`, 64 hexadecimal digits. Equal texts have equal keys, others never do. */
export function contentKey(content: string): string {
  return bytesToHex(sha256(new TextEncoder().encode(normaliseContent(content))));
}

function unify(text: string): string {
  return text
    .replace(invisible, '')
    .replace(doubleQuotes, '"')
    .replace(singleQuotes, "'")
    .replace(dashes, '-');
}

/** Words whose letters may have a case that matters, and units: up to three letters after a number. */
const mixedWord =
  /(?<!\p{L})\p{L}*(?:\p{Ll}\p{Lu}|\p{Lu}\p{Lu})\p{L}*|(?<=\d ?)\p{L}{1,3}(?!\p{L})/gu;
const capitals = /^\p{Lu}{3,}$/u;
const time = /^[ap]m$/i;
const small = /\p{Ll}/u;

/**
 * In small letters, except for words whose case matters: capitals inside a word (`userId`, `kHz`), two capitals (`US`),
 * units after a number (`5 MW`). A longer word of capitals is only loud; so is a text without small letters.
 */
function foldCase(text: string, lower: (text: string) => string): string {
  if (!small.test(text)) return lower(text);
  let folded = '';
  let end = 0;
  for (const { 0: word, index } of text.matchAll(mixedWord)) {
    if (capitals.test(word) || time.test(word)) continue;
    folded += lower(text.slice(end, index)) + word;
    end = index + word.length;
  }
  return folded + lower(text.slice(end));
}

function toLowerCase(text: string): string {
  return text.toLowerCase();
}

/** Through upper case, so that ß and ss, or the two small sigmas, are the same letter. */
function foldLetters(text: string): string {
  return text.toUpperCase().toLowerCase().replaceAll('ς', 'σ');
}
