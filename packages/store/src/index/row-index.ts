import { setImmediate } from 'node:timers/promises';
import type { CodeMemory } from './code-memory.ts';
import { type Code, Codes } from './codes.ts';
import { type Head, Heads } from './heads.ts';
import { emptyIndexBytes } from './heap-bytes.ts';
import { fewPlaces, indexIn, largeRange, PlaceWords } from './place-words.ts';
import { countWords, type TermRows } from './word-range.ts';

/** A row of a store, for the index of its scope. */
export interface IndexRow {
  /** Given by the store, increasing and never reused. */
  number: number;
  head: Omit<Head, 'sum'>;
  /** Terms joined by spaces. */
  terms: string;
  /** Hash of the terms, not 0: a changed row with the same one keeps its words. Absent: unknown. */
  sum?: number;
  code?: Code;
}

/** Many rows, as a store keeps them together. */
export interface IndexPart {
  /** Sorted, and larger than those of all rows before. */
  numbers: Int32Array;
  /** See {@link Heads.write}. */
  heads: Uint8Array;
  /** See {@link Codes.read}. Absent: the index has no vectors. */
  codes?: Uint8Array;
  /** Buckets of the words, by place in this part: see {@link RangeWords}. */
  words: readonly Uint8Array[];
}

/** A multiple of the rows of a chunk, whose codes are compared in a few milliseconds. */
const pieceRows = 65_536;

