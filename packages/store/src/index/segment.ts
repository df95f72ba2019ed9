import { crc32 } from 'node:zlib';
import type { Row } from '../rows/rows.ts';
import { Heads } from './heads.ts';
import type { IndexPart, IndexRow } from './row-index.ts';
import { countWords, RangeWords } from './word-range.ts';

/** Numbers that a segment spans. */
export const partNumbers = 1024;
export const partOf = (number: number) => Math.floor(number / partNumbers);

/** A part with this many rows is worth a segment. */
export const rowsOfSegment = 512;

/** What a segment says of itself: columns of its row. */
export interface SegmentHead {
  scope: string;
  owner: string;
  part: number;
  /** It has all rows of its part with smaller numbers. */
  until: number;
  epoch: string;
  /** 0: without vectors. */
  space: number;
  revision: number;
  content_sum: number;
}

/** The checksum of a segment's row. */
export function segmentSum(head: SegmentHead): number {
  const { scope, owner, part, until, epoch, space, revision, content_sum } = head;
  const said = [scope, owner, part, until, epoch, space, revision, content_sum];
  return crc32(JSON.stringify(said));
}

export function segmentRow(given: Omit<SegmentHead, 'content_sum'>, content: Uint8Array): Row {
  const head = { ...given, content_sum: crc32(content) };
  return { ...head, sum: segmentSum(head), content };
}

/** Hash of the terms of a row, never 0. */
export const termsSum = (terms: string) => crc32(terms) || 1;

/** The rows of a part, ordered by number, as one blob. */
export function segmentOf(
  rows: readonly IndexRow[],
  { dimensions = 0 }: { dimensions?: number } = {},
): Uint8Array {
  const heads = new Heads();
  const blockRows = Math.ceil(rows.length / headMultiple) * headMultiple;
  heads.reserve(blockRows);
  const words = new RangeWords();
  const codes = new Uint8Array(rows.length * (dimensions === 0 ? 0 : dimensions + scaleBytes));
  const scales = new DataView(codes.buffer, rows.length * dimensions);
  for (const [at, { head, sum = 0, terms, code }] of rows.entries()) {
    heads.set(at, { ...head, sum });
    words.addRow(at, countWords(terms));
    if (code === undefined || dimensions === 0) continue;
    codes.set(new Uint8Array(code.code.buffer, code.code.byteOffset, dimensions), at * dimensions);
    scales.setFloat32(at * scaleBytes, code.scale, true);
  }
  const buckets = words.buckets();
  const numbers = Int32Array.from(rows, ({ number }) => number);
  const headBytes = heads.write(0, blockRows);
  const sizes = [headBytes.length, codes.length, ...buckets.map(({ length }) => length)];
  const start = Uint32Array.of(rows.length, buckets.length, ...sizes);
  return Buffer.concat([bytesOf(start), bytesOf(numbers), headBytes, codes, ...buckets]);
}

/** The parts of a blob, of which only `words` are a copy. */
export function readSegment(content: Uint8Array): IndexPart {
  let at = 0;
  const take = (length: number) => {
    at += length;
    return content.subarray(at - length, at);
  };
  // Copies, which are aligned for numbers.
  const numbersIn = (count: number) =>
    new Int32Array(new Uint8Array(take(count * numberBytes)).buffer);
  const [rows = 0, buckets = 0] = numbersIn(2);
  const [headBytes = 0, codeBytes = 0, ...wordBytes] = numbersIn(2 + buckets);
  const numbers = numbersIn(rows);
  const [heads, codes] = [take(headBytes), take(codeBytes)];
  const packed = new Uint8Array(content.subarray(at));
  let from = 0;
  const words = wordBytes.map((length) => {
    from += length;
    return packed.subarray(from - length, from);
  });
  return { numbers, heads, codes, words };
}

const headMultiple = 32;
const scaleBytes = 4;
const numberBytes = 4;

function bytesOf({ buffer, byteOffset, byteLength }: Uint32Array | Int32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
