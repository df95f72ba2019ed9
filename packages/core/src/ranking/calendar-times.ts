import { monthNames, monthNumber } from '@mneme/language/text';
import { daySpan, monthSpan, type NamedTime } from './time-span.ts';

/** Words with other meanings, which need a day, a year or a preposition of time beside them. */
const otherWords = new Set('may march jan mar jun sep dec'.split(' '));

const year = String.raw`(?:19|20)\d\d`;
const dayNumber = String.raw`(?:3[01]|[12]\d|0?[1-9])`;
const englishMonth = new RegExp(
  String.raw`(?:\b(?<first>${dayNumber})(?:st|nd|rd|th)?(?: of)?[ -]+|(?<before>\b(?:in|of|during|early|late|mid|since|until|by|last)[ -]+))?` +
    String.raw`\b(?<name>${monthNames.join('|')}|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b(?!['’]s)\.?` +
    String.raw`(?:,? (?:the )?(?<second>${dayNumber})(?:st|nd|rd|th)?(?![\d:]))?(?:(?:,? (?:of )?|-)(?<year>${year})\b)?`,
  'giu',
);
const chineseMonth = new RegExp(
  `(?:(?<year>${year})年)?(?<![\\d个])(?<month>1[0-2]|0?[1-9])月(?!前|后|内)(?:份|(?<day>${dayNumber})[日号號])?`,
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

/** Dates in a text: `May 2024`, `5 Jan`, `25.01.2024`, `2024-01-25`, `1月25日`, `in 2023`. */
export function* calendarTimes(query: string): Generator<NamedTime> {
  for (const { groups = {} } of query.matchAll(englishMonth)) {
    const name = groups.name?.toLowerCase() ?? '';
    const day = groups.first ?? groups.second;
    if (otherWords.has(name) && !(day ?? groups.before ?? groups.year)) continue;
    yield timeOf(monthNumber(name) + 1, day, groups.year);
  }
  for (const { groups = {} } of query.matchAll(chineseMonth))
    yield timeOf(Number(groups.month), groups.day, groups.year);
  for (const [, inYear, , month, day] of query.matchAll(largestFirst))
    yield timeOf(Number(month), day, inYear);
  for (const [, first, mark, second, inYear] of query.matchAll(yearLast)) {
    // With dots the day comes first; with slashes either may, so both readings count if both are possible.
    if (Number(second) <= 12) yield timeOf(Number(second), first, inYear);
    if (Number(first) <= 12 && (mark !== '.' || Number(second) > 12) && first !== second)
      yield timeOf(Number(first), second, inYear);
  }
  for (const { groups = {} } of query.matchAll(yearAlone))
    yield monthSpan(Number(groups.western ?? groups.eastern), 0, 12);
}

/** The month 1..12, with or without day and year. */
function timeOf(month: number, day: string | undefined, inYear: string | undefined): NamedTime {
  if (inYear === undefined) return day === undefined ? { month } : { month, day: Number(day) };
  return day === undefined
    ? monthSpan(Number(inYear), month - 1)
    : daySpan(Date.UTC(Number(inYear), month - 1, Number(day)));
}
