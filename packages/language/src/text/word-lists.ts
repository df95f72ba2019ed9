import { cachedByText } from './cached-by-text.ts';
import { isAscii } from './fold.ts';

interface Entry<Meaning> {
  /** One or more words; in a script without spaces one piece of text. */
  words: readonly string[];
  meaning: Meaning;
}

type Entries<Meaning> = Map<string, Entry<Meaning>[]>;

const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}“「？]/u;
const shortestBeginning = 2;

/**
 * Finds the words and phrases of many lists in one pass over a text: its words are looked up, instead of trying each
 * entry. `*` at the end of a word stands for any ending. An entry in a script without spaces may be anywhere.
 */
export class WordLists<Meaning> {
  readonly #token: RegExp;
  /** By their first words, by its beginning if `*` follows, and by their first character. */
  readonly #whole: Entries<Meaning> = new Map();
  readonly #open: Entries<Meaning> = new Map();
  readonly #pieces: Entries<Meaning> = new Map();
  #longestBeginning = 0;

  /** `token`: a global pattern of a word. */
  constructor(token: RegExp) {
    this.#token = token;
  }

  /** An entry, with a space between its words. */
  add(entry: string, meaning: Meaning): void {
    const isPiece = spaceless.test(entry);
    const words = isPiece ? [entry.replaceAll('*', '')] : entry.split(' ');
    const [first = ''] = words;
    const isOpen = first.endsWith('*');
    const map = isPiece ? this.#pieces : isOpen ? this.#open : this.#whole;
    const key = isPiece ? first.charAt(0) : isOpen ? first.slice(0, -1) : first;
    map.set(key, [...(map.get(key) ?? []), { words, meaning }]);
    if (isOpen) this.#longestBeginning = Math.max(this.#longestBeginning, key.length);
  }

  /** Calls `found` for each place of each entry: UTF-16 positions, `end` exclusive. */
  find(text: string, found: (meaning: Meaning, start: number, end: number) => void): void {
    if (!isAscii(text))
      for (let at = 0; at < text.length; at++)
        for (const { words, meaning } of this.#pieces.get(text.charAt(at)) ?? []) {
          const [piece = ''] = words;
          if (text.startsWith(piece, at)) found(meaning, at, at + piece.length);
        }
    const tokens = [...text.matchAll(this.#token)];
    for (const [place, { 0: word, index }] of tokens.entries())
      for (const { words, meaning } of this.#entriesOf(word)) {
        const last = tokens[place + words.length - 1];
        if (last !== undefined && words.every((one, step) => fits(tokens[place + step]?.[0], one)))
          found(meaning, index, last.index + last[0].length);
      }
  }

  /** Entries that begin with a word. */
  readonly #entriesOf = cachedByText((word: string): Entry<Meaning>[] => {
    const entries = [...(this.#whole.get(word) ?? [])];
    const longest = Math.min(word.length, this.#longestBeginning);
    for (let end = shortestBeginning; end <= longest; end++)
      entries.push(...(this.#open.get(word.slice(0, end)) ?? []));
    return entries;
  }, 10_000);
}

function fits(word: string | undefined, wanted: string): boolean {
  if (word === undefined) return false;
  return wanted.endsWith('*') ? word.startsWith(wanted.slice(0, -1)) : word === wanted;
}
