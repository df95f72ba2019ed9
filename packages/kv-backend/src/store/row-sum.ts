import { node } from '../node.ts';
import { damaged } from './damaged.ts';

/** For each table with checksums: the columns that the checksum covers. Reading a row changes none of them. */
const summed = {
  document_stores: [
    'id',
    'scope',
    'name',
    'description',
    'metadata',
    'version',
    'created_at',
    'updated_at',
    'archived_at',
  ],
  documents: ['id', 'path', 'sha256', 'size_bytes', 'version_id', 'created_at', 'updated_at'],
  document_versions: [
    'id',
    'document',
    'document_number',
    'operation',
    'created_at',
    'actor_type',
    'actor_id',
    'path',
    'sha256',
    'size_bytes',
    'redacted_at',
    'redactor_type',
    'redactor_id',
  ],
  api_keys: ['id', 'hash', 'scope', 'access', 'created_at', 'revoked_at'],
} as const;

export type Summed = keyof typeof summed;

/** Absent values count as NULL. */
export function rowSum(table: Summed, row: object): string {
  const values = row as Readonly<Record<string, unknown>>;
  return node.crypto.hash(
    'sha256',
    JSON.stringify(summed[table].map((column) => values[column] ?? null)),
    'base64',
  );
}

/** The row, if it is as written. */
export function intactRow<Row extends { row_sum: string }>(
  table: Summed,
  row: Row,
  what: string,
): Row {
  if (rowSum(table, row) === row.row_sum) return row;
  throw damaged(what);
}
