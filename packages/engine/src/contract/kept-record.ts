import type { MemoryRecord } from './record.ts';

/**
 * What the engine keeps of a session beside its turns: how far it was read, a summary. A backend keeps it as any record, by
 * its id and its version, and answers it to `get` alone: it is in no search, list, scan, session or count.
 */
export type SessionRecord = Omit<MemoryRecord, 'kind'> & { kind: 'session' };

/** Whatever lies under an id. */
export type KeptRecord = MemoryRecord | SessionRecord;

/** False for what the engine keeps for itself. */
export function isMemory(record: KeptRecord): record is MemoryRecord {
  return record.kind !== 'session';
}
