/**
 * What the parts of an index take on JavaScript's heap, measured with V8 of Node 24 by `bench scopes`: the budget of
 * cached indexes counts it beside the bytes of their arrays.
 */

/** An array of numbers beside its numbers. */
export const arrayBytes = 200;
/** An index without rows. */
export const emptyIndexBytes = 7000;
/** Limit in bytes of the cached postings of one index. */
export const mostTermBytes = 32 * 1024 * 1024;

/** Words of rows in maps, by row and by term. */
export function looseBytes({ rows, words }: { rows: number; words: number }): number {
  return rows * 300 + words * 300;
}

/** The postings of a term. */
export function termRowsBytes({
  places,
  counts,
}: Record<'places' | 'counts', { byteLength: number }>): number {
  return places.byteLength + counts.byteLength + 2 * arrayBytes + 100;
}
