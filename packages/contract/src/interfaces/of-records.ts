import type { BackendStats } from './memory-backend.ts';
import { type MemoryCategory, type MemoryRecord, memoryCategories } from './record.ts';

/**
 * A number of records of one category (absent: turns) in the same state. Records that are both superseded and expired
 * count as expired.
 */
export interface CountedRecords {
  category: MemoryCategory | undefined;
  state: 'current' | 'superseded' | 'expired';
  count: number;
}

type Counts = Pick<BackendStats, 'current' | 'superseded' | 'expired' | 'byKind' | 'byCategory'>;

/** The counts of {@link BackendStats}. */
export function sumCounts(parts: Iterable<CountedRecords>): Counts {
  const found: Counts = {
    current: 0,
    superseded: 0,
    expired: 0,
    byKind: { episode: 0, fact: 0 },
    byCategory: Object.fromEntries(
      memoryCategories.map((category) => [category, 0]),
    ) as BackendStats['byCategory'],
  };
  for (const { category, state, count } of parts) {
    found[state] += count;
    if (state !== 'current') continue;
    found.byKind[category === undefined ? 'episode' : 'fact'] += count;
    if (category !== undefined) found.byCategory[category] += count;
  }
  return found;
}

/**
 * Puts turns of one session with the same time into the order of their sequence; all other records keep their places.
 * `newestFirst`: the records come newest first, so the last turn comes first.
 */
export function turnsInOrder(
  records: readonly MemoryRecord[],
  { newestFirst }: { newestFirst: boolean },
): MemoryRecord[] {
  const turns = [...records.entries()].filter(
    ([, { source }]) => source.session !== undefined && source.sequence !== undefined,
  );
  const ofOneTime = Map.groupBy(
    turns,
    ([, { createdAt, source }]) => `${createdAt} ${source.session}`,
  );
  const ordered = [...records];
  const sign = newestFirst ? -1 : 1;
  for (const some of ofOneTime.values()) {
    const sequenceOf = ([, { source }]: (typeof some)[number]) => source.sequence as number;
    const sorted = some.toSorted((a, b) => sign * (sequenceOf(a) - sequenceOf(b)));
    for (const [index, [place]] of some.entries())
      ordered[place] = (sorted[index] as (typeof some)[number])[1];
  }
  return ordered;
}
