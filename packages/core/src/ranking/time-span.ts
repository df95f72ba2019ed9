import { dayMs } from '@mneme/language/text';

/** A stretch of time in milliseconds, `from` inclusive, `before` exclusive. */
export interface TimeSpan {
  from: number;
  before: number;
}

/** A time in a query: a span, or a month or a day of any year (month 1..12). */
export type NamedTime = TimeSpan | { month: number; day?: number };

/** `count` months starting with the given one (0..11; values beyond mean other years). */
export function monthSpan(inYear: number, first: number, count = 1): TimeSpan {
  return { from: Date.UTC(inYear, first), before: Date.UTC(inYear, first + count) };
}

/** `count` days starting with the day of that time, in UTC. */
export function daySpan(instant: number, count = 1): TimeSpan {
  const from = Math.floor(instant / dayMs) * dayMs;
  return { from, before: from + count * dayMs };
}
