import type { MemoryRecord } from './record.ts';

/**
 * The engine's note on a session: how far it was read, and a summary. A backend stores it like any record, by id and
 * version, and returns it only from `get`: it is in no search, list, scan, session or count.
 */
export type SessionRecord = Omit<MemoryRecord, 'kind'> & { kind: 'session' };

/** Any record that can be stored under an id. */
export type KeptRecord = MemoryRecord | SessionRecord;

/** False for the engine's own records. */
export function isMemory(record: KeptRecord): record is MemoryRecord {
  return record.kind !== 'session';
}
