import type { MemoryRecord } from '@mneme/engine/contract';
import type { StoreItem } from '@mneme/engine/input';

/** The first version of a record from an item. Missing fields are absent. */
export function newRecord(
  item: StoreItem,
  { id, scope, now }: { id: string; scope: string; now: string },
): MemoryRecord {
  const record: MemoryRecord = {
    id,
    version: 1,
    scope,
    content: item.content,
    kind: item.kind,
    tags: item.tags,
    importance: item.importance,
    createdAt: now,
    updatedAt: now,
    confirmedAt: now,
    occurredAt: item.occurredAt,
    accessCount: 0,
    source: item.source,
  };
  if (item.category !== undefined) record.category = item.category;
  if (item.evidence !== undefined) record.evidence = item.evidence;
  if (item.extractedBy !== undefined) record.extractedBy = item.extractedBy;
  if (item.expiresAt !== undefined) record.expiresAt = item.expiresAt;
  if (item.metadata !== undefined) record.metadata = item.metadata;
  return record;
}
