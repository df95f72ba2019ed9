import { dayMs } from '@mneme/language/text';

/** A stretch of time in milliseconds, `from` inclusive, `before` exclusive. */
export interface TimeSpan {
  from: number;
  before: number;
}

/** What a query says about when something was: a stretch of time, or a month or a day of any year (month 1..12). */
export type NamedTime = TimeSpan | { month: number; day?: number };

/** `count` months from the given one (0..11; below and above: other years). */
export function monthSpan(inYear: number, first: number, count = 1): TimeSpan {
  return { from: Date.UTC(inYear, first), before: Date.UTC(inYear, first + count) };
}

/** `count` days from the day of that instant, in UTC. */
export function daySpan(instant: number, count = 1): TimeSpan {
  const from = Math.floor(instant / dayMs) * dayMs;
  return { from, before: from + count * dayMs };
}
