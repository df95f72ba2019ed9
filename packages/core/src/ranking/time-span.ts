import { dayMs } from '@mneme/language/text';

/** A stretch of time in milliseconds, `from` inclusive, `before` exclusive. */
export interface TimeSpan {
  from: number;
  before: number;
}

/** Days of a month (1..12) of any year; without `days` the whole month. */
export interface MonthOfAnyYear {
  month: number;
  /** The first and the last of them, 1..31. */
  days?: readonly [first: number, last: number];
}

/** What a query says about when something was. */
export type NamedTime = TimeSpan | MonthOfAnyYear;

/** The days of a month (1..12) in one year. A day that the month does not have counts as its last one. */
export function daysOfMonth(
  inYear: number,
  { month, days: [first, last] = [1, 31] }: MonthOfAnyYear,
): TimeSpan {
  const whole = monthSpan(inYear, month - 1);
  return {
    from: Math.min(whole.from + (first - 1) * dayMs, whole.before - dayMs),
    before: Math.min(whole.from + last * dayMs, whole.before),
  };
}

/** `count` months starting with the given one (0..11; values beyond mean other years). */
export function monthSpan(inYear: number, first: number, count = 1): TimeSpan {
  return { from: Date.UTC(inYear, first), before: Date.UTC(inYear, first + count) };
}

/** `count` days starting with the day of that time, in UTC. */
export function daySpan(instant: number, count = 1): TimeSpan {
  const from = Math.floor(instant / dayMs) * dayMs;
  return { from, before: from + count * dayMs };
}
