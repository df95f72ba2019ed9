import {
  countOf,
  dayMs,
  nearestWeekday,
  patternOfPlain,
  shifted,
  type Unit,
  wordEdges,
  yearOf,
} from '../text/index.ts';
import data from './ends-in.json' with { type: 'json' };

/** How a language says until when something is so. Sources of patterns over lower-case text. */
interface EndPhrases {
  /** Before the day (`until`), or after it (`まで`). */
  until: { before?: string; after?: string };
  /** Monday first. */
  weekdays: readonly string[];
  /** January first. */
  months: readonly string[];
  /** A day of the month without a month, with the group `day`. */
  day: string;
  /** The end of this week, month and year; and tomorrow. */
  periods: Partial<Record<'week' | 'month' | 'year' | 'tomorrow', string>>;
  feasts: Partial<Record<'easter' | 'christmas' | 'newYear' | 'thanksgiving', string>>;
  /** `this week`, by the unit; `the next two weeks`, with the groups `count` and `unit`. */
  thisWeek: string;
  thisMonth: string;
  lasting: string;
  units: Readonly<Record<'day' | 'week' | 'month', string>>;
  /** Only for now, without an end. */
  passing: string;
}

const numbers: readonly string[] = data.numbers;
const phrases: Readonly<Record<string, EndPhrases>> = data.phrases;
const counts = String.raw`\d{1,2}|${numbers.map((source) => source.replace(/\|\d$/u, '')).join('|')}|${data.few}`;

/** What happens again and again has no end, and neither has what is over. */
const again = patternOfPlain(
  String.raw`\b(?:every|each|always|usually|weekdays|(?:from )?(?:mon|tues|wednes|thurs|fri|satur|sun)days? (?:to|through|till|until) |born|jeden|jede[rs]?|immer|von \p{L}+tag|toujours|chaque|tous les|du lundi|siempre|cada|todos los|de lunes|sempre|ogni|tutti i|dal lunedì|todo dia|de segunda)\b|всегда|кажд|с понедельника|每|平时|总是|周一到|毎|いつも|から金|항상|매[주일년]`,
);
const over =
  /\b(?:was|were|had|lived|worked|stayed|studied|used to|been|grew up|war|waren|hatte|wohnte|arbeitete|étais|était|vivais|estuve|era|fui|vivía|ero|vivevo|morava|vivi)\b[^.!?]*$/;
/** Without an end that is named, a passing state is taken to be over after these days. */
const passingDays = 60;

const compiled = new Map<string, readonly Rule[]>();
type Rule = readonly [
  pattern: RegExp,
  end: (groups: Record<string, string | undefined>, at: Date) => Date | undefined,
];

const scripts: readonly (readonly [script: RegExp, languages: readonly string[]])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, ['ja']],
  [/\p{Script=Hangul}/u, ['ko']],
  [/\p{Script=Han}/u, ['zh']],
  [/\p{Script=Cyrillic}/u, ['ru']],
  [/\p{Script=Latin}/u, ['en', 'de', 'fr', 'es', 'it', 'pt']],
];

/**
 * The last day of a state that a text says to be temporary, counted from the day `at`: `until Friday`, `these two weeks`,
 * 休到18号. Without an end (`right now`) two months later. Undefined: it is not said to end.
 */
export function endIn(text: string, at: Date): Date | undefined {
  const plain = text.toLowerCase().replaceAll('’', "'");
  if (again.test(plain)) return undefined;
  const languages = scripts.find(([script]) => script.test(plain))?.[1] ?? [];
  for (const language of languages)
    for (const [pattern, end] of rulesOf(language)) {
      const found = pattern.exec(plain);
      if (found === null || over.test(plain.slice(0, found.index))) continue;
      const day = end(found.groups ?? {}, at);
      if (day !== undefined) return day;
    }
  return undefined;
}

function rulesOf(language: string): readonly Rule[] {
  let rules = compiled.get(language);
  if (rules === undefined) {
    rules = makeRules(phrases[language] as EndPhrases, /^(?:zh|ja|ko)$/u.test(language));
    compiled.set(language, rules);
  }
  return rules;
}

