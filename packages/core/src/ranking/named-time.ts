import { dayMs, yearOf } from '@mneme/language/text';
import { calendarTimes } from './calendar-times.ts';
import { relativeTimes } from './relative-times.ts';
import { daysOfMonth, type MonthOfAnyYear, type NamedTime, type TimeSpan } from './time-span.ts';
import { wordedTimes } from './worded-times.ts';

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

/** The time spans that a query names, if they are no longer than a month; of a time in any year, the latest one. */
export function namedSpans(query: string, now: string): { from: string; before: string }[] {
  return timesIn(query, now)
    .map((time) => ('from' in time ? time : latestOf(time, new Date(now))))
    .filter(({ from, before }) => before - from <= longestDays * dayMs)
    .map(({ from, before }) => ({
      from: new Date(from).toISOString(),
      before: new Date(before).toISOString(),
    }));
}

function timesIn(query: string, now: string): NamedTime[] {
  const at = new Date(now);
  return [...calendarTimes(query), ...relativeTimes(query, at), ...wordedTimes(query, at)];
}

function latestOf(time: MonthOfAnyYear, now: Date): TimeSpan {
  return daysOfMonth(yearOf(now, { month: time.month - 1, day: time.days?.[0] }, -1), time);
}

function fitOf(time: NamedTime, instant: number): number {
  if ('from' in time) return fitOfSpan(time, instant);
  const at = new Date(instant);
  if (time.days === undefined) return at.getUTCMonth() + 1 === time.month ? inLong : 0;
  // The nearest of all years.
  return [-1, 0, 1].reduce(
    (best, years) =>
      Math.max(best, fitOfSpan(daysOfMonth(at.getUTCFullYear() + years, time), instant)),
    0,
  );
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
