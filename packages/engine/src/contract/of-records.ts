import type { BackendStats, ListOrder, ScanRow, SessionInfo } from './memory-backend.ts';
import { isCurrent, isExpired } from './passes-filter.ts';
import type { MemoryRecord } from './record.ts';
import { memoryCategories } from './record.ts';

/** The counts of {@link BackendStats}, for stores that look at records one by one. */
export function countsOf(
  records: readonly MemoryRecord[],
  now: string,
): Pick<BackendStats, 'current' | 'superseded' | 'expired' | 'byKind' | 'byCategory'> {
  const current = records.filter((record) => isCurrent(record, now));
  const kinds = current.map(({ kind }) => kind);
  const countOf = (wanted: string) => current.filter(({ category }) => category === wanted).length;
  return {
    current: current.length,
    superseded: records.filter(({ supersededBy }) => supersededBy !== undefined).length,
    expired: records.filter((record) => isExpired(record, now)).length,
    byKind: {
      episode: kinds.filter((kind) => kind === 'episode').length,
      fact: kinds.filter((kind) => kind === 'fact').length,
    },
    byCategory: Object.fromEntries(
      memoryCategories.map((name) => [name, countOf(name)]),
    ) as BackendStats['byCategory'],
  };
}

/** The sessions that have a current turn among these records. */
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

/** The values that a list in this order is sorted by. All orders but `first` are descending. */
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

/** What {@link ScanRow} has of a record. */
export function scanRowOf(record: MemoryRecord): ScanRow {
  const known = scanned.filter((field) => record[field] !== undefined);
  return Object.fromEntries(known.map((field) => [field, record[field]])) as unknown as ScanRow;
}
