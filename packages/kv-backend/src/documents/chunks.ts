import type { DocumentCommitRequest, PreparedContent } from '@mneme/core/contract';
import type { Connection } from '../store/connection.ts';
import { rowNumber } from '../store/row-numbers.ts';
import { never } from '../store/schema.ts';
import { requireCurrent } from '../store/space-tables.ts';
import { isFor } from '../store/spaces.ts';
import { fillNext, insertVector, markPending, removeVectors } from '../store/vector-rows.ts';
import type { DocumentRow, StoreRow } from './rows.ts';

/** What records are filtered by has no meaning for chunks: they carry the values of "always". */
export const chunkMetadata: readonly bigint[] = [0n, 0n, 0n, BigInt(never), BigInt(never)];

/** Puts the chunks of a document into the tables that records are indexed in. */
export function addChunks(
  connection: Connection,
  store: StoreRow,
  {
    row,
    content,
    request,
  }: { row: DocumentRow; content: PreparedContent; request: DocumentCommitRequest },
): void {
  const { next } = connection.spaces;
  const building = next && isFor(next, request.nextEmbedder) ? next : undefined;
  for (const chunk of content.chunks) {
    const at = rowNumber(connection, { scope: store.partition, next: store.next_row });
    connection
      .statement(
        'INSERT INTO document_chunks (row, document, start, end, line, length) VALUES (?, ?, ?, ?, ?, ?)',
      )
      .run(BigInt(at), row.number, chunk.start, chunk.end, chunk.line, chunk.terms.length);
    connection
      .statement('INSERT INTO record_terms (rowid, terms) VALUES (?, ?)')
      .run(BigInt(at), chunk.terms.join(' '));
    const place = { row: at, partition: store.partition, metadata: chunkMetadata };
    const { vector, nextVector } = chunk;
    if (vector !== undefined) {
      const current = requireCurrent(connection, request.embedder);
      insertVector(connection, current, { ...place, vector });
    } else markPending(connection);
    if (building !== undefined && nextVector !== undefined)
      fillNext(connection, building, { ...place, vector: nextVector });
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
    removeVectors(connection, row);
    connection.statement('DELETE FROM document_chunks WHERE row = ?').run(at);
    store.chunk_count -= 1;
    store.term_total -= length;
  }
}
