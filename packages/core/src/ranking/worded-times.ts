import { nearestWeekday, type Unit, weekdayOf } from '@mneme/language/text';
import { agoSpan, namedSpan, withinSpan } from './relative-times.ts';
import { daySpan, daysOfMonth, monthSpan, type NamedTime } from './time-span.ts';
import { spanNames, type TimeWords, timeWords } from './time-words.ts';

const units: readonly Unit[] = ['day', 'week', 'month', 'year'];
const year = String.raw`(?:19|20)\d\d`;

/** The patterns of a language. */
interface Patterns {
  /** Any of the others: a quick check, because most queries name no time. */
  any: RegExp;
  words: TimeWords;
  spans: readonly (readonly [(typeof spanNames)[number], RegExp])[];
  amounts: readonly (readonly [Unit, ago: RegExp, within: RegExp | undefined])[];
  weekdays: readonly RegExp[];
  months: readonly RegExp[];
  year: RegExp | undefined;
}

let made: readonly Patterns[] | undefined;

/**
 * Times that a query names in German, Spanish, French, Japanese or Korean: `letzte Woche`, `hace dos años`,
 * `en décembre`, 先週の月曜日, 지난달.
 */
export function* wordedTimes(query: string, now: Date): Generator<NamedTime> {
  made ??= timeWords.map(patternsOf);
  const asked = query.toLowerCase();
  for (const patterns of made)
    if (patterns.any.test(asked) && patterns.words.not?.test(query) !== true)
      yield* timesOf(patterns, asked, now);
}

function* timesOf(
  { words, spans, amounts, weekdays, months, year: yearAlone }: Patterns,
  query: string,
  now: Date,
): Generator<NamedTime> {
  let rest = query;
  for (const [name, pattern] of spans) {
    const without = rest.replace(pattern, ' ');
    if (without !== rest) yield namedSpan(name, now);
    rest = without;
  }
  const countOf = (count = '') => words.counts[count] ?? Number(count);
  for (const [unit, ago, within] of amounts) {
    for (const { groups } of rest.matchAll(ago)) yield agoSpan(now, countOf(groups?.count), unit);
    if (within !== undefined)
      for (const { groups } of rest.matchAll(within))
        yield withinSpan(now, countOf(groups?.count), unit);
  }
  for (const [weekday, pattern] of weekdays.entries())
    for (const { groups } of rest.matchAll(pattern)) {
      const { which } = groups ?? {};
      const weeks = /^(?:今|이번)/u.test(which ?? '') ? 0 : -1;
      const day =
        which === undefined ? nearestWeekday(now, weekday, -1) : weekdayOf(now, weekday, weeks);
      yield daySpan(day.getTime());
    }
  for (const [index, pattern] of months.entries())
    for (const { groups } of rest.matchAll(pattern)) {
      const day = Number(groups?.day);
      const month = { month: index + 1, ...(day > 0 && day < 32 && { days: [day, day] as const }) };
      const inYear = groups?.before ?? groups?.year;
      yield inYear === undefined ? month : daysOfMonth(Number(inYear), month);
    }
  if (yearAlone !== undefined)
    for (const { groups } of rest.matchAll(yearAlone)) yield monthSpan(Number(groups?.of), 0, 12);
}

function patternsOf(words: TimeWords): Patterns {
  // Scripts with spaces: a name is a whole word.
  const isSpaced = /[a-z]/.test(words.units.day);
  const whole = (source: string) =>
    isSpaced ? `(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])` : source;
  const sources: string[] = [];
  const pattern = (source: string) => {
    sources.push(source);
    return new RegExp(whole(source), 'gu');
  };
  const counts = Object.keys(words.counts).sort((a, b) => b.length - a.length);
  const amount = (unit: Unit) =>
    `(?<count>\\d{1,3}|${counts.join('|')})${isSpaced ? ' ' : ' ?'}(?:${words.units[unit]})`;
  const { spans, ago, within, weekdays, weekday, months = [], month, year: ofYear } = words;
  const patterns: Omit<Patterns, 'any'> = {
    words,
    spans: spanNames.flatMap((name) => {
      const source = spans[name];
      return source === undefined ? [] : [[name, pattern(source)] as const];
    }),
    amounts: units.map((unit) => [
      unit,
      pattern(ago(amount(unit))),
      within && pattern(within(amount(unit))),
    ]),
    weekdays: weekdays.map((day) => pattern(weekday(day))),
    months:
      month === undefined
        ? []
        : months.map((name) => pattern(`${month(name)}(?:,? (?:de |del )?(?<before>${year}))?`)),
    year: ofYear && pattern(ofYear(`(?<of>${year})`)),
  };
  const unnamed = sources.map((source) => source.replace(/\(\?<\w+>/g, '(?:'));
  return { ...patterns, any: new RegExp(whole(unnamed.join('|')), 'u') };
}
