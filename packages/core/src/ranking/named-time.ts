/** A stretch of time, `from` inclusive, `before` exclusive. ISO 8601 in UTC. */
interface Span {
  from: string;
  before: string;
}

/** What a query says about when something was: a stretch of time, or a month of any year. */
type NamedTime = Span | { month: number };

const monthNames =
  'january february march april may june july august september october november december'.split(
    ' ',
  );
const day = 86_400_000;

/**
 * The times that a query names, as a test of an `occurredAt` (ISO 8601): `in May`, `July 2023`, `last month`,
 * `yesterday`, `2023年5月`, `上个月`. Relative ones are counted from `now`. Undefined where it names none. A day stands
 * for its month: what happened on the 3rd is talked about for some time.
 */
export function namedTime(
  query: string,
  now: string,
): ((occurredAt: string) => boolean) | undefined {
  const times = [...monthsIn(query), ...relativeTimesIn(query, new Date(now))];
  if (times.length === 0) return undefined;
  return (occurredAt) =>
    times.some((time) =>
      'month' in time
        ? Number(occurredAt.slice(5, 7)) === time.month
        : occurredAt >= time.from && occurredAt < time.before,
    );
}

const year = String.raw`(?:19|20)\d\d`;
/** `May` and `March` are other words too, so these need a day, a year or a preposition of time beside them. */
const englishMonth = new RegExp(
  String.raw`(?<before>\b(?:in|of|during|early|late|mid|since|until|by|last|\d{1,2}(?:st|nd|rd|th)?(?: of)?)[ -]+)?\b(?<name>${monthNames.join('|')})\b(?<after>,? \d{1,2}(?:st|nd|rd|th)?\b)?(?:,? (?<year>${year}))?`,
  'giu',
);
const chineseMonth = new RegExp(
  `(?:(?<year>${year})年)?(?<month>1[0-2]|0?[1-9])月(?!前|后|内)`,
  'gu',
);

function* monthsIn(query: string): Generator<NamedTime> {
  for (const { groups = {} } of query.matchAll(englishMonth)) {
    const name = groups.name?.toLowerCase() ?? '';
    const sure = groups.before ?? groups.after ?? groups.year;
    if ((name === 'may' || name === 'march') && sure === undefined) continue;
    yield monthOf(monthNames.indexOf(name) + 1, groups.year);
  }
  for (const { groups = {} } of query.matchAll(chineseMonth))
    yield monthOf(Number(groups.month), groups.year);
}

function monthOf(month: number, yearText: string | undefined): NamedTime {
  return yearText === undefined ? { month } : months(Number(yearText), month - 1, 1);
}

function* relativeTimesIn(query: string, now: Date): Generator<Span> {
  const thisYear = now.getUTCFullYear();
  const thisMonth = now.getUTCMonth();
  const today = Date.UTC(thisYear, thisMonth, now.getUTCDate());
  // Weeks begin on Monday.
  const thisWeek = today - ((now.getUTCDay() + 6) % 7) * day;
  const spans: [RegExp, () => Span][] = [
    [/\byesterday\b|昨天|昨日/iu, () => span(today - day, today)],
    [/前天/u, () => span(today - 2 * day, today - day)],
    [/\blast week\b|上周|上个?星期/iu, () => span(thisWeek - 7 * day, thisWeek)],
    [/\bthis week\b|这周|本周|这个?星期/iu, () => span(thisWeek, thisWeek + 7 * day)],
    [/\blast month\b|上个?月/iu, () => months(thisYear, thisMonth - 1, 1)],
    [/\bthis month\b|这个月|本月/iu, () => months(thisYear, thisMonth, 1)],
    [/\blast year\b|去年/iu, () => months(thisYear - 1, 0, 12)],
    [/\bthis year\b|今年/iu, () => months(thisYear, 0, 12)],
    [/\blast summer\b|去年夏天/iu, () => lastSeason(now, 5)],
    [/\blast winter\b|去年冬天/iu, () => lastSeason(now, 11)],
    [/\blast spring\b|去年春天/iu, () => lastSeason(now, 2)],
    [/\blast (?:fall|autumn)\b|去年秋天/iu, () => lastSeason(now, 8)],
  ];
  for (const [pattern, resolve] of spans) if (pattern.test(query)) yield resolve();
}

/** The latest three months from `firstMonth` (0..11) that are over, in the northern hemisphere. */
function lastSeason(now: Date, firstMonth: number): Span {
  const season = months(now.getUTCFullYear(), firstMonth, 3);
  return season.before <= now.toISOString()
    ? season
    : months(now.getUTCFullYear() - 1, firstMonth, 3);
}

/** `count` months from the given one (0..11; below and above: other years). */
function months(inYear: number, first: number, count: number): Span {
  return span(Date.UTC(inYear, first), Date.UTC(inYear, first + count));
}

function span(fromMs: number, beforeMs: number): Span {
  return { from: new Date(fromMs).toISOString(), before: new Date(beforeMs).toISOString() };
}
