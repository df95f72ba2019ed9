import type { MemoryRecord } from './record.ts';

/** A value that a filter can ask for. Type and value must be equal: `1` is not `'1'`. */
export type FacetValue = string | number | boolean;

/** Prefix of a key of `source` in a filter: `source.speaker`. */
export const sourcePrefix = 'source.';

/** Facet of every record with `contests`. It has three members, so that no key and no tag can equal it. */
export const contestsFacet = JSON.stringify(['contests', '', '']);

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
