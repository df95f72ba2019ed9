import {
  bucketOf,
  changeBucket,
  endOf,
  RangeWords,
  type WordCounts,
  type WordRange,
} from '@mneme/core/index';
import { bounded, emptyBlock } from './bounded.ts';
import { checkedBytes, sumOf, withSum } from './checked-block.ts';
import type { Connection } from './connection.ts';
import { damaged } from './damaged.ts';
import { rowRange, rowsPerScope } from './row-numbers.ts';
import type { IndexState } from './scope-table.ts';

/**
 * This many rows after the last range form a new range. Words of fewer rows are read from the rows themselves, so a
 * commit of one record writes none.
 */
const smallRange = 256;
/** The same for a commit of many records, whose words are merged earlier. */
const middleRange = 1024;
/** Earlier ranges are merged up to this many rows, aligned to multiples of it. */
const largeRange = 8192;

/** Writes the words of enough rows for a range, up to the counter `end`. */
export function buildRanges(
  connection: Connection,
  state: IndexState,
  { scope, end }: { scope: number; end: number },
): void {
  for (let from = endOf(state.ranges); ; ) {
    const next = nextRow(connection, scope, from);
    const start = next === undefined ? end : next - (next % smallRange);
    const isMany = start % middleRange === 0 && start + middleRange <= end;
    const rows = isMany ? middleRange : smallRange;
    from = start + rows;
    if (from > end) return;
    const buckets = wordsOfRows(connection, { scope, start, rows }).buckets();
    writeRange(connection, state, { scope, range: { start, rows }, buckets });
    joinRanges(connection, state, scope);
  }
}

/** The first row of a scope with at least that counter, as a counter. */
function nextRow(connection: Connection, scope: number, from: number): number | undefined {
  const first = scope * rowsPerScope;
  const [start, end] = [BigInt(first + from), rowRange(scope)[1]];
  const row = connection
    .column<number>(
      `SELECT min(row) FROM (SELECT min(row) AS row FROM records WHERE row BETWEEN ? AND ? AND kind > 0
         UNION ALL SELECT min(row) FROM document_chunks WHERE row BETWEEN ? AND ?) HAVING min(row) IS NOT NULL`,
    )
    .get(start, end, start, end);
  return row === undefined ? undefined : row - first;
}

/** Merges the last ranges into one if they fill it. */
function joinRanges(connection: Connection, state: IndexState, scope: number): void {
  const end = endOf(state.ranges);
  if (end % largeRange !== 0) return;
  const start = end - largeRange;
  const parts = state.ranges.filter((range) => range.start >= start);
  const words = new RangeWords();
  for (const part of parts)
    for (let bucket = 0; bucket < part.buckets; bucket++)
      words.addBucket(
        readBucket(connection, { scope, start: part.start, bucket }),
        part.start - start,
      );
  for (const part of parts) removeRange(connection, state, { scope, range: part });
  writeRange(connection, state, {
    scope,
    range: { start, rows: largeRange },
    buckets: words.buckets(),
  });
}

/** The words of the rows of a range, from their tables. */
export function wordsOfRows(
  connection: Connection,
  { scope, start, rows }: { scope: number; start: number; rows: number },
): RangeWords {
  const first = scope * rowsPerScope + start;
  const words = new RangeWords();
  for (const { row, terms } of readTerms(connection, first, first + rows - 1))
    words.addTerms(row - first, terms);
  return words;
}

/** The terms of rows from one number to another, in order. */
export function readTerms(
  connection: Connection,
  first: number,
  last: number,
): { row: number; terms: string }[] {
  const statement = connection.statement<{ row: number; terms: string }>(
    `SELECT row, ${bounded('terms')} FROM records WHERE row BETWEEN ? AND ? AND kind > 0
     UNION ALL SELECT row, ${bounded('terms')} FROM document_chunks WHERE row BETWEEN ? AND ? ORDER BY 1`,
  );
  const [from, to] = [BigInt(first), BigInt(last)];
  return statement.all(from, to, from, to);
}

function writeRange(
  connection: Connection,
  state: IndexState,
  {
    scope,
    range: { start, rows },
    buckets,
  }: { scope: number; range: { start: number; rows: number }; buckets: readonly Uint8Array[] },
): void {
  for (const [bucket, bytes] of buckets.entries())
    writeBucket(connection, state, { scope, start, bucket, bytes });
  state.ranges.push({ start, rows, buckets: buckets.length });
}

function removeRange(
  connection: Connection,
  state: IndexState,
  { scope, range }: { scope: number; range: WordRange },
): void {
  for (let bucket = 0; bucket < range.buckets; bucket++)
    noteSum(state, sumOf(readData(connection, { scope, start: range.start, bucket })));
  connection
    .statement('DELETE FROM words WHERE scope = ? AND start = ?')
    .run(BigInt(scope), BigInt(range.start));
  state.ranges = state.ranges.filter(({ start }) => start !== range.start);
}

/** Replaces a row's words in its range. */
export function changeRange(
  connection: Connection,
  state: IndexState,
  change: { scope: number; row: number; before: WordCounts; after: WordCounts },
): void {
  const { scope, row, before, after } = change;
  const range = state.ranges.find(({ start, rows }) => row >= start && row < start + rows);
  if (range === undefined) return;
  const { start, buckets } = range;
  const touched = new Set(
    [...before.keys(), ...after.keys()].map((term) => bucketOf(term, buckets)),
  );
  for (const bucket of touched) {
    const place = { scope, start, bucket };
    const data = readData(connection, place);
    const bytes = changeBucket(
      readBucket(connection, place),
      { at: row - start, before, after },
      (term) => bucketOf(term, buckets) === bucket,
    );
    noteSum(state, sumOf(data));
    writeBucket(connection, state, { ...place, bytes });
  }
}

interface BucketPlace {
  scope: number;
  start: number;
  bucket: number;
}

export function readBucket(connection: Connection, place: BucketPlace): Uint8Array {
  const bytes = checkedBytes(readData(connection, place), keyOf(place));
  if (bytes === undefined) throw damaged('the index of words of a scope');
  return bytes;
}

function readData(connection: Connection, { scope, start, bucket }: BucketPlace): Uint8Array {
  const data = connection
    .column<Uint8Array>(
      `SELECT ${bounded('data', { empty: emptyBlock })} FROM words WHERE scope = ? AND start = ? AND bucket = ?`,
    )
    .get(BigInt(scope), BigInt(start), BigInt(bucket));
  if (data === undefined) throw damaged('the index of words of a scope');
  return data;
}

function writeBucket(
  connection: Connection,
  state: IndexState,
  { bytes, ...place }: BucketPlace & { bytes: Uint8Array },
): void {
  const { scope, start, bucket } = place;
  const data = withSum(bytes, keyOf(place));
  connection
    .statement(
      `INSERT INTO words (scope, start, bucket, data) VALUES (?, ?, ?, ?)
       ON CONFLICT (scope, start, bucket) DO UPDATE SET data = excluded.data`,
    )
    .run(BigInt(scope), BigInt(start), BigInt(bucket), data);
  noteSum(state, sumOf(data));
}

function noteSum({ sums }: IndexState, sum: number): void {
  sums.words = ((sums.words ?? 0) ^ sum) >>> 0;
}

function keyOf({ scope, start, bucket }: BucketPlace): string {
  return `words ${scope} ${start} ${bucket}`;
}
