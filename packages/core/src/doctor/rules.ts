import type { DecaySettings, MemoryRecord, ScanRow, StoreFault } from '@mneme/engine/contract';
import { daysBetween, effectiveImportance, halfLifeOf } from '../forgetting/index.ts';
import type { FindingKind } from './api.ts';

/** Every kind, in the order of a report, and whether somebody should do something. */
export const severities: Readonly<Record<FindingKind, 'attention' | 'note'>> = {
  damaged: 'attention',
  structure: 'attention',
  index: 'attention',
  unfinished: 'attention',
  audit: 'attention',
  bytes_pending: 'attention',
  reembed_unfinished: 'attention',
  secret: 'attention',
  duplicate: 'attention',
  oversized: 'attention',
  near_duplicate: 'note',
  contested: 'note',
  expired: 'note',
  stale: 'note',
  never_recalled: 'note',
};

export interface AgeRule {
  /** ISO 8601 in UTC. */
  now: string;
  staleDays: number;
  decay: DecaySettings;
}

/** Less than this is left of the importance of a stale memory: below what the least important one begins with. */
const faded = 0.5;

/** What the age of a record makes of it. */
export function findingsOfAge(row: ScanRow, { now, staleDays, decay }: AgeRule): FindingKind[] {
  if (row.expiresAt !== undefined && row.expiresAt <= now) return ['expired'];
  if (row.supersededBy !== undefined) return [];
  const ageDays = daysBetween(row.confirmedAt, now);
  if (ageDays < staleDays) return [];
  const left = effectiveImportance(row.importance, ageDays, halfLifeOf(row.category, decay));
  const found: FindingKind[] = [];
  if (left < faded) found.push('stale');
  if (row.lastAccessedAt === undefined) found.push('never_recalled');
  return found;
}

/** What a fault of the store is to who reads the report. */
export function kindOfFault({ kind, mend }: StoreFault): FindingKind {
  if (kind === 'checksum') return 'damaged';
  if (kind === 'unfinished') return 'unfinished';
  return kind === 'structure' && mend === 'none' ? 'structure' : 'index';
}

/**
 * Whether one of two equal texts can stand for both. Turns of a conversation cannot: each was said at its own place, and
 * `Yes.` is said often. Nor can what the caller knows by two ids.
 */
export function standsForBoth(
  { source: one }: MemoryRecord,
  { source: other }: MemoryRecord,
): boolean {
  const isTurn = one.sequence !== undefined || other.sequence !== undefined;
  const samePlace = one.session === other.session && one.sequence === other.sequence;
  return (
    (!isTurn || samePlace) &&
    (one.externalId === undefined ||
      other.externalId === undefined ||
      one.externalId === other.externalId)
  );
}
