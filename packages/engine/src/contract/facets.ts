import type { MemoryRecord } from './record.ts';

/** A value that a filter can ask for. Equal means the same type and the same value: `1` is not `'1'`. */
export type FacetValue = string | number | boolean;

/** Before a key of `source` where a filter names it: `source.speaker`. */
export const sourcePrefix = 'source.';

/** Of every record with `contests`. It has three members, so that no key and no tag meets it. */
export const contestsFacet = JSON.stringify(['contests', '', '']);

/** Of every record that rests on this. It has three members, as {@link contestsFacet} has. */
export function evidenceFacet(id: string): string {
  return JSON.stringify(['evidence', id, '']);
}

/**
 * What a filter finds a record by: one text for each plain value of its `metadata` and its `source`, and one for each
 * plain member of a list; {@link contestsFacet}, and {@link evidenceFacet} of each id. Keep them in an index beside the record; {@link RecordFilter.where} asks for such texts.
 * Objects and `null` have none. Without duplicates.
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

/** One key with one value, as {@link facetsOf} writes it. */
export function facet(key: string, value: FacetValue): string {
  return JSON.stringify([key, value]);
}

/** A value that `where` can compare: a text, a number or a boolean. */
export function isFacetValue(value: unknown): value is FacetValue {
  return typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
}
