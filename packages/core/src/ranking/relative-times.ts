import {
  countOf,
  dayMs,
  englishCount,
  isAscii,
  mondayOf,
  nearestWeekday,
  shifted,
  type Unit,
  unitOf,
  weekdayNumber,
  weekdayOf,
} from '@mneme/language/text';
import { daySpan, monthSpan, type TimeSpan } from './time-span.ts';
import type { SpanName } from './time-words.ts';

const englishUnit = '(?<unit>day|week|month|year)s?';
const chineseCount = '(?<count>\\d{1,3}|[一二三四五六七八九十]{1,3}|[两兩半几幾数數])';
const chineseUnit = '个?(?<unit>天|日|周|星期|礼拜|月|年)';
const english = {
  ago: new RegExp(String.raw`\b${englishCount} ${englishUnit} (?:ago|earlier|back)\b`, 'giu'),
  within: new RegExp(
    String.raw`\b(?:last|past|previous) (?:${englishCount} )(?<unit>day|week|month|year)s\b`,
    'giu',
  ),
  weekday: /\b(?<which>last |this |on )(?<day>sun|mon|tues|wednes|thurs|fri|satur)day\b/giu,
};
const chinese = {
  ago: new RegExp(`${chineseCount}${chineseUnit}(?:以前|之前|前)`, 'gu'),
  within: new RegExp(`(?:过去|最近|近|这|前)${chineseCount}${chineseUnit}(?!前|之前|以前)`, 'gu'),
  weekday: /(?<which>上个?|这个?|本)?(?:周|星期|礼拜)(?<day>[一二三四五六日天])(?![天个])/gu,
};

/** A quick check as for dates: without these words an ASCII text has none of these times. */
const anyAscii = /day|last|this|ago|earlier|back|past|previous/i;

/** Times relative to `now`: `yesterday`, `last Friday`, `three weeks ago`, 上个月, 三周前, 过去两天. */
export function* relativeTimes(query: string, now: Date): Generator<TimeSpan> {
  if (isAscii(query) && !anyAscii.test(query)) return;
  yield* namedSpans(query, now);
  for (const { ago, within, weekday } of [english, chinese]) {
    for (const { groups = {} } of query.matchAll(ago))
      yield agoSpan(now, countOf(groups.count ?? ''), unitOf(groups.unit ?? ''));
    for (const { groups = {} } of query.matchAll(within))
      yield withinSpan(now, countOf(groups.count ?? ''), unitOf(groups.unit ?? ''));
    for (const { groups = {} } of query.matchAll(weekday)) yield weekdaySpan(now, groups);
  }
}

/** Longer names are before the shorter ones that they contain. */
const ownSpans: [RegExp, SpanName][] = [
  [/\bday before yesterday\b|(?<!大)前[天晚]/giu, 'dayBeforeYesterday'],
  [/\byesterday\b|\blast night\b|(?<!一)昨[天日晚夜]/giu, 'yesterday'],
  [/\b(?:earlier )?today\b|\bthis (?:morning|afternoon|evening)\b|今[天日晚早]/giu, 'today'],
  [/\blast weekend\b|上个?周末/giu, 'lastWeekend'],
  [/\bthis weekend\b|这个?周末|本周末/giu, 'thisWeekend'],
  [/\bweek before last\b|上上个?(?:周|星期|礼拜)/giu, 'weekBeforeLast'],
  [/\blast week\b|上个?(?:周|星期|礼拜)(?![一二三四五六日天])/giu, 'lastWeek'],
  [/\bthis week\b|(?:这个?|本)(?:周|星期|礼拜)(?![一二三四五六日天])/giu, 'thisWeek'],
  [/\bmonth before last\b|上上个?月/giu, 'monthBeforeLast'],
  [/\blast month\b|上个?月/giu, 'lastMonth'],
  [/\bthis month\b|这个?月|本月/giu, 'thisMonth'],
  [/\blast summer\b|去年夏天/giu, 'lastSummer'],
  [/\blast winter\b|去年冬天/giu, 'lastWinter'],
  [/\blast spring\b|去年春天/giu, 'lastSpring'],
  [/\blast (?:fall|autumn)\b|去年秋天/giu, 'lastAutumn'],
  [/\byear before last\b|前年/giu, 'yearBeforeLast'],
  [/\blast year\b|去年(?!の[春夏秋冬])/giu, 'lastYear'],
  [/\bthis year\b|今年/giu, 'thisYear'],
];