function makeRules(of: EndPhrases, isUnspaced: boolean): readonly Rule[] {
  const { until } = of;
  const gap = isUnspaced ? '' : ' ';
  const { before, behind } = isUnspaced ? { before: '', behind: '' } : wordEdges;
  const pattern = (source: string) => patternOfPlain(before + source + behind);
  const point = (source: string) =>
    until.before === undefined
      ? pattern(`(?:${source})(?:${until.after})`)
      : pattern(
          `(?:${until.before})${gap === '' ? '' : " ?(?:the |la |le |el |den |dem |der |il |l'|o |a )?"}(?:${source})`,
        );
  const named = (sources: readonly string[], group: string) =>
    sources.map((source, place) => `(?<${group}${place}>${source})`).join('|');
  const placeOf = (groups: Record<string, string | undefined>, group: string) =>
    Number(
      Object.keys(groups)
        .find((key) => key.startsWith(group) && groups[key] !== undefined)
        ?.slice(group.length) ?? -1,
    );
  const month = `(?:${named(of.months, 'month')})`;
  const dayOfMonth = String.raw`(?<date>\d{1,2})(?:st|nd|rd|th|\.|º|er|日|日|号|號|일)?`;
  const withMonth: Rule[1] = (groups, at) => {
    const [place, day] = [placeOf(groups, 'month'), Number(groups.date)];
    return new Date(Date.UTC(yearOf(at, { month: place, day }, 1), place, day));
  };
  const count = `(?<count>${counts})`;
  const unit = `(?:(?<day>${of.units.day})|(?<week>${of.units.week})|(?<month>${of.units.month}))`;
  const feast = (name: keyof EndPhrases['feasts'], day: (at: Date) => Date): Rule[] => {
    const source = of.feasts[name];
    return source === undefined ? [] : [[point(source), (_, at) => day(at)]];
  };
  const period = (name: keyof EndPhrases['periods'], day: (at: Date) => Date): Rule[] => {
    const source = of.periods[name];
    return source === undefined ? [] : [[point(source), (_, at) => day(at)]];
  };
  return [
    [point(`${dayOfMonth}${gap ? " ?(?:of |de |d')?" : ''}${month}`), withMonth],
    [point(`${month}${gap && ' ?(?:the )?'}${dayOfMonth}`), withMonth],
    [point(String.raw`(?<date>\d{4}-\d\d-\d\d)`), ({ date }) => new Date(`${date}T00:00:00Z`)],
    [
      point(`(?:${named(of.weekdays, 'weekday')})${gap}(?<date>\\d{1,2})`),
      ({ date }, at) => nextDay(at, Number(date)),
    ],
    [
      point(named(of.weekdays, 'weekday')),
      (groups, at) => nearestWeekday(at, placeOf(groups, 'weekday'), 1),
    ],
    ...period('week', (at) => nearestWeekday(at, 6, 1)),
    ...period('month', endOfMonth),
    ...period('year', (at) => new Date(Date.UTC(at.getUTCFullYear(), 11, 31))),
    ...period('tomorrow', (at) => shifted(at, 1, 'day')),
    ...feast('easter', (at) => nextOf(at, easter)),
    ...feast('christmas', (at) => nextOf(at, (year) => new Date(Date.UTC(year, 11, 26)))),
    ...feast('newYear', (at) => nextOf(at, (year) => new Date(Date.UTC(year, 0, 1)))),
    ...feast('thanksgiving', (at) => nextOf(at, thanksgiving)),
    [point(of.day), ({ day }, at) => nextDay(at, Number(day))],
    [
      point(month),
      (groups, at) => {
        const place = placeOf(groups, 'month');
        return endOfMonth(new Date(Date.UTC(yearOf(at, { month: place }, 1), place, 1)));
      },
    ],
    [
      pattern(`${of.lasting}${gap && ' ?'}${count}${gap && ' ?'}${unit}`),
      (groups, at) => shifted(at, amountOf(groups.count), unitIn(groups)),
    ],
    [
      pattern(`(?:${of.thisWeek})`),
      (_, at) => (at.getUTCDay() === 0 ? at : nearestWeekday(at, 6, 1)),
    ],
    [pattern(`(?:${of.thisMonth})`), (_, at) => endOfMonth(at)],
    [pattern(`(?:${of.passing})`), (_, at) => shifted(at, passingDays, 'day')],
  ];
}

const whole = numbers.map((source) => new RegExp(`^(?:${source})$`, 'u'));

function amountOf(text = ''): number {
  if (/^\d+$/u.test(text)) return Number(text);
  const place = whole.findIndex((one) => one.test(text));
  return place < 0 ? countOf(text) : place + 1;
}

function unitIn(groups: Record<string, string | undefined>): Unit {
  if (groups.week !== undefined) return 'week';
  return groups.month === undefined ? 'day' : 'month';
}

function endOfMonth(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0));
}

/** The next day of a month with this number. */
function nextDay(at: Date, day: number): Date | undefined {
  if (day < 1 || day > 31) return undefined;
  const month = at.getUTCMonth() + (day < at.getUTCDate() ? 1 : 0);
  return new Date(Date.UTC(at.getUTCFullYear(), month, day));
}

function nextOf(at: Date, dayIn: (year: number) => Date): Date {
  const day = dayIn(at.getUTCFullYear());
  return day.getTime() + dayMs > at.getTime() ? day : dayIn(at.getUTCFullYear() + 1);
}

/** The Sunday of Easter (Gauss, for 1900 to 2099). */
function easter(year: number): Date {
  const d = (19 * (year % 19) + 24) % 30;
  const e = (2 * (year % 4) + 4 * (year % 7) + 6 * d + 5) % 7;
  const late =
    d + e === 35 || (d === 28 && e === 6 && (11 * 11 + 11) % 30 < 19 && year % 19 > 10) ? 7 : 0;
  return new Date(Date.UTC(year, 2, 22 + d + e - late));
}

function thanksgiving(year: number): Date {
  const first = new Date(Date.UTC(year, 10, 1)).getUTCDay();
  return new Date(Date.UTC(year, 10, 22 + ((11 - first) % 7)));
}
