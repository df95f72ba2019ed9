import { type AnyRecord, facetsOf, type RecordFilter } from '@mneme/core/backend';
import { hashed } from '../hashed.ts';

/** What a record can be found by in the table `facets`: its tags and source fields. */
export function hashedFacets(record: AnyRecord): string[] {
  return [...new Set([...record.tags.map(tagFacet), ...facetsOf(record)])].map(hashed);
}

/** A record passes if it has one facet of each list. */
export function wantedFacets({ tags = [], where = [] }: RecordFilter): string[][] {
  return [...tags.map((tag) => [tagFacet(tag)]), ...where].map((each) => each.map(hashed));
}

// Keys of source fields are not JSON arrays of one text, so tags cannot be mistaken for them.
function tagFacet(tag: string): string {
  return JSON.stringify([tag]);
}
