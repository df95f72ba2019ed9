import { crc32 } from 'node:zlib';
import { assertDimensions } from '@mneme/core/contract';
import {
  CodeBlock,
  type QuantisedVector,
  quantise,
  quantisedMemory,
  restore,
} from '@mneme/core/index';
import { readBlock } from './blocks.ts';
import type { Connection } from './connection.ts';
import { damaged } from './damaged.ts';
import { codeBlocks, type IndexWriter } from './index-writer.ts';
import { readMeta, saveMeta } from './meta.ts';
import { allSpaces, type Space } from './spaces.ts';

/** All functions here run inside a transaction of the caller. */
export function putVector(
  connection: Connection,
  index: IndexWriter,
  { space, row, vector }: { space: Space; row: number; vector: Float32Array },
): void {
  assertDimensions(vector, space.embedder);
  if (memory.code.length !== vector.length) memory = quantisedMemory(vector.length);
  const quantised = quantise(vector, memory);
  connection
    .statement(`INSERT OR REPLACE INTO ${space.table} (row, sum, rest) VALUES (?, ?, ?)`)
    .run(row, vectorSum(quantised), quantised?.rest ?? nothing);
  index.setCode(row, space, quantised);
}

const nothing = new Uint8Array(0);
/** Of the last vector: statement and index copy it. */
let memory = quantisedMemory(0);

/** Shows that a vector was changed on the disk. Undefined: a vector of zeros. */
export function vectorSum(vector: QuantisedVector | undefined): number {
  if (vector === undefined) return 0;
  const { code, rest, scale } = vector;
  const bytes = new Uint8Array(code.buffer, code.byteOffset, code.byteLength);
  return crc32(rest, crc32(bytes, crc32(String(scale))));
}

/** Whether the space has a vector of the row, also one of zeros. */
export function hasVector(connection: Connection, { table }: Space, row: number): boolean {
  return connection.column(`SELECT 1 FROM ${table} WHERE row = ?`).get(BigInt(row)) !== undefined;
}

interface StoredVector {
  sum: number;
  /** Undefined: its code is missing. */
  vector: QuantisedVector | 'zeros' | undefined;
}

/** Undefined if the space has no vector of the row. */
export function readVector(
  connection: Connection,
  space: Space,
  row: number,
): StoredVector | undefined {
  const stored = connection
    .statement<{ sum: number; rest: Uint8Array }>(
      `SELECT sum, rest FROM ${space.table} WHERE row = ?`,
    )
    .get(BigInt(row));
  if (stored === undefined) return undefined;
  const { sum, rest } = stored;
  if (rest.length === 0) return { sum, vector: 'zeros' };
  const blocks = codeBlocks(space);
  const block = readBlock(connection, blocks, Math.floor(row / blocks.rows));
  const code =
    block && new CodeBlock(space.embedder.dimensions, block.bytes).get(row % blocks.rows);
  return { sum, vector: code && { ...code, rest } };
}

export function isIntactVector({ sum, vector }: StoredVector): boolean {
  return vector !== undefined && vectorSum(vector === 'zeros' ? undefined : vector) === sum;
}

/** Throws `damaged` if it is not what was written. */
export function intactVector(stored: StoredVector, id: string): QuantisedVector | 'zeros' {
  if (stored.vector !== undefined && isIntactVector(stored)) return stored.vector;
  throw damaged(`the vector of the memory ${id}`);
}

export function restored(vector: QuantisedVector | 'zeros', { embedder }: Space): Float32Array {
  return vector === 'zeros' ? new Float32Array(embedder.dimensions) : restore(vector);
}

export function removeVectors(connection: Connection, index: IndexWriter, row: number): void {
  for (const space of allSpaces(connection.spaces)) {
    const { changes } = connection
      .statement(`DELETE FROM ${space.table} WHERE row = ?`)
      .run(BigInt(row));
    if (changes > 0) index.setCode(row, space, undefined);
  }
}

const pendingKey = 'vectors_pending';

/** Something was written without its vector. The next opening with an embedder makes it. */
export function markPending(connection: Connection): void {
  saveMeta(connection, pendingKey, '');
}

export function isPending(connection: Connection): boolean {
  return readMeta(connection, pendingKey) !== undefined;
}

export function unmarkPending(connection: Connection): void {
  saveMeta(connection, pendingKey, undefined);
}
