import { facetsOf } from './facets.ts';
import type { RecordFilter } from './memory-backend.ts';
import type { MemoryRecord } from './record.ts';

/** Implements {@link RecordFilter} for stores that look at records one by one. */
export function passesFilter(record: MemoryRecord, filter: RecordFilter): boolean {
  return (
    (filter.includeExpired === true || !isExpired(record, filter.now)) &&
    holds(record, filter) &&
    (filter.kinds === undefined || filter.kinds.includes(record.kind)) &&
    (!filter.categories?.length ||
      (record.category !== undefined && filter.categories.includes(record.category))) &&
    (filter.tags ?? []).every((tag) => record.tags.includes(tag)) &&
    hasFacets(record, filter.where) &&
    (filter.minImportance === undefined || record.importance >= filter.minImportance) &&
    (filter.occurredFrom === undefined || record.occurredAt >= filter.occurredFrom) &&
    (filter.occurredBefore === undefined || record.occurredAt < filter.occurredBefore)
  );
}

function hasFacets(record: MemoryRecord, where: RecordFilter['where'] = []): boolean {
  const facets = where.length === 0 ? [] : facetsOf(record);
  return where.every((wanted) => wanted.some((facet) => facets.includes(facet)));
}

/** Whether it has expired. */
export function isExpired({ expiresAt }: Pick<MemoryRecord, 'expiresAt'>, now: string): boolean {
  return expiresAt !== undefined && expiresAt <= now;
}

/** Neither superseded nor expired. */
export function isCurrent(record: MemoryRecord, now: string): boolean {
  return record.supersededBy === undefined && !isExpired(record, now);
}

function holds(record: MemoryRecord, { asOf, includeSuperseded }: RecordFilter): boolean {
  if (asOf !== undefined) {
    return record.occurredAt <= asOf && (record.validTo === undefined || record.validTo > asOf);
  }
  return includeSuperseded === true || record.supersededBy === undefined;
}
