import { countOf, isAscii, monthNames, monthNumber } from '@mneme/language/text';
import { daysOfMonth, type MonthOfAnyYear, monthSpan, type NamedTime } from './time-span.ts';

/** Words with other meanings, which need a day, a year or a preposition of time beside them. */
const otherWords = new Set('may march jan mar jun sep dec'.split(' '));

const year = String.raw`(?:19|20)\d\d`;
const dayNumber = String.raw`(?:3[01]|[12]\d|0?[1-9])`;
const englishMonth = new RegExp(
  String.raw`(?:\b(?<first>${dayNumber})(?:st|nd|rd|th)?(?: of)?[ -]+|\b(?:(?<part>early|mid|late|(?:beginning|start|middle|end) of)(?: in)?|(?<before>in|of|during|since|until|by|last))[ -]+)?` +
    String.raw`\b(?<name>${monthNames.join('|')}|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b(?!['’]s)\.?` +
    String.raw`(?:,? (?:the )?(?<second>${dayNumber})(?:st|nd|rd|th)?(?![\d:]))?(?:(?:,? (?:of )?|-)(?<year>${year})\b)?`,
  'giu',
);
const chineseDay = `${dayNumber}|三十一?|二?十[一二三四五六七八九]?|[一二三四五六七八九]`;
const chineseMonth = new RegExp(
  `(?:(?<year>${year})年)?(?<![\\d个一二三四五六七八九十两几])(?<month>1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])月(?!前|后|内|.?次)份?(?:(?<day>${chineseDay})[日号號]|(?<part>[上中下]旬|[初中底末]))?`,
  'gu',
);
/** Year, month, day. */
const largestFirst = new RegExp(
  String.raw`(?<![\d./-])(${year})([-/.])(1[0-2]|0?[1-9])\2(${dayNumber})(?![-/.]?\d)`,
  'gu',
);
/** Day and month in either order, and a year. */
const yearLast = new RegExp(
  String.raw`(?<![\d./-])(${dayNumber})([-/.])(${dayNumber})\2(${year})(?![-/.]?\d)`,
  'gu',
);
const yearAlone = new RegExp(
  String.raw`\b(?:in|during|throughout|all of) (?<western>${year})\b(?![-/.]\d)|(?<eastern>${year})年(?!\s*\d)`,
  'giu',
);

/** A quick check, because most queries name no date and the patterns take milliseconds to compile. */
const anyAscii = /jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|\d{4}/i;

/** Dates in a text: `May 2024`, `5 Jan`, `25.01.2024`, `2024-01-25`, `1月25日`, `late May`, `三月中旬`, `in 2023`. */
export function* calendarTimes(query: string): Generator<NamedTime> {
  if (isAscii(query) && !anyAscii.test(query)) return;
  for (const { groups = {} } of query.matchAll(englishMonth)) {
    const name = groups.name?.toLowerCase() ?? '';
    const { part, before, year: inYear, first, second } = groups;
    const day = first ?? second;
    if (otherWords.has(name) && !(day ?? part ?? before ?? inYear)) continue;
    yield timeOf({ month: monthNumber(name) + 1, days: daysOf(day, part) }, inYear);
  }
  for (const { groups = {} } of query.matchAll(chineseMonth)) {
    const { month = '', day, part } = groups;
    yield timeOf({ month: countOf(month), days: daysOf(day, part) }, groups.year);
  }
  for (const [, inYear, , month, day] of query.matchAll(largestFirst))
    yield timeOf({ month: Number(month), days: daysOf(day) }, inYear);
  for (const [, first, mark, second, inYear] of query.matchAll(yearLast)) {
    // With dots the day comes first; with slashes either may, so both readings count if both are possible.
    if (Number(second) <= 12) yield timeOf({ month: Number(second), days: daysOf(first) }, inYear);
    if (Number(first) <= 12 && (mark !== '.' || Number(second) > 12) && first !== second)
      yield timeOf({ month: Number(first), days: daysOf(second) }, inYear);
  }
  for (const { groups = {} } of query.matchAll(yearAlone))
    yield monthSpan(Number(groups.western ?? groups.eastern), 0, 12);
}

/** The days of a month that are named: one of them, or a third of it. */
function daysOf(day?: string, part?: string): MonthOfAnyYear['days'] {
  if (day !== undefined) return [countOf(day), countOf(day)];
  if (part === undefined) return undefined;
  if (/^(?:early|beg|start)|[上初]/iu.test(part)) return [1, 10];
  return /^mid|中/iu.test(part) ? [11, 20] : [21, 31];
}

function timeOf(month: MonthOfAnyYear, inYear: string | undefined): NamedTime {
  return inYear === undefined ? month : daysOfMonth(Number(inYear), month);
}
