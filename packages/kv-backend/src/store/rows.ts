import { crc32 } from 'node:zlib';
import type { AnyRecord, MemoryRecord } from '@mneme/core/contract';
import { bounded } from './bounded.ts';
import { damaged } from './damaged.ts';
import { type FoundBy, foundByColumns, isFoundAs } from './found-by.ts';
import { type IdKey, idOf } from './ids.ts';

/** The columns that are read from the table `records`. */
export interface RecordRow {
  row: number;
  id: IdKey;
  body: string;
  checksum: number;
  last_accessed_at: string | null;
  access_count: number;
}

/** The columns of {@link RecordRow}, for the table alias `r`. */
export const recordColumns = [
  'r.row',
  ...['id', 'body', 'checksum', 'last_accessed_at', 'access_count'].map((name) =>
    bounded(`r.${name}`),
  ),
].join(', ');

/** The same with the columns of {@link FoundBy}. */
export const foundRecordColumns = [
  recordColumns,
  ...foundByColumns.split(', ').map((name) => bounded(`r.${name}`)),
].join(', ');

/** SQL: the row is a memory, not the engine's own record. As in its indexes. */
export const isMemoryRow = 'r.kind > 0';

/** The fields of a record, without its scope. Reading changes none of them. */
export function bodyOf(record: AnyRecord): string {
  // Leaving them out by a rest pattern would take longer than the rest.
  const without = { scope: undefined, lastAccessedAt: undefined, accessCount: undefined };
  return JSON.stringify({ ...record, ...without });
}

export function checksumOf(scope: string, body: string): number {
  return crc32(body, crc32(scope));
}

export function isIntact(scope: string, { body, checksum }: RecordRow): boolean {
  return checksumOf(scope, body) === checksum;
}

/** Throws `damaged` if the row is not what was written. */
export function toRecord(scope: string, row: RecordRow): MemoryRecord {
  if (!isIntact(scope, row)) throw damaged(`the memory ${idOf(row.id)}`);
  const record = JSON.parse(row.body) as MemoryRecord;
  record.scope = scope;
  record.accessCount = row.access_count;
  if (row.last_accessed_at !== null) record.lastAccessedAt = row.last_accessed_at;
  return record;
}

/** The same for a row that was found by its columns: also throws `damaged` if they differ from the record. */
export function toFoundRecord(scope: string, row: RecordRow & FoundBy): MemoryRecord {
  const record = toRecord(scope, row);
  if (!isFoundAs(record, row)) throw damaged(`the memory ${record.id}`);
  return record;
}
