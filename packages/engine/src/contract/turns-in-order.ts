import type { MemoryRecord } from './record.ts';

/**
 * Puts turns of one session with the same time into the order of their sequence; all other records keep their places.
 * `newestFirst`: the records come newest first, so the last turn comes first.
 */
export function turnsInOrder(
  records: readonly MemoryRecord[],
  { newestFirst }: { newestFirst: boolean },
): MemoryRecord[] {
  const placesOf = new Map<string, number[]>();
  for (const [place, { createdAt, source }] of records.entries()) {
    if (source.session === undefined || source.sequence === undefined) continue;
    const key = `${createdAt} ${source.session}`;
    const places = placesOf.get(key);
    if (places === undefined) placesOf.set(key, [place]);
    else places.push(place);
  }
  const ordered = [...records];
  const sign = newestFirst ? -1 : 1;
  for (const places of placesOf.values()) {
    const turns = places.map((place) => records[place] as MemoryRecord);
    turns.sort((a, b) => sign * ((a.source.sequence ?? 0) - (b.source.sequence ?? 0)));
    for (const [index, place] of places.entries()) ordered[place] = turns[index] as MemoryRecord;
  }
  return ordered;
}
