import { assertDimensions } from '@mneme/core/contract';
import type { Connection } from './connection.ts';
import { allTables, type Space } from './spaces.ts';
import { vectorSum } from './vector-sum.ts';

/** Where a vector lies, and what it is filtered by. */
export interface VectorRow {
  row: number;
  partition: number;
  /** Values of `category, importance, occurred_at, expires_at, valid_to`. */
  metadata: readonly bigint[];
}

/** All functions here run inside a transaction of the caller. Answers false for a vector of zeros, which has no place. */
export function insertVector(
  connection: Connection,
  { table, embedder }: Space,
  { row, partition, metadata, vector }: VectorRow & { vector: Float32Array },
): boolean {
  assertDimensions(vector, embedder);
  // sqlite-vec would find a zero vector at distance 1 of everything.
  if (vector.every((value) => value === 0)) return false;
  connection
    .statement(
      `INSERT INTO ${table} (category, importance, occurred_at, expires_at, valid_to, rowid, scope, embedding)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(...metadata, BigInt(row), BigInt(partition), vector);
  connection
    .statement(`INSERT INTO ${table}_sums (row, sum) VALUES (?, ?)`)
    .run(BigInt(row), BigInt(vectorSum(vector)));
  return true;
}

/** A vector for the space that is being built, from where the row is no longer pending. */
export function fillNext(
  connection: Connection,
  space: Space,
  row: VectorRow & { vector: Float32Array },
): void {
  const placed = insertVector(connection, space, row);
  connection
    .statement('INSERT INTO filled_rows (row, zero) VALUES (?, ?)')
    .run(BigInt(row.row), placed ? 0n : 1n);
}

export function isFilled(connection: Connection, row: number): boolean {
  return (
    connection.column('SELECT 1 FROM filled_rows WHERE row = ?').get(BigInt(row)) !== undefined
  );
}

export function removeVectors(connection: Connection, row: number): void {
  const { spaces } = connection;
  for (const table of allTables(spaces)) {
    connection.statement(`DELETE FROM ${table} WHERE rowid = ?`).run(BigInt(row));
    connection.statement(`DELETE FROM ${table}_sums WHERE row = ?`).run(BigInt(row));
  }
  if (spaces.next !== undefined)
    connection.statement('DELETE FROM filled_rows WHERE row = ?').run(BigInt(row));
}

/** All vectors of a scope or of a store of documents, whose rows lie between the two numbers. */
export function removePartition(
  connection: Connection,
  { partition, first, last }: { partition: number; first: bigint; last: bigint },
): void {
  const { spaces } = connection;
  for (const table of allTables(spaces)) {
    connection.statement(`DELETE FROM ${table} WHERE scope = ?`).run(BigInt(partition));
    connection.statement(`DELETE FROM ${table}_sums WHERE row BETWEEN ? AND ?`).run(first, last);
  }
  if (spaces.next !== undefined)
    connection.statement('DELETE FROM filled_rows WHERE row BETWEEN ? AND ?').run(first, last);
}

export function updateMetadata(
  connection: Connection,
  row: number,
  metadata: readonly bigint[],
): void {
  const { current, next } = connection.spaces;
  for (const space of [current, next]) {
    if (space === undefined) continue;
    connection
      .statement(
        `UPDATE ${space.table} SET category = ?, importance = ?, occurred_at = ?, expires_at = ?, valid_to = ? WHERE rowid = ?`,
      )
      .run(...metadata, BigInt(row));
  }
}

const pendingKey = 'vectors_pending';

/** Something was written without its vector. Whoever opens the file with an embedder makes it. */
export function markPending(connection: Connection): void {
  connection.statement(`INSERT OR IGNORE INTO meta (key, value) VALUES (?, '')`).run(pendingKey);
}

export function isPending(connection: Connection): boolean {
  return connection.column('SELECT 1 FROM meta WHERE key = ?').get(pendingKey) !== undefined;
}

export function unmarkPending(connection: Connection): void {
  connection.statement('DELETE FROM meta WHERE key = ?').run(pendingKey);
}

/** Of a record: its vector is known, and no table holds it. */
export function markZero(connection: Connection, row: number): void {
  connection.statement('UPDATE records SET zero_vector = 1 WHERE row = ?').run(BigInt(row));
}
