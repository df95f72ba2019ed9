import type { Head } from '@mneme/core/index';
import { chunkHead } from '../documents/chunks.ts';
import { countOf } from './commit.ts';
import type { Connection } from './connection.ts';
import { termsSum } from './index-writer.ts';

/** The columns of `records` or `document_chunks` from which a head is made. */
export interface IndexedRow {
  row: number;
  /** Absent: a passage of a document. */
  kind: number | null;
  importance: number;
  occurred_at: number;
  expires_at: number | null;
  valid_to: number | null;
  terms: string;
}

/** The rows of an index, from one number to another, in order. */
export function indexedRows(
  connection: Connection,
  { first, last, limit }: { first: bigint; last: bigint; limit: number },
): IndexedRow[] {
  return connection
    .statement<IndexedRow>(
      `SELECT * FROM (
         SELECT row, kind, importance, occurred_at, expires_at, valid_to, terms FROM records
         WHERE row BETWEEN ? AND ? AND kind > 0
         UNION ALL
         SELECT row, NULL, 0, 0, NULL, NULL, terms FROM document_chunks WHERE row BETWEEN ? AND ?
       ) ORDER BY row LIMIT ?`,
    )
    .all(first, last, first, last, BigInt(limit));
}

export function headOfRow(row: IndexedRow): Head {
  const length = countOf(row.terms);
  if (row.kind === null) return chunkHead(row.terms, length);
  return {
    kind: row.kind,
    importance: row.importance,
    length,
    sum: termsSum(row.terms),
    occurredAt: row.occurred_at,
    expiresAt: row.expires_at ?? Number.POSITIVE_INFINITY,
    validTo: row.valid_to ?? Number.POSITIVE_INFINITY,
  };
}
