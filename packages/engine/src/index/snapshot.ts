import type { CodeMemory } from './code-memory.ts';
import { Codes } from './codes.ts';
import { Heads, headRows } from './heads.ts';
import { emptyIndexBytes, looseBytes, mostTermBytes, termRowsBytes } from './heap-bytes.ts';
import { countWords, type Postings, readPostings, type WordCounts } from './word-range.ts';

/** Rows whose words are stored together, in buckets. */
export interface WordRange {
  start: number;
  rows: number;
  buckets: number;
}

/** A block of an index as it is stored. */
export interface IndexBlock {
  block: number;
  /** Empty: all of its rows are removed. */
  bytes: Uint8Array;
}

/** The rows with a term, by place, and how often each has it. */
export interface TermRows {
  places: Int32Array;
  counts: Uint16Array;
}

/** Up to this many blocks of rows may move into a range while cached postings stay valid. */
const mostMoved = 128;

/**
 * The index of one scope in memory, as its store had it at one moment. The store numbers rows; here each row has a
 * place, so that a scope needs no room for removed rows.
 */
export class Snapshot {
  readonly heads = new Heads();
  readonly codes: Codes | undefined;
  /** For each block of heads: the place of its first row. */
  #starts = new Int32Array(0);
  /** By place / headRows: the block. */
  readonly #blocks: number[] = [];
  #ranges: readonly WordRange[] = [];
  /** Words of the rows after the ranges. */
  readonly #tail = new Map<number, { sum: number; words: WordCounts }>();
  readonly #tailTerms = new Map<string, Map<number, number>>();
  /** Cached postings in the ranges. */
  readonly #terms = new Map<string, TermRows>();
  /** The same together with those after the ranges. */
  readonly #joined = new Map<string, TermRows>();
  #termBytes = 0;
  #tailWords = 0;

  constructor(options: { dimensions?: number; memory: CodeMemory }) {
    if (options.dimensions !== undefined)
      this.codes = new Codes(options.dimensions, options.memory);
  }

  /** Number of places; some of them may be empty. */
  get places(): number {
    return this.#blocks.length * headRows;
  }

  get ranges(): readonly WordRange[] {
    return this.#ranges;
  }

