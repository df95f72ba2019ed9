import { crc32 } from 'node:zlib';
import type { KeptRecord, MemoryRecord } from '@mneme/core/contract';
import { damaged } from './damaged.ts';
import { type FoundBy, foundByColumns, isFoundAs } from './found-by.ts';
import { type IdKey, idOf } from './ids.ts';

/** What is read of a row of the table `records`. */
export interface RecordRow {
  row: number;
  id: IdKey;
  body: string;
  checksum: number;
  last_accessed_at: string | null;
  access_count: number;
}

/** The columns of {@link RecordRow}, of the table under the alias `r`. */
export const recordColumns = 'r.row, r.id, r.body, r.checksum, r.last_accessed_at, r.access_count';

/** With those of {@link FoundBy}. */
export const foundRecordColumns = `${recordColumns}, ${foundByColumns.replaceAll(/\w+/g, 'r.$&')}`;

/** Of a row of that table: a memory, and not what the engine keeps for itself. As its indexes have it. */
export const isMemoryRow = 'r.kind > 0';

/** All that a record says, without whose it is. Being read changes nothing of it. */
export function bodyOf(record: KeptRecord): string {
  const { scope: _, lastAccessedAt: __, accessCount: ___, ...said } = record;
  return JSON.stringify(said);
}

export function checksumOf(scope: string, body: string): number {
  return crc32(body, crc32(scope));
}

export function isIntact(scope: string, { body, checksum }: RecordRow): boolean {
  return checksumOf(scope, body) === checksum;
}

/** Throws `damaged` where the row is not what was written. */
export function toRecord(scope: string, row: RecordRow): MemoryRecord {
  if (!isIntact(scope, row)) throw damaged(`the memory ${idOf(row.id)}`);
  const record = JSON.parse(row.body) as MemoryRecord;
  record.scope = scope;
  record.accessCount = row.access_count;
  if (row.last_accessed_at !== null) record.lastAccessedAt = row.last_accessed_at;
  return record;
}

/** The same of a row that was found by its columns: throws `damaged` too where they say something else. */
export function toFoundRecord(scope: string, row: RecordRow & FoundBy): MemoryRecord {
  const record = toRecord(scope, row);
  if (!isFoundAs(record, row)) throw damaged(`the memory ${record.id}`);
  return record;
}
