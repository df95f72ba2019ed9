import { MnemeError, type PreparedContent } from '@mneme/core';
import type { Connection } from '../store/connection.js';
import { never, rowsPerScope } from '../store/schema.js';
import type { DocumentRow, StoreRow } from './rows.js';

/** Puts the chunks of a document into the tables that records are indexed in. */
export function addChunks(
  connection: Connection,
  store: StoreRow,
  { row, content }: { row: DocumentRow; content: PreparedContent },
): void {
  for (const chunk of content.chunks) {
    const at = BigInt(store.partition * rowsPerScope + store.next_row);
    connection
      .statement(
        'INSERT INTO document_chunks (row, document, start, end, line, length) VALUES (?, ?, ?, ?, ?, ?)',
      )
      .run(at, row.number, chunk.start, chunk.end, chunk.line, chunk.terms.length);
    connection
      .statement('INSERT INTO record_terms (rowid, terms) VALUES (?, ?)')
      .run(at, chunk.terms.join(' '));
    if (chunk.vector !== undefined) addVector(connection, { store, at, vector: chunk.vector });
    store.next_row += 1;
    store.chunk_count += 1;
    store.term_total += chunk.terms.length;
  }
}

export function removeChunks(connection: Connection, store: StoreRow, document: number): void {
  const rows = connection
    .statement<{ row: number; length: number }>(
      'SELECT row, length FROM document_chunks WHERE document = ?',
    )
    .all(document);
  for (const { row, length } of rows) {
    const at = BigInt(row);
    connection.statement('DELETE FROM record_terms WHERE rowid = ?').run(at);
    if (connection.embedder() !== undefined) {
      connection.statement('DELETE FROM record_vectors WHERE rowid = ?').run(at);
    }
    connection.statement('DELETE FROM document_chunks WHERE row = ?').run(at);
    store.chunk_count -= 1;
    store.term_total -= length;
  }
}

/** What records are filtered by has no meaning for chunks: they carry the values of "always". */
function addVector(
  connection: Connection,
  { store, at, vector }: { store: StoreRow; at: bigint; vector: Float32Array },
): void {
  const identity = connection.embedder();
  if (identity?.dimensions !== vector.length) {
    throw new MnemeError(
      'invalid_input',
      `vector has ${vector.length} dimensions, the store holds vectors of ${identity?.dimensions ?? 'no embedder'}`,
      { field: 'vector' },
    );
  }
  if (vector.every((value) => value === 0)) return;
  connection
    .statement(
      `INSERT INTO record_vectors (category, importance, occurred_at, expires_at, valid_to, rowid, scope, embedding)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(0n, 0n, 0n, BigInt(never), BigInt(never), at, BigInt(store.partition), vector);
}
