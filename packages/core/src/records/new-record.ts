import type { MemoryRecord } from '@mneme/contract';
import type { StoreItem } from '@mneme/contract/input';

/** The first version of a record from an item. Missing fields are absent. */
export function newRecord(
  item: StoreItem,
  { id, scope, now }: { id: string; scope: string; now: string },
): MemoryRecord {
  const { content, kind, tags, importance, occurredAt, source } = item;
  const { category, evidence, extractedBy, expiresAt, metadata, disclosure } = item;
  return withoutUndefined({
    ...{ id, version: 1, scope, content, kind, tags, importance },
    ...{ createdAt: now, updatedAt: now, confirmedAt: now, occurredAt, accessCount: 0, source },
    ...{ category, evidence, extractedBy, expiresAt, metadata, disclosure },
  });
}

/** A copy without the fields that are undefined. */
export function withoutUndefined<Fields extends object>(fields: Fields): Fields {
  const present = {} as Fields;
  for (const key in fields) if (fields[key] !== undefined) present[key] = fields[key];
  return present;
}
