import { hash } from 'node:crypto';
import { type AnyRecord, facetsOf, isMemory, type MemoryRecord } from '@mneme/core/contract';
import { kindNumber } from '@mneme/core/index';
import { damagedMemory } from '../damage.ts';

/** A record as it is read. */
export interface RecordRow {
  id: string;
  number: number;
  record: string;
  access_count: number;
  last_accessed_at: string | null;
}

/** The columns, of `records r`. */
export const recordColumns = 'r.id, r.number, r.record, r.access_count, r.last_accessed_at';

/** Whether it is what was written, as far as can be seen. */
export function isIntact({ id, record }: Pick<RecordRow, 'id' | 'record'>): boolean {
  return parseStored<AnyRecord>(record)?.id === id;
}

/** Throws `damaged` if it is not what was written. */
export function toKept({ id, record, access_count, last_accessed_at }: RecordRow): AnyRecord {
  const kept = parseStored<AnyRecord>(record);
  if (kept?.id !== id) throw damagedMemory(id);
  kept.accessCount = access_count;
  if (last_accessed_at === null) delete kept.lastAccessedAt;
  else kept.lastAccessedAt = last_accessed_at;
  return kept;
}

/** A JSON text of a row. Undefined: it is damaged. */
export function parseStored<Value>(text: string): Value | undefined {
  try {
    return JSON.parse(text) as Value;
  } catch {
    return undefined;
  }
}

/** For a row that is known to be a memory. */
export function toRecord(row: RecordRow): MemoryRecord {
  return toKept(row) as MemoryRecord;
}

/** What a record is filtered, ordered and looked up by. Times are milliseconds. */
export function columnsOf(record: AnyRecord) {
  const { session, sequence, externalId } = record.source;
  return {
    version: record.version,
    kind: isMemory(record) ? kindNumber(record.category) : null,
    importance: record.importance,
    created_at: Date.parse(record.createdAt),
    occurred_at: Date.parse(record.occurredAt),
    expires_at: timeOf(record.expiresAt),
    valid_to: timeOf(record.validTo),
    superseded_by: record.supersededBy,
    session,
    sequence,
    external_id: externalId === undefined ? undefined : hashOf(externalId),
  };
}

function timeOf(time: string | undefined): number | undefined {
  return time === undefined ? undefined : Date.parse(time);
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