  get bytes(): number {
    const rows = this.heads.bytes + (this.codes?.bytes ?? 0) + this.#starts.byteLength;
    const tail = looseBytes({ rows: this.#tail.size, words: this.#tailWords });
    return emptyIndexBytes + rows + tail + this.#termBytes;
  }

  rowAt(place: number): number {
    return (this.#blocks[Math.floor(place / headRows)] as number) * headRows + (place % headRows);
  }

  /** -1: unknown row. */
  placeOf(row: number): number {
    const start = this.#starts[Math.floor(row / headRows)] ?? -1;
    return start < 0 ? -1 : start + (row % headRows);
  }

  /**
   * Applies blocks of heads, in order. `edited`: words of the ranges have changed. Returns the rows whose terms {@link
   * readTail} needs; call {@link readRanges} afterwards.
   */
  readHeads(
    blocks: readonly IndexBlock[],
    { ranges, edited }: { ranges: readonly WordRange[]; edited: boolean },
  ): number[] {
    const known = blocks.filter(({ block, bytes }) => bytes.length > 0 || this.#hasBlock(block));
    this.#reserveBlocks((known.at(-1)?.block ?? -1) + 1);
    for (const { block } of known) {
      if (this.#hasBlock(block)) continue;
      this.#starts[block] = this.places;
      this.#blocks.push(block);
    }
    this.heads.reserve(this.places);
    this.codes?.reserve(this.places);
    for (const { block, bytes } of known) this.heads.read(bytes, this.#starts[block] as number);
    // If few rows moved into a new range, they are reported too, so that all cached postings stay valid.
    if (edited || known.length > mostMoved) this.#newRanges(ranges);
    return known.flatMap(({ block }) => this.#unknownWords(block));
  }

  /** Applies the ranges. New ones contain rows that were after the others before. */
  readRanges(ranges: readonly WordRange[]): void {
    const end = endOf(ranges);
    if (end === endOf(this.#ranges)) return;
    for (const term of this.#terms.keys()) this.#terms.set(term, this.rowsOf(term, end));
    this.#joined.clear();
    this.#ranges = ranges;
    for (const row of this.#tail.keys()) if (row < end) this.#forgetTail(row);
  }

  readCodes(blocks: readonly IndexBlock[], rowsABlock: number): void {
    for (const { block, bytes } of blocks) {
      const place = this.placeOf(block * rowsABlock);
      if (place >= 0) this.codes?.read(bytes, place);
    }
  }

  /** The terms of a row after the ranges, as they are stored. */
  readTail(row: number, terms: string): void {
    this.#forgetTail(row);
    const words = countWords(terms);
    this.#tail.set(row, { sum: this.heads.sum[this.placeOf(row)] as number, words });
    this.#tailWords += words.size;
    for (const [term, count] of words) {
      this.#joined.delete(term);
      const rows = this.#tailTerms.get(term);
      if (rows === undefined) this.#tailTerms.set(term, new Map([[row, count]]));
      else rows.set(row, count);
    }
  }

  /** Undefined: {@link readTerm} needs the postings first. */
  hasTerm(term: string): boolean {
    return this.#terms.has(term);
  }

  /** Postings of a term in the ranges, one result for each range, in order. */
  readTerm(term: string, postings: readonly (Postings | undefined)[]): void {
    const count = postings.reduce((sum, found) => sum + (found?.count ?? 0), 0);
    const places = new Int32Array(count);
    const counts = new Uint16Array(count);
    let to = 0;
    for (const [at, found] of postings.entries()) {
      if (found === undefined) continue;
      const end = readPostings(found.bytes, { rows: places, counts, to });
      const { start } = this.#ranges[at] as WordRange;
      for (; to < end; to++) places[to] = this.placeOf(start + (places[to] as number));
    }
    const found = { places, counts };
    // Each may be there once more, joined with those after the ranges.
    this.#termBytes += 2 * termRowsBytes(found);
    if (this.#termBytes > mostTermBytes) this.#forgetTerms();
    this.#terms.set(term, found);
  }

  /**
   * The postings of a term that {@link readTerm} has read, and those after the ranges, up to a row, ordered by place.
   */
  rowsOf(term: string, before = Number.POSITIVE_INFINITY): TermRows {
    const known = this.#terms.get(term) ?? nowhere;
    const tail = this.#tailTerms.get(term);
    if (tail === undefined) return known;
    const cached = this.#joined.get(term);
    if (cached !== undefined && before === Number.POSITIVE_INFINITY) return cached;
    const rows = [...tail].filter(([row]) => row < before).sort(([a], [b]) => a - b);
    const places = rows.map(([row]) => this.placeOf(row));
    const joined = {
      places: joinedTo(known.places, Int32Array, places),
      counts: joinedTo(
        known.counts,
        Uint16Array,
        rows.map(([, count]) => count),
      ),
    };
    if (before === Number.POSITIVE_INFINITY) this.#joined.set(term, joined);
    return joined;
  }

  release(): void {
    this.codes?.release();
  }

  #newRanges(ranges: readonly WordRange[]): void {
    this.#forgetTerms();
    this.#ranges = ranges;
    const end = endOf(ranges);
    for (const row of this.#tail.keys()) if (row < end) this.#forgetTail(row);
  }

  #forgetTerms(): void {
    this.#terms.clear();
    this.#joined.clear();
    this.#termBytes = 0;
  }

  #forgetTail(row: number): void {
    const words = this.#tail.get(row)?.words ?? nothing;
    this.#tailWords -= words.size;
    for (const term of words.keys()) {
      this.#joined.delete(term);
      const rows = this.#tailTerms.get(term);
      rows?.delete(row);
      if (rows?.size === 0) this.#tailTerms.delete(term);
    }
    this.#tail.delete(row);
  }

  /** Rows of a block after the ranges whose words have changed. Removed rows are dropped. */
  #unknownWords(block: number): number[] {
    const end = endOf(this.#ranges);
    const rows: number[] = [];
    for (let row = Math.max(end, block * headRows); row < (block + 1) * headRows; row++) {
      const place = this.placeOf(row);
      const isThere = this.heads.kind[place] !== 0;
      if (!isThere) this.#forgetTail(row);
      else if (this.#tail.get(row)?.sum !== this.heads.sum[place]) rows.push(row);
    }
    return rows;
  }

  #hasBlock(block: number): boolean {
    return (this.#starts[block] ?? -1) >= 0;
  }

  #reserveBlocks(blocks: number): void {
    if (blocks <= this.#starts.length) return;
    const larger = new Int32Array(Math.max(blocks, this.#starts.length * 2)).fill(-1);
    larger.set(this.#starts);
    this.#starts = larger;
  }
}

const nothing: WordCounts = new Map();
const nowhere: TermRows = { places: new Int32Array(0), counts: new Uint16Array(0) };

function joinedTo<Numbers extends Int32Array | Uint16Array>(
  numbers: Numbers,
  Kind: new (length: number) => Numbers,
  more: readonly number[],
): Numbers {
  const all = new Kind(numbers.length + more.length);
  all.set(numbers);
  all.set(more, numbers.length);
  return all;
}

/** The first row after the ranges. */
export function endOf(ranges: readonly WordRange[]): number {
  const last = ranges.at(-1);
  return last === undefined ? 0 : last.start + last.rows;
}
