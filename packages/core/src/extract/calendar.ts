const dayMs = 86_400_000;

/** Private characters stand for times that are told already, so that no later pattern reads them again. */
export const firstMark = 0xe000;

/** When something was said, and whether it speaks of what comes: `in May` is then the next one. */
export interface ToldAt {
  instant: Date;
  future: boolean;
}

/** The day so many days away, as `2026-03-04`. */
export function addDays(from: ToldAt | string, days: number): string {
  const start = typeof from === 'string' ? Date.parse(from) : from.instant.getTime();
  return new Date(start + days * dayMs).toISOString().slice(0, 10);
}

/** The Monday of that week. */
export function weekStart(at: ToldAt): string {
  return addDays(at, -((at.instant.getUTCDay() + 6) % 7));
}

/** The first such day (0: Monday) after today; with `next` the one of the week after this. */
export function comingWeekday(at: ToldAt, place: number, next: boolean): string {
  const inThisWeek = addDays(weekStart(at), place);
  if (next || inThisWeek <= addDays(at, 0)) return addDays(inThisWeek, 7);
  return inThisWeek;
}

/** The month so many months away, 0..11. */
export function monthOf({ instant }: ToldAt, months: number): { year: number; month: number } {
  const found = new Date(Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth() + months));
  return { year: found.getUTCFullYear(), month: found.getUTCMonth() };
}

/** The next or the last such month (0..11), or such a day of it: today and this month count as either. */
export function nearest(
  { instant, future }: ToldAt,
  month: number,
  day?: number,
): { year: number; month: number } {
  const year = instant.getUTCFullYear();
  const place = month * 31 + (day ?? 0);
  const now = instant.getUTCMonth() * 31 + (day === undefined ? 0 : instant.getUTCDate());
  if (future) return { year: place < now ? year + 1 : year, month };
  return { year: place > now ? year - 1 : year, month };
}
