import { compareTexts } from '@mneme/core/contract';

/** The words of one row: how often it has each term. */
export type WordCounts = ReadonlyMap<string, number>;

/** The terms of a row as they are stored, joined by spaces. */
export function countWords(terms: string): WordCounts {
  const counts = new Map<string, number>();
  if (terms === '') return counts;
  for (const term of terms.split(' ')) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

/** Postings of a term in a range of rows. */
export interface Postings {
  /** Number of rows with the term. */
  count: number;
  /**
   * One number for each row: the distance from the row before (or from the start of the range), combined with how often
   * the row has the term.
   */
  bytes: Uint8Array;
}

/** The rows with a term, by place, and how often each has it. */
export interface TermRows {
  places: Int32Array;
  counts: Uint16Array;
}

/** Size of a bucket of a range in bytes; it may grow to twice that. */
const bucketBytes = 3000;
/** From this number of repetitions on, the rest is a separate number. */
const manyTimes = 4;

/** Terms of a range, each with pairs of row (counted from the range's start) and count. */
export class RangeWords {
  readonly #terms = new Map<string, number[]>();
  /** Result of the last read, in arrays that are reused. */
  readonly #rows: number[] = [];
  readonly #counts: number[] = [];

  /** Adds a row after those that were added before. */
  addRow(at: number, words: WordCounts): void {
    for (const [term, count] of words) this.#entriesOf(term).push(at, count);
  }

  /** The same with terms as in {@link countWords}, without counting them first. */
  addTerms(at: number, terms: string): void {
    if (terms === '') return;
    for (const term of terms.split(' ')) {
      const entries = this.#entriesOf(term);
      if (entries.at(-2) === at) (entries[entries.length - 1] as number) += 1;
      else entries.push(at, 1);
    }
  }

  /** Adds a bucket of a range that starts at `start`, after those that were added before. */
  addBucket(bucket: Uint8Array, start: number): void {
    for (const { term, bytes } of readBucket(bucket)) {
      const entries = this.#entriesOf(term);
      const [rows, counts] = [this.#rows, this.#counts];
      const found = readPostings(bytes, { rows, counts, to: 0 });
      for (let index = 0; index < found; index++)
        entries.push(start + (rows[index] as number), counts[index] as number);
    }
  }

  /** Splits by term into as many buckets as suit a look-up, which reads one of them. */
  buckets(): Uint8Array[] {
    let bytes = 0;
    for (const [term, entries] of this.#terms) bytes += term.length + 2 + entries.length;
    const count = 2 ** Math.max(0, Math.round(Math.log2(bytes / bucketBytes)));
    return this.inBuckets(count);
  }

  inBuckets(count: number): Uint8Array[] {
    const parts = Array.from({ length: count }, (): [string, number[]][] => []);
    for (const entry of this.#terms) parts[bucketOf(entry[0], count)]?.push(entry);
    const [writer, postings] = [new Writer(), new Writer()];
    return parts.map((part) => writeBucket(part, { writer, postings }));
  }

  #entriesOf(term: string): number[] {
    let entries = this.#terms.get(term);
    if (entries === undefined) {
      entries = [];
      this.#terms.set(term, entries);
    }
    return entries;
  }
}

/**
 * The bucket of a term in a range (the number of buckets is a power of two). FNV-1a, with its high bits mixed into the
 * low ones.
 */
export function bucketOf(term: string, buckets: number): number {
  let value = 2166136261;
  for (let index = 0; index < term.length; index++)
    value = Math.imul(value ^ term.charCodeAt(index), 16777619);
  return (value ^ (value >>> 15)) & (buckets - 1);
}

/** The postings of a term, if the bucket has it. */
export function findPostings(bucket: Uint8Array, term: string): Postings | undefined {
  const wanted = Buffer.from(term);
  const reader = new Reader(bucket);
  while (!reader.done) {
    // Most of a bucket is other terms, which are skipped without decoding.
    const isFound = reader.passes(wanted);
    const count = reader.number();
    const length = reader.number();
    if (isFound) return { count, bytes: reader.bytes(length) };
    reader.skip(length);
  }
  return undefined;
}

/** Writes the rows of a term and their counts into the arrays, starting at `to`; returns the next place. */
export function readPostings(
  bytes: Uint8Array,
  { rows, counts, to }: { rows: NumberList; counts: NumberList; to: number },
): number {
  let at = 0;
  let place = to;
  // Decoded here instead of in Reader, because this loop runs for every posting of every query.
  for (let index = 0; index < bytes.length; place++) {
    let byte = bytes[index++] as number;
    let packed = byte & 127;
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[index++] as number;
      packed |= (byte & 127) << shift;
    }
    at += packed >>> 2;
    let count = (packed & 3) + 1;
    if (count === manyTimes) {
      let shift = 0;
      do {
        byte = bytes[index++] as number;
        count += (byte & 127) << shift;
        shift += 7;
      } while (byte > 127);
    }
    rows[place] = at;
    counts[place] = count;
  }
  return place;
}

interface NumberList {
  [place: number]: number;
}

function* readBucket(bucket: Uint8Array): Generator<{ term: string; bytes: Uint8Array }> {
  const reader = new Reader(bucket);
  while (!reader.done) {
    const term = Buffer.from(reader.bytes(reader.number())).toString();
    reader.number();
    yield { term, bytes: reader.bytes(reader.number()) };
  }
}

/** Terms are sorted, so that equal words give equal bytes. */
function writeBucket(
  terms: [string, number[]][],
  { writer, postings }: { writer: Writer; postings: Writer },
): Uint8Array {
  writer.length = 0;
  for (const [term, entries] of terms.sort(([a], [b]) => compareTexts(a, b))) {
    postings.length = 0;
    let last = 0;
    for (let index = 0; index < entries.length; index += 2) {
      const at = entries[index] as number;
      const count = entries[index + 1] as number;
      postings.number(((at - last) << 2) | (Math.min(count, manyTimes) - 1));
      if (count >= manyTimes) postings.number(count - manyTimes);
      last = at;
    }
    writer.text(term);
    writer.number(entries.length / 2);
    writer.number(postings.length);
    writer.add(postings.bytes.subarray(0, postings.length));
  }
  return new Uint8Array(writer.bytes.subarray(0, writer.length));
}

/** Variable-length numbers from 0: seven bits a byte, lowest first. */
class Writer {
  bytes = Buffer.alloc(4096);
  length = 0;

  number(value: number): void {
    this.#reserve(5);
    let left = value;
    while (left > 127) {
      this.bytes[this.length++] = (left & 127) | 128;
      left >>>= 7;
    }
    this.bytes[this.length++] = left;
  }

  text(text: string): void {
    const length = Buffer.byteLength(text);
    this.number(length);
    this.#reserve(length);
    this.length += this.bytes.write(text, this.length);
  }

  add(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  #reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const larger = Buffer.alloc((this.length + more) * 2);
    larger.set(this.bytes);
    this.bytes = larger;
  }
}

class Reader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get done(): boolean {
    return this.#at >= this.#bytes.length;
  }

  number(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.#bytes[this.#at++] as number;
      value |= (byte & 127) << shift;
      if (byte < 128) return value >>> 0;
    }
  }

  /** Skips a name, and tells whether it is this one. */
  passes(name: Uint8Array): boolean {
    const length = this.number();
    const from = this.#at;
    this.#at += length;
    if (length !== name.length) return false;
    for (let index = 0; index < length; index++)
      if (this.#bytes[from + index] !== name[index]) return false;
    return true;
  }

  skip(count: number): void {
    this.#at += count;
  }

  bytes(count: number): Uint8Array {
    const bytes = this.#bytes.subarray(this.#at, this.#at + count);
    this.#at += count;
    return bytes;
  }
}
