import type { DocumentCommitRequest, PreparedContent } from '@mneme/core/contract';
import type { Connection } from '../store/connection.ts';
import { headOf, ofPassage } from '../store/head-rows.ts';
import type { IndexWriter } from '../store/index-writer.ts';
import { rowNumber } from '../store/row-numbers.ts';
import { requireCurrent } from '../store/space-tables.ts';
import { isFor } from '../store/spaces.ts';
import { markPending, putVector, removeVectors } from '../store/vector-rows.ts';
import type { DocumentRow, StoreRow } from './rows.ts';

/** A store whose chunks a transaction changes. */
export interface ChunkWork {
  connection: Connection;
  request: DocumentCommitRequest;
  store: StoreRow;
  /** Of the store's chunks. */
  index: IndexWriter;
}

/** Writes the chunks of a document into their table and their index. */
export function addChunks(
  { connection, request, store, index }: ChunkWork,
  { row, content }: { row: DocumentRow; content: PreparedContent },
): void {
  const { next } = connection.spaces;
  const building = next && isFor(next, request.nextEmbedder) ? next : undefined;
  for (const chunk of content.chunks) {
    const at = rowNumber(connection, { scope: store.partition, next: store.next_row });
    const terms = chunk.terms.join(' ');
    const { start, end, line } = chunk;
    const length = chunk.terms.length;
    insertChunk(connection, { row: at, document: row.number, start, end, line, length, terms });
    index.setHead(at, headOf(ofPassage, terms));
    const { vector, nextVector } = chunk;
    if (vector === undefined) markPending(connection);
    else
      putVector(connection, index, {
        space: requireCurrent(connection, request.embedder),
        row: at,
        vector,
      });
    if (building !== undefined && nextVector !== undefined)
      putVector(connection, index, { space: building, row: at, vector: nextVector });
    store.next_row += 1;
    store.chunk_count += 1;
    store.term_total += length;
  }
}

interface ChunkRow {
  row: number;
  document: number;
  start: number;
  end: number;
  line: number;
  length: number;
  terms: string;
}

export function insertChunk(connection: Connection, chunk: ChunkRow): void {
  const { row, document, start, end, line, length, terms } = chunk;
  connection
    .statement(
      'INSERT INTO document_chunks (row, document, start, end, line, length, terms) VALUES (?, ?, ?, ?, ?, ?, ?)',
    )
    .run(BigInt(row), document, start, end, line, length, terms);
}

export function removeChunks({ connection, store, index }: ChunkWork, document: number): void {
  const rows = connection
    .statement<{ row: number; length: number; terms: string }>(
      'SELECT row, length, terms FROM document_chunks WHERE document = ?',
    )
    .all(document);
  for (const { row, length, terms } of rows) {
    removeVectors(connection, index, row);
    connection.statement('DELETE FROM document_chunks WHERE row = ?').run(BigInt(row));
    index.setHead(row, undefined);
    index.changeTerms(row, { before: terms, after: '' });
    store.chunk_count -= 1;
    store.term_total -= length;
  }
}
