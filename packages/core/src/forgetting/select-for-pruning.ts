import { compareTexts, type DecaySettings, isExpired, type ScanRow } from '@mneme/contract';
import { importanceAt } from './decay.ts';

export interface PruneRule {
  /** ISO 8601 in UTC. */
  now: string;
  /** How many records may stay. `Infinity`: no limit. */
  maxRecords: number;
  decay: DecaySettings;
}

export interface PruneSelection {
  /** Expired ids, earliest first, then those that they had replaced. They are removed even below the cap. */
  expired: string[];
  /** Ids above the cap, the least important first. */
  overCap: string[];
}

/**
 * Selects what to remove from a whole scope. A removed record takes along what it has replaced, so that nothing of it
 * stays readable. Above the cap, episodes are removed before facts, because facts may be all that remains of them;
 * within each kind those of lowest effective importance first; ties: superseded ones, then those confirmed longest ago,
 * then by id. The order of `rows` does not matter.
 */
export function selectForPruning(
  rows: readonly ScanRow[],
  { now, maxRecords, decay }: PruneRule,
): PruneSelection {
  const expired: ScanRow[] = [];
  const live: { row: ScanRow; worth: number }[] = [];
  const worthOf = importanceAt(now, decay);
  for (const row of rows) {
    if (isExpired(row, now)) expired.push(row);
    else live.push({ row, worth: worthOf(row) });
  }

  expired.sort(
    (one, other) => compareTexts(one.expiresAt ?? '', other.expiresAt ?? '') || byId(one, other),
  );
  live.sort(
    (one, other) =>
      Number(isFact(one.row)) - Number(isFact(other.row)) ||
      one.worth - other.worth ||
      Number(isCurrent(one.row)) - Number(isCurrent(other.row)) ||
      compareTexts(one.row.confirmedAt, other.row.confirmedAt) ||
      byId(one.row, other.row),
  );
  const replaced = Map.groupBy(
    rows.filter((row) => row.supersededBy !== undefined),
    (row) => row.supersededBy,
  );
  const withReplaced = (ids: Set<string>) => {
    for (const id of ids) for (const row of replaced.get(id) ?? []) ids.add(row.id);
    return ids;
  };
  const gone = withReplaced(new Set(expired.map(({ id }) => id)));
  const overCap = new Set<string>();
  let left = rows.length - gone.size;
  for (const { row } of live) {
    if (left <= maxRecords) break;
    if (gone.has(row.id)) continue;
    for (const id of withReplaced(new Set([row.id]))) {
      if (gone.has(id) || overCap.has(id)) continue;
      overCap.add(id);
      left -= 1;
    }
  }
  return { expired: [...gone], overCap: [...overCap] };
}

function isFact(row: ScanRow): boolean {
  return row.kind === 'fact';
}

function isCurrent(row: ScanRow): boolean {
  return row.supersededBy === undefined;
}

function byId(one: ScanRow, other: ScanRow): number {
  return compareTexts(one.id, other.id);
}
