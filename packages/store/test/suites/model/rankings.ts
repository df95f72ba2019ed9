/** The smallest limit, at least `wanted`, that does not separate two items with equal scores. */
export function untied(wanted: number, rankings: readonly number[][]): number {
  const sorted = rankings.map((scores) => scores.toSorted((one, other) => other - one));
  let limit = wanted;
  const isTied = (scores: readonly number[]) =>
    (scores[limit - 1] ?? Infinity) - (scores[limit] ?? -Infinity) < 1e-4;
  while (sorted.some(isTied)) limit += 1;
  return limit;
}

/** Sorted. */
export const byId = <Item extends { id: string }>(items: readonly Item[]) =>
  items.toSorted((one, other) => (one.id < other.id ? -1 : 1));
