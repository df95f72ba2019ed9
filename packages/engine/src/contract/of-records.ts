import type { BackendStats, ListOrder, ScanRow, SessionInfo } from './memory-backend.ts';
import { isCurrent, isExpired } from './passes-filter.ts';
import type { MemoryCategory, MemoryRecord } from './record.ts';
import { memoryCategories } from './record.ts';

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
  const named = new Map<string, MemoryRecord[]>();
  for (const record of records) {
    const { session } = record.source;
    if (record.kind !== 'episode' || session === undefined || !isCurrent(record, now)) continue;
    named.set(session, [...(named.get(session) ?? []), record]);
  }
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

const scanned = [
  'id',
  'version',
  'kind',
  'category',
  'importance',
  'confirmedAt',
  'expiresAt',
  'supersededBy',
  'lastAccessedAt',
] as const satisfies readonly (keyof ScanRow)[];

/** The fields of {@link ScanRow} from a record. */
export function scanRowOf(record: MemoryRecord): ScanRow {
  const known = scanned.filter((field) => record[field] !== undefined);
  return Object.fromEntries(known.map((field) => [field, record[field]])) as unknown as ScanRow;
}
