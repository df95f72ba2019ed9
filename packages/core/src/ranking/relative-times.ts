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
    for (const { groups = {} } of query.matchAll(within)) {
      const { from } = back(now, countOf(groups.count ?? ''), unitOf(groups.unit ?? ''));
      yield { from, before: daySpan(now.getTime()).before };
    }
    for (const { groups = {} } of query.matchAll(weekday)) yield weekdaySpan(now, groups);
  }
}

/** Spans with fixed names. Longer names are removed before shorter ones are searched. */
function* namedSpans(query: string, now: Date): Generator<TimeSpan> {
  const inYear = now.getUTCFullYear();
  const inMonth = now.getUTCMonth();
  const today = daySpan(now.getTime()).from;
  const thisWeek = daySpan(mondayOf(now).getTime()).from;
  const spans: [RegExp, () => TimeSpan][] = [
    [/\bday before yesterday\b|(?<!大)前[天晚]/giu, () => daySpan(today - 2 * dayMs)],
    [/大前天/gu, () => daySpan(today - 3 * dayMs)],
    [/\byesterday\b|\blast night\b|昨[天日晚夜]/giu, () => daySpan(today - dayMs)],
    [
      /\b(?:earlier )?today\b|\bthis (?:morning|afternoon|evening)\b|今[天日晚早]/giu,
      () => daySpan(today),
    ],
    [/\blast weekend\b|上个?周末/giu, () => daySpan(thisWeek - 2 * dayMs, 2)],
    [/\bthis weekend\b|这个?周末|本周末/giu, () => daySpan(thisWeek + 5 * dayMs, 2)],
    [/\bweek before last\b|上上个?(?:周|星期|礼拜)/giu, () => daySpan(thisWeek - 14 * dayMs, 7)],
    [
      /\blast week\b|上个?(?:周|星期|礼拜)(?![一二三四五六日天])/giu,
      () => daySpan(thisWeek - 7 * dayMs, 7),
    ],
    [
      /\bthis week\b|(?:这个?|本)(?:周|星期|礼拜)(?![一二三四五六日天])/giu,
      () => daySpan(thisWeek, 7),
    ],
    [/\bmonth before last\b|上上个?月/giu, () => monthSpan(inYear, inMonth - 2)],
    [/\blast month\b|上个?月/giu, () => monthSpan(inYear, inMonth - 1)],
    [/\bthis month\b|这个?月|本月/giu, () => monthSpan(inYear, inMonth)],
    [/\blast summer\b|去年夏天/giu, () => lastSeason(now, 5)],
    [/\blast winter\b|去年冬天/giu, () => lastSeason(now, 11)],
    [/\blast spring\b|去年春天/giu, () => lastSeason(now, 2)],
    [/\blast (?:fall|autumn)\b|去年秋天/giu, () => lastSeason(now, 8)],
    [/\byear before last\b|前年/giu, () => monthSpan(inYear - 2, 0, 12)],
    [/\blast year\b|去年/giu, () => monthSpan(inYear - 1, 0, 12)],
    [/\bthis year\b|今年/giu, () => monthSpan(inYear, 0, 12)],
  ];
  let rest = query;
  for (const [pattern, resolve] of spans) {
    const without = rest.replace(pattern, ' ');
    if (without !== rest) yield resolve();
    rest = without;
  }
}

/** The day that long before now; for a month or a year its first day to its last. */
function back(now: Date, number: number, unit: Unit): TimeSpan {
  return daySpan(shifted(now, -number, unit).getTime());
}

/** `three weeks ago` counts in weeks: the further back, the less exact. */
function agoSpan(now: Date, number: number, unit: Unit): TimeSpan {
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
