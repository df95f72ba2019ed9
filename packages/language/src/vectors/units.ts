import type { UnitIndex } from './unit-index.ts';

/**
 * From text to rows of the table: normalised, cut into words, words into the longest known pieces (WordPiece: a piece
 * inside a word starts with `##`), and pairs of neighbouring pieces if the table has a row for the pair. The rules are
 * those of lab/static-embedder/FORMAT.md, whose reference reader in Python gives the same rows.
 */
export class Units {
  readonly index: UnitIndex;
  readonly #fold: ReadonlyMap<string, string>;
  /** Words repeat, so their pieces are cached, up to a limit. */
  readonly #pieces = new Map<string, readonly string[]>();
  #cachedBytes = 0;

  constructor(index: UnitIndex, fold: ReadonlyMap<string, string> = new Map()) {
    this.index = index;
    this.#fold = fold;
  }

  /** Row numbers in order: each piece, then the pair that it completes. */
  rows(text: string): number[] {
    const found: number[] = [];
    let before: string | undefined;
    for (const word of splitWords(normaliseText(text, this.#fold))) {
      const pieces = this.pieces(word);
      if (pieces.length === 0) before = undefined;
      for (const piece of pieces) {
        found.push(this.index.row(piece) as number);
        if (before !== undefined) {
          const pair = this.index.row(before + (isCjk(before) && isCjk(piece) ? '' : ' ') + piece);
          if (pair !== undefined) found.push(pair);
        }
        before = piece;
      }
    }
    return found;
  }

  /** Greedy longest match from the left; a character that starts no match is skipped. */
  pieces(word: string): readonly string[] {
    let pieces = this.#pieces.get(word);
    if (pieces === undefined) {
      pieces = this.#cut(word);
      this.#keep(word, pieces);
    }
    return pieces;
  }

  /** Approximate bytes of the cached words. */
  get cachedBytes(): number {
    return this.#cachedBytes;
  }

  #keep(word: string, pieces: readonly string[]): void {
    if (word.length > longestCached) return;
    const bytes = pieces.reduce((sum, piece) => sum + bytesOf(piece), bytesOf(word));
    if (this.#cachedBytes + bytes > maxCachedBytes) {
      this.#pieces.clear();
      this.#cachedBytes = 0;
    }
    this.#cachedBytes += bytes;
    // A word that was cut out of a text would keep the whole text in memory, so it is copied.
    this.#pieces.set(Buffer.from(word, 'utf16le').toString('utf16le'), pieces);
  }

  #cut(word: string): string[] {
    const characters = [...word];
    const pieces: string[] = [];
    for (let start = 0; start < characters.length; ) {
      const prefix = start === 0 ? '' : '##';
      const longest = this.index.longest(prefix + characters.slice(start, start + 2).join(''));
      let end = Math.min(characters.length, start + longest);
      let unit = prefix + characters.slice(start, end).join('');
      while (end > start && this.index.row(unit) === undefined) {
        end--;
        unit = unit.slice(0, -(characters[end] as string).length);
      }
      if (end > start) pieces.push(unit);
      start = Math.max(end, start + 1);
    }
    return pieces;
  }
}

/** Longer words are hardly ever repeated. */
const longestCached = 64;
export const maxCachedBytes = 16 * 1024 * 1024;

/** Two bytes for each character, plus the string and its entry. */
function bytesOf(text: string): number {
  return 2 * text.length + 40;
}

const plain = /^[\t\n\r\x20-\x7e]*$/;
/** All marks except the two that voice kana, which change the word. */
const accent = /(?![\u3099\u309a])\p{Mn}/gu;
const ignored = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu;

/** Compatibility form, lower case, without accents, characters folded (traditional to simplified). */
function normaliseText(text: string, fold: ReadonlyMap<string, string>): string {
  if (plain.test(text)) return text.toLowerCase();
  const bare = text
    .replaceAll('\ufdfa', ' ') // One character that would become eighteen.
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(accent, '')
    .normalize('NFC')
    .replace(ignored, '');
  if (fold.size === 0) return bare;
  let folded = '';
  for (const character of bare) folded += fold.get(character) ?? character;
  return folded;
}

const cjk = String.raw`\u3005\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{3fffd}`;
const mark = String.raw`!-\/:-@\[-\x60{-~`;
const plainWord = new RegExp(`[${mark}]|[^${mark}\\s]+`, 'g');
let word: RegExp | undefined;
const startsCjk = new RegExp(`^[${cjk}]`, 'u');

/** A CJK character, a punctuation mark or a symbol alone; otherwise everything up to the next of these or a space. */
function splitWords(text: string): string[] {
  if (plain.test(text)) return text.match(plainWord) ?? [];
  const alone = String.raw`${cjk}${mark}\p{P}\p{S}`;
  // Made at first use, so that a program starts faster.
  word ??= new RegExp(String.raw`[${alone}]|[^${alone}\t\n\r\p{Z}]+`, 'gu');
  return text.match(word) ?? [];
}

function isCjk(piece: string): boolean {
  return piece.charCodeAt(0) >= 0x3005 && startsCjk.test(piece);
}
