import type { DecaySettings, MemoryCategory, MemoryRecord } from '@mneme/contract';

/** 30 days for every category. */
export const defaultDecay: DecaySettings = { halfLifeDays: 30 };

/** `importance * exp(-ln 2 * ageDays / halfLifeDays)`; an age below zero counts as zero. */
export function effectiveImportance(
  importance: number,
  ageDays: number,
  halfLifeDays: number,
): number {
  if (halfLifeDays === 0 || halfLifeDays === Number.POSITIVE_INFINITY) return importance;
  return importance * Math.exp((-Math.LN2 * Math.max(0, ageDays)) / halfLifeDays);
}

/** The half-life of a category, in days. Episodes have none, and fade by `halfLifeDays`. */
export function halfLifeOf(category: MemoryCategory | undefined, decay: DecaySettings): number {
  return (category && decay.byCategory?.[category]) ?? decay.halfLifeDays;
}

const dayMs = 86_400_000;

/** The importance of records at one moment. */
export function importanceAt(
  now: string,
  decay: DecaySettings,
): (record: Pick<MemoryRecord, 'importance' | 'confirmedAt' | 'category'>) => number {
  const until = Date.parse(now);
  return ({ importance, confirmedAt, category }) =>
    effectiveImportance(
      importance,
      (until - Date.parse(confirmedAt)) / dayMs,
      halfLifeOf(category, decay),
    );
}

/** Days from one ISO time to another; below zero where `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs;
}
