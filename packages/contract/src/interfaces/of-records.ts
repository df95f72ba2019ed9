import type { StoredRecord } from './commit-request.ts';
import type {
  BackendStats,
  ListOrder,
  LookUpMatch,
  LookUpProbe,
  SessionInfo,
} from './memory-backend.ts';
import { pageInOrder } from './pages.ts';
import { isCurrent, isExpired } from './passes-filter.ts';
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

/** The same counts, for stores that look at records one by one. */
export function countsOf(records: readonly MemoryRecord[], now: string): Counts {
  const stateOf = (record: MemoryRecord): CountedRecords['state'] => {
    if (isExpired(record, now)) return 'expired';
    return record.supersededBy === undefined ? 'current' : 'superseded';
  };
  return sumCounts(
    records.map((record) => ({ category: record.category, state: stateOf(record), count: 1 })),
  );
}

/** The sessions with a current turn among these records. */
export function sessionsOf(records: readonly MemoryRecord[], now: string): SessionInfo[] {
  const current = records.filter(
    (record) =>
      record.kind === 'episode' && record.source.session !== undefined && isCurrent(record, now),
  );
  const named = Map.groupBy(current, ({ source }) => source.session as string);
  return [...named].map(([session, turns]) => {
    const times = turns.map(({ occurredAt }) => occurredAt).sort();
    const sequences = turns.map(({ source }) => source.sequence ?? 0);
    return {
      session,
      turns: turns.length,
      firstAt: times[0] ?? '',
      lastAt: times.at(-1) ?? '',
      firstSequence: Math.min(...sequences),
      lastSequence: Math.max(...sequences),
    };
  });
}

/** The values by which a list in this order is sorted. All orders except `first` are descending. */
export function placeInList(
  { importance, createdAt, id, source }: MemoryRecord,
  order: ListOrder,
): (string | number)[] {
  if (order === 'importance') return [importance, createdAt, id];
  return order === 'newest' ? [createdAt, id] : [source.sequence ?? 0, id];
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

/** The fields of a current record that a look-up needs. */
export type MatchedRow = Pick<StoredRecord<MemoryRecord>, 'record' | 'contentKey' | 'matter'>;

/**
 * What one probe finds among the current records of a scope, for stores that look at them one by one. `similarityOf`:
 * the cosine of a row and the probe's vector; undefined if one of the two has no vector or no direction.
 */
export function matchAmong<Row extends MatchedRow>(
  current: readonly Row[],
  { category, contentKey, externalId, matter, turn, limit }: LookUpProbe,
  similarityOf: (row: Row) => number | undefined,
): LookUpMatch {
  const same = current.filter(
    ({ record }) =>
      category !== undefined && contentKey !== undefined && record.category === category,
  );
  const compared = same.map((row) => ({ row, similarity: similarityOf(row) }));
  const ofMatter = compared.filter(({ row }) => matter !== undefined && row.matter === matter);
  const newest = { owner: [], limit, descending: true };
  const equal = same.find((row) => row.contentKey === contentKey)?.record;
  const sameExternalId = current.find(
    ({ record }) => externalId !== undefined && record.source.externalId === externalId,
  )?.record;
  return {
    ...(equal && { equal }),
    ...(sameExternalId && { sameExternalId }),
    nearest: compared
      .flatMap(({ row: { record }, similarity }) =>
        similarity === undefined ? [] : [{ record, similarity }],
      )
      .sort((one, other) => other.similarity - one.similarity)
      .slice(0, limit),
    sameMatter: pageInOrder(
      ofMatter,
      ({ row }) => placeInList(row.record, 'newest'),
      newest,
    ).page.map(({ row: { record }, similarity }) =>
      similarity === undefined ? { record } : { record, similarity },
    ),
    atTurn: current
      .map(({ record }) => record)
      .filter(({ kind, source }) => {
        const isThere = source.session === turn?.session && source.sequence === turn?.sequence;
        return turn !== undefined && kind === 'episode' && isThere;
      })
      .sort((one, other) => (one.id < other.id ? -1 : 1)),
  };
}
