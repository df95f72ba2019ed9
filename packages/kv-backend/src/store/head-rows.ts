import { type Head, passage } from '@mneme/core/index';
import { bounded } from './bounded.ts';
import type { Connection } from './connection.ts';
import type { FoundFields } from './found-by.ts';
import { termsSum } from './index-writer.ts';

/** The columns of `records` that are filter fields in the index. */
type Filtered = Pick<
  FoundFields,
  'kind' | 'importance' | 'occurred_at' | 'expires_at' | 'valid_to'
>;

/** Passages of documents have none of these fields: they always pass. */
export const ofPassage: Filtered = {
  kind: passage,
  importance: 0,
  occurred_at: 0,
  expires_at: null,
  valid_to: null,
};

/** A row of `records` or `document_chunks`, whose head is in the index. */
export interface IndexedRow extends Filtered {
  row: number;
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
         SELECT row, kind, importance, occurred_at, expires_at, valid_to, ${bounded('terms')} FROM records
         WHERE row BETWEEN ? AND ? AND kind > 0
         UNION ALL
         SELECT row, ${passage}, 0, 0, NULL, NULL, ${bounded('terms')} FROM document_chunks WHERE row BETWEEN ? AND ?
       ) ORDER BY row LIMIT ?`,
    )
    .all(first, last, first, last, BigInt(limit));
}

/** `terms`: joined by spaces. */
export function headOf(fields: Filtered, terms: string): Head {
  return {
    kind: fields.kind,
    importance: fields.importance,
    length: countOf(terms),
    sum: termsSum(terms),
    occurredAt: fields.occurred_at,
    expiresAt: fields.expires_at ?? Number.POSITIVE_INFINITY,
    validTo: fields.valid_to ?? Number.POSITIVE_INFINITY,
  };
}

/** Number of terms in a text of joined terms. */
export function countOf(terms: string): number {
  if (terms === '') return 0;
  let count = 1;
  for (let at = terms.indexOf(' '); at >= 0; at = terms.indexOf(' ', at + 1)) count += 1;
  return count;
}