/** After this many places with unpacked words, these become a packed range. */
const smallRange = 64;

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
  readonly #words = new PlaceWords();
  /** The result for the last vector, because one question asks several times. */
  #near: { vector: Float32Array; cosines: Float32Array } | undefined;
  /** The same of {@link nearInPieces}. */
  #nearing: { vector: Float32Array; cosines: Promise<Float32Array> } | undefined;

  constructor({ dimensions, memory }: { dimensions?: number; memory: CodeMemory }) {
    if (dimensions !== undefined) this.codes = new Codes(dimensions, memory);
  }

  get places(): number {
    return this.#places;
  }

  get bytes(): number {
    const near =
      (this.#near?.cosines.byteLength ?? 0) + (this.#nearing === undefined ? 0 : 4 * this.#places);
    const rows = this.heads.bytes + (this.codes?.bytes ?? 0) + this.#numbers.byteLength + near;
    return emptyIndexBytes + rows + this.#words.bytes;
  }

  /** Most of its places are empty or were replaced. */
  get isWorn(): boolean {
    const unused = this.#places - this.count + this.#words.changed;
    return this.#places > smallRange && unused > this.#places / 2;
  }

  /** Adds new and changed rows, ordered by number. */
  put(rows: readonly IndexRow[]): void {
    if (rows.length === 0) return;
    this.#forgetNear();
    const isNew = this.#places === 0;
    this.#reserve(this.#places + (isNew ? rows.length : 1));
    this.#words.expect(rows.filter(({ number }) => this.placeOf(number) >= 0).length);
    for (const row of rows) {
      const found = this.placeOf(row.number);
      const place = found < 0 ? this.#add(row.number) : found;
      const keepsWords = found >= 0 && this.#hasWords(found, row);
      this.#leave(place);
      this.heads.set(place, { ...row.head, sum: row.sum ?? 0 });
      this.codes?.set(place, row.code);
      this.count += 1;
      this.terms += row.head.length;
      if (!keepsWords) this.#words.set(place, countWords(row.terms));
      if (this.#places - this.#words.packedEnd >= largeRange) this.#words.pack(this.#places);
    }
    // What was read at once is rarely changed soon.
    if (isNew || this.#places - this.#words.packedEnd >= smallRange) this.#words.pack(this.#places);
  }

  /** Adds many rows behind all others. */
  add({ numbers, heads, codes, words }: IndexPart): void {
    this.#forgetNear();
    this.#words.pack(this.#places);
    const start = this.#places;
    const end = start + numbers.length;
    this.#reserve(end);
    this.#numbers.set(numbers, start);
    this.heads.read(heads, start, numbers.length);
    if (codes !== undefined) this.codes?.read(codes, start, numbers.length);
    this.#words.addRange(words, numbers.length);
    this.#places = end;
    this.count += numbers.length;
    for (let place = start; place < end; place++) this.terms += this.heads.length[place] as number;
  }

  /** Removes all rows except these, which are sorted. */
  keep(numbers: Int32Array): void {
    let at = 0;
    const gone: number[] = [];
    for (let place = 0; place < this.#places; place++) {
      const number = this.#numbers[place] as number;
      while (at < numbers.length && (numbers[at] as number) < number) at++;
      if (numbers[at] !== number) gone.push(number);
    }
    this.remove(gone);
  }

  /** Unknown numbers are allowed. */
  remove(numbers: readonly number[]): void {
    if (numbers.length === 0) return;
    this.#forgetNear();
    this.#words.expect(numbers.length);
    for (const number of numbers) {
      const place = this.placeOf(number);
      if (place < 0 || this.heads.kind[place] === 0) continue;
      this.#leave(place);
      this.codes?.set(place, undefined);
      this.#words.remove(place);
    }
  }

  numberAt(place: number): number {
    return this.#numbers[place] as number;
  }

  /** -1: no such row. */
  placeOf(number: number): number {
    const place = indexIn(this.#numbers, number, this.#places);
    return place < this.#places && this.#numbers[place] === number ? place : -1;
  }

  rowsOf(terms: readonly string[]): TermRows[] {
    return terms.map((term) => this.#words.rowsOf(term));
  }

  async find(terms: readonly string[]): Promise<void> {
    for (const term of terms) {
      this.#words.rowsOf(term);
      await setImmediate();
    }
  }

  near(vector: Float32Array): Float32Array {
    if (this.codes === undefined) return new Float32Array(0);
    if (this.#near !== undefined && isEqual(this.#near.vector, vector)) return this.#near.cosines;
    const cosines = this.codes.near(vector);
    this.#near = { vector: vector.slice(), cosines };
    return cosines;
  }

  /** As {@link near}: others have their turn between pieces, and may change rows. */
  nearInPieces(vector: Float32Array): Promise<Float32Array> {
    if (this.#nearing === undefined || !isEqual(this.#nearing.vector, vector))
      this.#nearing = { vector: vector.slice(), cosines: this.#inPieces(vector) };
    return this.#nearing.cosines;
  }

  async #inPieces(vector: Float32Array): Promise<Float32Array> {
    const cosines = new Float32Array(this.codes === undefined ? 0 : this.#places);
    for (let from = 0; from < cosines.length; from += pieceRows) {
      const rows = Math.min(pieceRows, cosines.length - from);
      cosines.set(this.codes?.near(vector, { from, rows }) ?? [], from);
      await setImmediate();
    }
    return cosines;
  }

  /** Nobody asks for now: a small index forgets what it finds again in a moment. */
  rest(): void {
    if (this.#places < fewPlaces) this.#forgetNear();
  }

  release(): void {
    this.codes?.release();
  }

  #hasWords(place: number, { sum, head }: IndexRow): boolean {
    const { kind, length, sum: known } = this.heads;
    const isThere = kind[place] !== 0 && sum !== undefined;
    return isThere && known[place] === sum && length[place] === head.length;
  }

  #forgetNear(): void {
    this.#near = undefined;
    this.#nearing = undefined;
  }

  #add(number: number): number {
    this.#reserve(this.#places + 1);
    const place = this.#places++;
    this.#numbers[place] = number;
    return place;
  }

  #reserve(places: number): void {
    if (places > this.#numbers.length) {
      const larger = new Int32Array(Math.max(places, this.#numbers.length * 2));
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.heads.reserve(places);
    this.codes?.reserve(places);
  }

  /** Takes a row that changes or goes out of the counts. */
  #leave(place: number): void {
    if (this.heads.kind[place] === 0) return;
    this.count -= 1;
    this.terms -= this.heads.length[place] as number;
    this.heads.kind[place] = 0;
  }
}

function isEqual(one: Float32Array, other: Float32Array): boolean {
  return one.every((value, at) => value === other[at]);
}
