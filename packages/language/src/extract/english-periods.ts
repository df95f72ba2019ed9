import {
  countOf,
  isoDay,
  mondayOf,
  monthOf,
  nearestWeekday,
  shifted,
  unitOf,
  weekdayOf,
  yearOf,
} from '../text/index.ts';

/** A date with its preposition, if none is before it. */
export interface Told {
  own: string;
  date: string;
}

/** Undefined if there is no such day. */
export function on(date: Date | undefined): Told | undefined {
  return date && { own: 'on ', date: isoDay(date) };
}

const inWeek = (monday: Date): Told => ({ own: 'in ', date: `the week of ${isoDay(monday)}` });
export const within = (date: string): Told => ({ own: 'in ', date });

/** Days become exact dates, weeks the week around a day, months and years themselves. */
export function counted(
  at: Date,
  { count, unit: of, back }: { count: string; unit: string; back?: true },
): Told {
  const time = shifted(at, countOf(count) * (back ? -1 : 1), unitOf(of));
  const date =
    of === 'month' ? monthOf(time) : of === 'year' ? String(time.getUTCFullYear()) : isoDay(time);
  if (of === 'week' || /few|several/i.test(count)) return { own: 'around ', date };
  return { own: of === 'day' ? 'on ' : 'in ', date };
}

const places: Record<string, number> = {
  last: -1,
  past: -1,
  previous: -1,
  this: 0,
  next: 1,
  coming: 1,
};

function placeOf(which: string): number {
  const words = which.toLowerCase().split(' ');
  return places[words.at(-1) as string] ?? 0;
}

export function inThatWeek(at: Date, which: string, day: number): Date {
  const place = placeOf(which);
  if (/^(?:this )?coming$/i.test(which)) return nearestWeekday(at, day, 1);
  // `last Friday` is the latest one; `next Friday` is in the next week, and `this Friday` in this one.
  return place < 0 ? nearestWeekday(at, day, -1) : weekdayOf(at, day, place);
}

function quarterOf(at: Date, place: number): string {
  const time = shifted(at, place * 3, 'month');
  return `the ${['first', 'second', 'third', 'fourth'][Math.floor(time.getUTCMonth() / 3)]} quarter of ${time.getUTCFullYear()}`;
}

export function periodOf(at: Date, which: string, named: string): Told | undefined {
  const place = placeOf(which);
  const year = at.getUTCFullYear();
  switch (named) {
    case 'week':
      return inWeek(mondayOf(at, place));
    case 'weekend': {
      const saturday = /coming$/i.test(which) ? nearestWeekday(at, 5, 1) : weekdayOf(at, 5, place);
      return { own: 'on ', date: `the weekend of ${isoDay(saturday)}` };
    }
    case 'month':
      return within(monthOf(shifted(at, place, 'month')));
    case 'year':
      return within(String(year + place));
    case 'quarter':
      return within(quarterOf(at, place));
    default:
      return undefined;
  }
}

export const seasons: Record<string, number> = {
  spring: 2,
  summer: 5,
  autumn: 8,
  fall: 8,
  winter: 11,
};
export const feasts: Record<string, { month: number; day: number }> = {
  christmas: { month: 11, day: 25 },
  halloween: { month: 9, day: 31 },
  "new year's eve": { month: 11, day: 31 },
};

export function named(at: Date, which: string, what: { month: number; day?: number }): number {
  const place = placeOf(which);
  if (place === 0) return at.getUTCFullYear();
  return yearOf(shifted(at, place, 'month'), what, place > 0 ? 1 : -1);
}