/** Spans with fixed names. A name that was found is removed before shorter ones are searched. */
function* namedSpans(query: string, now: Date): Generator<TimeSpan> {
  let rest = query;
  const threeDaysAgo = rest.replace(/大前天/gu, ' ');
  if (threeDaysAgo !== rest) yield daySpan(daySpan(now.getTime()).from - 3 * dayMs);
  rest = threeDaysAgo;
  for (const [pattern, name] of ownSpans) {
    const without = rest.replace(pattern, ' ');
    if (without !== rest) yield namedSpan(name, now);
    rest = without;
  }
}

/** A span with a fixed name, seen from `now`. */
export function namedSpan(name: SpanName, now: Date): TimeSpan {
  const inYear = now.getUTCFullYear();
  const inMonth = now.getUTCMonth();
  const today = daySpan(now.getTime()).from;
  const thisWeek = daySpan(mondayOf(now).getTime()).from;
  switch (name) {
    case 'dayBeforeYesterday':
      return daySpan(today - 2 * dayMs);
    case 'yesterday':
      return daySpan(today - dayMs);
    case 'today':
      return daySpan(today);
    case 'lastWeekend':
      return daySpan(thisWeek - 2 * dayMs, 2);
    case 'thisWeekend':
      return daySpan(thisWeek + 5 * dayMs, 2);
    case 'weekBeforeLast':
      return daySpan(thisWeek - 14 * dayMs, 7);
    case 'lastWeek':
      return daySpan(thisWeek - 7 * dayMs, 7);
    case 'thisWeek':
      return daySpan(thisWeek, 7);
    case 'monthBeforeLast':
      return monthSpan(inYear, inMonth - 2);
    case 'lastMonth':
      return monthSpan(inYear, inMonth - 1);
    case 'thisMonth':
      return monthSpan(inYear, inMonth);
    case 'lastSummer':
      return lastSeason(now, 5);
    case 'lastWinter':
      return lastSeason(now, 11);
    case 'lastSpring':
      return lastSeason(now, 2);
    case 'lastAutumn':
      return lastSeason(now, 8);
    case 'yearBeforeLast':
      return monthSpan(inYear - 2, 0, 12);
    case 'lastYear':
      return monthSpan(inYear - 1, 0, 12);
    case 'thisYear':
      return monthSpan(inYear, 0, 12);
  }
}

/** The day that long before now; for a month or a year its first day to its last. */
function back(now: Date, number: number, unit: Unit): TimeSpan {
  return daySpan(shifted(now, -number, unit).getTime());
}

/** Up to today, as far back as that. */
export function withinSpan(now: Date, number: number, unit: Unit): TimeSpan {
  return { from: back(now, number, unit).from, before: daySpan(now.getTime()).before };
}

/** `three weeks ago` counts in weeks: the further back, the less exact. */
export function agoSpan(now: Date, number: number, unit: Unit): TimeSpan {
  const { from, before } = back(now, number, unit);
  const slack = { day: number > 3 ? 1 : 0, week: 3, month: 15, year: 183 }[unit] * dayMs;
  return { from: from - slack, before: before + slack };
}

/** `last Friday` and `on Friday`: the latest one before today; 上周五: that of last week; 这周五: of this week. */
function weekdaySpan(now: Date, { which = '', day = '' }: Record<string, string>): TimeSpan {
  const place = weekdayNumber(day);
  if (which.startsWith('上')) return daySpan(weekdayOf(now, place, -1).getTime());
  if (/^(?:这|本|this)/iu.test(which)) return daySpan(weekdayOf(now, place).getTime());
  return daySpan(nearestWeekday(now, place, -1).getTime());
}

/** The latest completed three months starting with `firstMonth` (0..11), in the northern hemisphere. */
function lastSeason(now: Date, firstMonth: number): TimeSpan {
  const season = monthSpan(now.getUTCFullYear(), firstMonth, 3);
  return season.before <= now.getTime()
    ? season
    : monthSpan(now.getUTCFullYear() - 1, firstMonth, 3);
}
