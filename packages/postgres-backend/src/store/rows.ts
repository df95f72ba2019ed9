import { hash } from 'node:crypto';
import { type AnyRecord, facetsOf, type MemoryRecord } from '@mneme/core/contract';

/** A record as it is read. */
export interface RecordRow {
  number: number;
  record: string;
  access_count: number;
  last_accessed_at: string | null;
}

/** The columns, of `records r`. */
export const recordColumns = 'r.number, r.record, r.access_count, r.last_accessed_at';

export function toKept({ record, access_count, last_accessed_at }: RecordRow): AnyRecord {
  const kept = JSON.parse(record) as AnyRecord;
  kept.accessCount = access_count;
  if (last_accessed_at === null) delete kept.lastAccessedAt;
  else kept.lastAccessedAt = last_accessed_at;
  return kept;
}

/** For a row that is known to be a memory. */
export function toRecord(row: RecordRow): MemoryRecord {
  return toKept(row) as MemoryRecord;
}

/** A hash that stands for a text of any length and characters, only for comparisons. */
export function hashOf(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 22);
}

export function tagFacet(tag: string): string {
  return JSON.stringify([tag]);
}

/** Tags and facets. A real facet has two members, so they cannot be equal. */
export function storedFacets(record: AnyRecord): string[] {
  return [...new Set([...record.tags.map(tagFacet), ...facetsOf(record)])].map(hashOf);
}
