/** Names of days and arithmetic with them. All in UTC. */

/** Ahead or back. */
export type Way = 1 | -1;

/** A unit of the calendar. */
export type Unit = 'day' | 'week' | 'month' | 'year';

/** Milliseconds of a day. */
export const dayMs = 86_400_000;

/** English names of months, January first. */
export const monthNames =
  'January February March April May June July August September October November December'.split(
    ' ',
  );
const weekdays = 'mon tues wednes thurs fri satur sun'.split(' ');
const chineseWeekdays = '一二三四五六日';
const chineseUnits: Record<string, Unit> = {
  ...{ 天: 'day', 日: 'day', 周: 'week', 星期: 'week', 礼拜: 'week', 月: 'month', 年: 'year' },
};

/** `2026-03-09`. */
export function isoDay(time: Date): string {
  return time.toISOString().slice(0, 10);
}

/** The number of a day of the month, in Chinese. */
export function chineseDay(time: Date): string {
  return `${chineseMonth(time)}${time.getUTCDate()}日`;
}

/** The number of a month, in Chinese. */
export function chineseMonth(time: Date): string {
  return `${time.getUTCFullYear()}年${time.getUTCMonth() + 1}月`;
}

/** `March 2026`. */
export function monthOf(time: Date): string {
  return `${monthNames[time.getUTCMonth()]} ${time.getUTCFullYear()}`;
}

/** 0..11 by the first three letters; -1: no month. */
export function monthNumber(name: string): number {
  const start = name.slice(0, 3).toLowerCase();
  return monthNames.findIndex((month) => month.toLowerCase().startsWith(start));
}

/** 0 (Monday) to 6, by `tues` or 二. */
export function weekdayNumber(name: string): number {
  const place = chineseWeekdays.indexOf(name === '天' ? '日' : name);
  return place < 0 ? weekdays.indexOf(name.toLowerCase()) : place;
}

/** By `Week` or 星期. */
export function unitOf(name: string): Unit {
  return chineseUnits[name] ?? (name.toLowerCase() as Unit);
}

/** Adds a number of units; half a month back is one month. A day beyond the end of the month becomes its last day. */
export function shifted(at: Date, count: number, unit: Unit): Date {
  if (unit === 'day' || unit === 'week')
    return new Date(at.getTime() + count * (unit === 'week' ? 7 : 1) * dayMs);
  const months = Math.floor(count * (unit === 'year' ? 12 : 1));
  const year = at.getUTCFullYear();
  const month = at.getUTCMonth() + months;
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(at.getUTCDate(), last), at.getUTCHours()));
}

/** The Monday of the week this many weeks later. */
export function mondayOf(at: Date, weeks = 0): Date {
  return shifted(at, weeks * 7 - ((at.getUTCDay() + 6) % 7), 'day');
}

/** A weekday (0: Monday) of the week this many weeks later. */
export function weekdayOf(at: Date, weekday: number, weeks = 0): Date {
  return shifted(mondayOf(at, weeks), weekday, 'day');
}

/** The next or the last one; never the same day. */
export function nearestWeekday(at: Date, weekday: number, toward: Way): Date {
  const today = (at.getUTCDay() + 6) % 7;
  const days = toward > 0 ? (weekday - today + 7) % 7 || 7 : -((today - weekday + 7) % 7 || 7);
  return shifted(at, days, 'day');
}

/** The year of the next or the last such day or month (0..11): this month counts as both. */
export function yearOf(
  at: Date,
  { month, day }: { month: number; day?: number },
  toward: Way,
): number {
  const year = at.getUTCFullYear();
  const of = (time: Date) => time.getUTCMonth() * 31 + (day === undefined ? 0 : time.getUTCDate());
  const place = month * 31 + (day ?? 0);
  if (toward > 0) return place < of(at) ? year + 1 : year;
  return place > of(at) ? year - 1 : year;
}

/** People name the year of a day or month longer ago; without a year, a past verb is about something else. */
const longestBack = 8;

/** The same, if it is clear: undefined for more than eight months back. */
export function yearMeant(
  at: Date,
  named: { month: number; day?: number },
  toward: Way,
): number | undefined {
  const year = yearOf(at, named, toward);
  const months = 12 * (at.getUTCFullYear() - year) + at.getUTCMonth() - named.month;
  return months > longestBack ? undefined : year;
}

/** Undefined if the month (0..11) has no such day. */
export function dayOf({
  year,
  month,
  day,
}: {
  year: number;
  month: number;
  day: number;
}): Date | undefined {
  const date = new Date(Date.UTC(year, month, day));
  return date.getUTCMonth() === month ? date : undefined;
}

/** Each at the index of its value. */
const numberWords = 'zero one two three four five six seven eight nine ten eleven twelve'.split(
  ' ',
);
/** The English numbers that `countOf` reads, as a group of a pattern. */
export const englishCount = String.raw`(?<count>\d{1,3}|an?|${numberWords.slice(1).join('|')}|(?:a )?couple(?: of)?|(?:a )?few|several)`;
const chineseDigits = '零一二三四五六七八九十';
/** The value of `a few` and 几. */
const some = 3;

/** The value of a count, up to 99 in words: `12`, `an`, `a couple of`, 二十三, 半. */
export function countOf(text: string): number {
  const word = text.toLowerCase();
  if (/^\d/.test(word)) return Number(word);
  if (/^an?$/.test(word)) return 1;
  if (word === '半') return 0.5;
  if (/couple|[两兩]/u.test(word)) return 2;
  const english = numberWords.indexOf(word);
  if (english > 0) return english;
  const [tens, ones] = word.split('十') as [string, string?];
  if (ones !== undefined)
    return (
      (tens === '' ? 1 : chineseDigits.indexOf(tens)) * 10 +
      (ones === '' ? 0 : chineseDigits.indexOf(ones))
    );
  const digit = chineseDigits.indexOf(word);
  return digit > 0 ? digit : some;
}
