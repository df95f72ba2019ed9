import type { IndexBlock } from '@mneme/core/index';
import { bounded, emptyBlock } from './bounded.ts';
import { checkedBytes, sumOf, withSum } from './checked-block.ts';
import type { Connection } from './connection.ts';
import { damaged } from './damaged.ts';
import { rowRange } from './row-numbers.ts';

/** Blocks of one table: `heads`, or the codes of a space. A block has a fixed number of rows, never of two scopes. */
export interface BlockTable {
  table: string;
  rows: number;
}

interface StoredBlock {
  block: number;
  data: Uint8Array;
}

const data = bounded('data', { empty: emptyBlock });

/** The bytes of a block; undefined if there is none. */
export function readBlock(
  connection: Connection,
  { table }: BlockTable,
  block: number,
): { bytes: Uint8Array; sum: number } | undefined {
  const stored = connection
    .column<Uint8Array>(`SELECT ${data} FROM ${table} WHERE block = ?`)
    .get(BigInt(block));
  return stored && { bytes: bytesOf({ block, data: stored }, table), sum: sumOf(stored) };
}

/** Bytes that are read at once; all blocks of a large scope would take as much memory as its index. */
const blocksAtOnce = 128;

/**
 * All blocks of a scope written after that revision, in order, some at a time. Block numbers count within the scope. The
 * bytes are freed when the next ones are asked for, because the heap would wait until they take much memory.
 */
export function* readBlocks(
  connection: Connection,
  { table, rows }: BlockTable,
  { scope, since }: { scope: number; since: number },
): Generator<(IndexBlock & { sum: number })[]> {
  const [first, last] = rowRange(scope);
  const [start, end] = [first / BigInt(rows), last / BigInt(rows)];
  const all = since < 0;
  // Few blocks have changed, and these have their own index: the + stops SQLite from reading all blocks in order.
  const condition = all
    ? 'block BETWEEN ? AND ? ORDER BY block'
    : '+block BETWEEN ? AND ? AND scope = ? AND changed > ? ORDER BY +block';
  const statement = connection.statement<StoredBlock>(
    `SELECT block, ${data} FROM ${table} WHERE ${condition} LIMIT ${blocksAtOnce}`,
  );
  const parameters = all ? [] : [BigInt(scope), BigInt(since)];
  for (let from = start; ; ) {
    const found = statement.all(from, end, ...parameters);
    const last = found.at(-1);
    if (last === undefined) return;
    yield found.map((stored) => ({
      block: stored.block - Number(start),
      bytes: bytesOf(stored, table),
      sum: sumOf(stored.data),
    }));
    for (const { data } of found) (data.buffer as ArrayBuffer).transfer(0);
    if (found.length < blocksAtOnce) return;
    from = BigInt(last.block) + 1n;
  }
}

/** Returns the checksum of what was written. */
export function writeBlock(
  connection: Connection,
  { table }: BlockTable,
  {
    block,
    scope,
    changed,
    bytes,
  }: { block: number; scope: number; changed: number; bytes: Uint8Array },
): number {
  const data = withSum(bytes, blockKey(table, block));
  connection
    .statement(
      `INSERT INTO ${table} (block, scope, changed, data) VALUES (?, ?, ?, ?)
       ON CONFLICT (block) DO UPDATE SET changed = excluded.changed, data = excluded.data`,
    )
    .run(BigInt(block), BigInt(scope), BigInt(changed), data);
  return sumOf(data);
}

function bytesOf({ block, data }: StoredBlock, table: string): Uint8Array {
  const bytes = checkedBytes(data, blockKey(table, block));
  if (bytes === undefined) throw damaged('the index of a scope');
  return bytes;
}

export function blockKey(table: string, block: number): string {
  return `${table} ${block}`;
}
