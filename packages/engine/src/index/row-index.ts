import type { Code } from './code-block.ts';
import type { CodeMemory } from './code-memory.ts';
import { Codes } from './codes.ts';
import { type Head, Heads } from './heads.ts';
import {
  arrayBytes,
  emptyIndexBytes,
  looseBytes,
  mostTermBytes,
  termRowsBytes,
} from './heap-bytes.ts';
import type { TermRows } from './snapshot.ts';
import {
  bucketOf,
  countWords,
  findPostings,
  RangeWords,
  readPostings,
  type WordCounts,
} from './word-range.ts';

/** A row of a store, for the index of its scope. */
export interface IndexRow {
  /** Given by the store, increasing and never reused. */
  number: number;
  head: Omit<Head, 'sum'>;
  /** Terms joined by spaces. */
  terms: string;
  code?: Code;
}

/** Words of a range of places, in buckets. */
interface PackedWords {
  start: number;
  end: number;
  buckets: readonly Uint8Array[];
  bytes: number;
}

/** After this many places with unpacked words, these become a packed range: unpacked words take ten times the memory. */
const smallRange = 64;
/** Largest number of places in a range; smaller ranges are merged up to it. */
const largeRange = 8192;

/**
 * The index of one scope in memory, for a store that has a row for each record and knows which rows have changed. Each
 * row gets a place, in the order of its number; numbers increase, and numbers and places are not reused. If {@link isWorn}, read all rows again.
 */
export class RowIndex {
  readonly heads = new Heads();
  readonly codes: Codes | undefined;
  /** Number of rows and of their terms. */
  count = 0;
  terms = 0;
  #numbers = new Int32Array(64);
  #places = 0;
  #packed: PackedWords[] = [];
  #packedEnd = 0;
  /** Words of the places after the packed ranges, and of packed places whose words have changed. */
  readonly #loose = new Map<number, WordCounts>();
  readonly #looseTerms = new Map<string, Map<number, number>>();
  #known = new Map<string, TermRows>();
  #knownBytes = 0;
  /** Number of terms in `#loose`, for {@link bytes}. */
  #looseWords = 0;

  constructor({ dimensions, memory }: { dimensions?: number; memory: CodeMemory }) {
    if (dimensions !== undefined) this.codes = new Codes(dimensions, memory);
  }

  get places(): number {
    return this.#places;
  }

