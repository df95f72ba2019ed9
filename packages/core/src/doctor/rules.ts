import {
  type DecaySettings,
  isExpired,
  type MemoryRecord,
  type ScanRow,
  type StoreFault,
} from '@mneme/contract';
import { daysBetween, effectiveImportance, halfLifeOf } from '../forgetting/index.ts';
import type { FindingKind } from './api.ts';

/** All kinds in the order of a report, and whether they need attention. */
export const severities: Readonly<Record<FindingKind, 'attention' | 'note'>> = {
  unreachable: 'attention',
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

interface AgeRule {
  /** ISO 8601 in UTC. */
  now: string;
  staleDays: number;
  decay: DecaySettings;
}

/** A memory with less importance than this is stale: it is below the lowest initial importance. */
const faded = 0.5;

/** What the age of a record means for the doctor. */
export function findingsOfAge(row: ScanRow, { now, staleDays, decay }: AgeRule): FindingKind[] {
  if (isExpired(row, now)) return ['expired'];
  if (row.supersededBy !== undefined) return [];
  const ageDays = daysBetween(row.confirmedAt, now);
  if (ageDays < staleDays) return [];
  const left = effectiveImportance(row.importance, ageDays, halfLifeOf(row.category, decay));
  const found: FindingKind[] = [];
  if (left < faded) found.push('stale');
  if (row.lastAccessedAt === undefined) found.push('never_recalled');
  return found;
}

/** The kind of finding for a fault of the store. */
export function kindOfFault({ kind, mend }: StoreFault): FindingKind {
  if (kind === 'checksum') return 'damaged';
  if (kind === 'unfinished' || kind === 'unreachable') return kind;
  return kind === 'structure' && mend === 'none' ? 'structure' : 'index';
}

/**
 * Whether two equal texts may be merged. Not turns of a conversation: each has its own place, and `Yes.` is said often.
 * Not records with two external ids.
 */
export function mayBeMerged(
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
