import { dayMs } from '@mneme/language/text';
import { calendarTimes } from './calendar-times.ts';
import { relativeTimes } from './relative-times.ts';
import type { NamedTime, TimeSpan } from './time-span.ts';

/** Texts from this many days around a named day or week are still likely about it; those from its month less so. */
const besideDays = 2;
const beside = 0.5;
const sameMonth = 0.3;
/** A month or a year that is named says less than a day or week. */
const inLong = 0.6;
const weekDays = 7;
const longestDays = 31;

/**
 * How well an `occurredAt` (ISO 8601) fits the times that a query names, 0..1. Relative times count from `now`.
 * Undefined if the query names none. 1: a named day or week; nearby days count less.
 */
export function namedTime(
  query: string,
  now: string,
): ((occurredAt: string) => number) | undefined {
  const times = timesIn(query, now);
  if (times.length === 0) return undefined;
  return (occurredAt) => {
    const instant = Date.parse(occurredAt);
    return times.reduce((best, time) => Math.max(best, fitOf(time, instant)), 0);
  };
}

/** The time spans that a query names, if they are in one year and no longer than a month. */
export function namedSpans(query: string, now: string): { from: string; before: string }[] {
  return timesIn(query, now)
    .filter(
      (time): time is TimeSpan => 'from' in time && time.before - time.from <= longestDays * dayMs,
    )
    .map(({ from, before }) => ({
      from: new Date(from).toISOString(),
      before: new Date(before).toISOString(),
    }));
}

function timesIn(query: string, now: string): NamedTime[] {
  return [...calendarTimes(query), ...relativeTimes(query, new Date(now))];
}

function fitOf(time: NamedTime, instant: number): number {
  if ('from' in time) return fitOfSpan(time, instant);
  const at = new Date(instant);
  if (time.day === undefined) return at.getUTCMonth() + 1 === time.month ? inLong : 0;
  // The nearest of all years.
  return [-1, 0, 1].reduce((best, years) => {
    const from = Date.UTC(at.getUTCFullYear() + years, time.month - 1, time.day);
    return Math.max(best, fitOfSpan({ from, before: from + dayMs }, instant));
  }, 0);
}

function fitOfSpan({ from, before }: TimeSpan, instant: number): number {
  const long = before - from > weekDays * dayMs;
  if (instant >= from && instant < before) return long ? inLong : 1;
  if (long) return 0;
  const gap = instant < from ? from - instant : instant - before;
  if (gap < besideDays * dayMs) return beside;
  return new Date(instant).toISOString().slice(0, 7) === new Date(from).toISOString().slice(0, 7)
    ? sameMonth
    : 0;
}
