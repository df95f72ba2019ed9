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

/** A value that a filter can ask for. Type and value must be equal: `1` is not `'1'`. */
export type FacetValue = string | number | boolean;

/** Prefix of a key of `source` in a filter: `source.speaker`. */
export const sourcePrefix = 'source.';

/** Facet of every record with `contests`. It has three members, so that no key and no tag can equal it. */
export const contestsFacet = JSON.stringify(['contests', '', '']);

/** Facet that no record has. */
export const noFacet = JSON.stringify(['none', '', '']);

/** Facet of every record that rests on this id. It has three members, like {@link contestsFacet}. */
export function evidenceFacet(id: string): string {
  return JSON.stringify(['evidence', id, '']);
}

/**
 * The facets by which a filter finds a record: one text for each plain value of its `metadata` and `source`, and for
 * each plain member of a list there; {@link contestsFacet}; and {@link evidenceFacet} of each id. Put them into an
 * index beside the record; {@link RecordFilter.where} asks for such texts. Objects and `null` have none. Without
 * duplicates.
 */
export function facetsOf({
  metadata,
  source,
  contests,
  evidence = [],
}: Pick<MemoryRecord, 'metadata' | 'source' | 'contests' | 'evidence'>): string[] {
  const facets = new Set<string>();
  const add = (key: string, value: unknown) => {
    for (const member of Array.isArray(value) ? value : [value])
      if (isFacetValue(member)) facets.add(facet(key, member));
  };
  for (const key in source) add(sourcePrefix + key, source[key]);
  for (const key in metadata) add(key, metadata[key]);
  if (contests !== undefined) facets.add(contestsFacet);
  for (const id of evidence) facets.add(evidenceFacet(id));
  return [...facets];
}

/** The facet of one key and value, as in {@link facetsOf}. */
export function facet(key: string, value: FacetValue): string {
  return JSON.stringify([key, value]);
}

/** A value that `where` can compare: a text, a number or a boolean. */
export function isFacetValue(value: unknown): value is FacetValue {
  return typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
}