  get bytes(): number {
    const packed = this.#packed.reduce((sum, { bytes }) => sum + bytes, 0);
    const loose = looseBytes({ rows: this.#loose.size, words: this.#looseWords });
    const rows = this.heads.bytes + (this.codes?.bytes ?? 0) + this.#numbers.byteLength;
    return emptyIndexBytes + rows + packed + loose + this.#knownBytes;
  }

  /** Most of its places are empty or were replaced. */
  get isWorn(): boolean {
    const rewritten = this.#loose.size - Math.max(0, this.#places - this.#packedEnd);
    return this.#places > smallRange && this.#places - this.count + rewritten > this.#places / 2;
  }

  /** Adds new and changed rows, ordered by number. */
  put(rows: readonly IndexRow[]): void {
    if (rows.length === 0) return;
    this.#forgetKnown();
    const isNew = this.#places === 0;
    this.heads.reserve(this.#places + (isNew ? rows.length : 1));
    const fresh: number[] = [];
    for (const row of rows) {
      const found = this.placeOf(row.number);
      const place = found < 0 ? this.#add(row.number) : found;
      this.#leave(place);
      this.heads.set(place, { ...row.head, sum: 0 });
      this.codes?.set(place, row.code);
      this.count += 1;
      this.terms += row.head.length;
      const words = countWords(row.terms);
      this.#setLoose(place, words);
      if (place < this.#packedEnd) this.#loosen(place, words);
      else fresh.push(place);
      if (this.#places - this.#packedEnd >= largeRange) this.#pack();
    }
    // What was read at once is rarely changed soon.
    if (isNew || this.#places - this.#packedEnd >= smallRange) this.#pack();
    // Words of places that are packed by now are removed here.
    for (const place of fresh) this.#loosen(place, this.#loose.get(place) ?? nothing);
  }

  /** Removes all rows except these, which are sorted. */
  keep(numbers: Int32Array): void {
    this.#forgetKnown();
    let at = 0;
    for (let place = 0; place < this.#places; place++) {
      const number = this.#numbers[place] as number;
      while (at < numbers.length && (numbers[at] as number) < number) at++;
      if (numbers[at] !== number) this.#leave(place);
    }
  }

  numberAt(place: number): number {
    return this.#numbers[place] as number;
  }

  /** -1: no such row. */
  placeOf(number: number): number {
    let [low, high] = [0, this.#places];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#numbers[middle] as number) < number) low = middle + 1;
      else high = middle;
    }
    return low < this.#places && this.#numbers[low] === number ? low : -1;
  }

  rowsOf(terms: readonly string[]): TermRows[] {
    return terms.map((term) => {
      const known = this.#known.get(term);
      if (known !== undefined) return known;
      const found = this.#find(term);
      this.#knownBytes += termRowsBytes(found);
      if (this.#knownBytes > mostTermBytes) this.#forgetKnown();
      this.#known.set(term, found);
      return found;
    });
  }

  near(vector: Float32Array): Float32Array {
    return this.codes?.near(vector) ?? new Float32Array(0);
  }

  release(): void {
    this.codes?.release();
  }

  #add(number: number): number {
    if (this.#places === this.#numbers.length) {
      const larger = new Int32Array(this.#places * 2);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    const place = this.#places++;
    this.#numbers[place] = number;
    this.heads.reserve(this.#places);
    this.codes?.reserve(this.#places);
    return place;
  }

  /** Removes the words of a row that changes or goes. */
  #leave(place: number): void {
    if (this.heads.kind[place] === 0) return;
    this.count -= 1;
    this.terms -= this.heads.length[place] as number;
    this.heads.kind[place] = 0;
    for (const term of this.#loose.get(place)?.keys() ?? []) {
      const places = this.#looseTerms.get(term);
      places?.delete(place);
      if (places?.size === 0) this.#looseTerms.delete(term);
    }
    this.#setLoose(place, place >= this.#packedEnd ? undefined : nothing);
  }

  /** The words of a place beside the packed ranges. */
  #setLoose(place: number, words: WordCounts | undefined): void {
    this.#looseWords += (words?.size ?? 0) - (this.#loose.get(place)?.size ?? 0);
    if (words === undefined) this.#loose.delete(place);
    else this.#loose.set(place, words);
  }

  #forgetKnown(): void {
    this.#known = new Map();
    this.#knownBytes = 0;
  }

  #loosen(place: number, words: WordCounts): void {
    for (const [term, count] of words) {
      const places = this.#looseTerms.get(term);
      if (places === undefined) this.#looseTerms.set(term, new Map([[place, count]]));
      else places.set(place, count);
    }
  }

  #pack(): void {
    const words = new RangeWords();
    const start = this.#packedEnd;
    for (let place = start; place < this.#places; place++) {
      const counts = this.#loose.get(place);
      if (counts === undefined) continue;
      words.addRow(place - start, counts);
      this.#setLoose(place, undefined);
    }
    this.#packedEnd = this.#places;
    this.#looseTerms.clear();
    for (const [place, counts] of this.#loose) this.#loosen(place, counts);
    this.#packed.push(this.#joined(rangeOf(words, { start, end: this.#places })));
  }

  /** Merges the last ranges that are smaller than twice this one, so that there are few, and each row is seldom merged. */
  #joined(last: PackedWords): PackedWords {
    let { start } = last;
    const parts = [last];
    for (let part = this.#packed.at(-1); part !== undefined; part = this.#packed.at(-1)) {
      const rows = last.end - start;
      if (part.end - part.start > 2 * rows || last.end - part.start > largeRange) break;
      parts.unshift(part);
      ({ start } = part);
      this.#packed.pop();
    }
    if (parts.length === 1) return last;
    const words = new RangeWords();
    for (const part of parts)
      for (const bucket of part.buckets) words.addBucket(bucket, part.start - start);
    return rangeOf(words, { start, end: last.end });
  }

  #find(term: string): TermRows {
    const found: [place: number, count: number][] = [];
    for (const { start, buckets } of this.#packed) {
      const bucket = buckets[bucketOf(term, buckets.length)] as Uint8Array;
      const postings = findPostings(bucket, term);
      if (postings === undefined) continue;
      const [rows, counts]: [number[], number[]] = [[], []];
      readPostings(postings.bytes, { rows, counts, to: 0 });
      for (const [at, row] of rows.entries())
        if (!this.#loose.has(start + row)) found.push([start + row, counts[at] as number]);
    }
    const loose = this.#looseTerms.get(term);
    if (loose !== undefined) found.push(...loose);
    found.sort(([a], [b]) => a - b);
    return {
      places: Int32Array.from(found, ([place]) => place),
      counts: Uint16Array.from(found, ([, count]) => count),
    };
  }
}

const nothing: WordCounts = new Map();

function rangeOf(words: RangeWords, { start, end }: { start: number; end: number }): PackedWords {
  const buckets = words.buckets();
  const bytes = buckets.reduce((sum, { length }) => sum + length + arrayBytes, 0);
  return { start, end, buckets, bytes };
}
