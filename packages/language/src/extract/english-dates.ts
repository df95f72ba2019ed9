import {
  countOf,
  dayOf,
  englishCount,
  isoDay,
  mondayOf,
  monthNames,
  monthNumber,
  monthOf,
  nearestWeekday,
  shifted,
  unitOf,
  type Way,
  weekdayNumber,
  weekdayOf,
  yearMeant,
  yearOf,
} from '../text/index.ts';
import type { DateRule } from './tell-dates.ts';

/** A name with a small or a capital letter. */
const eitherCase = (name: string) =>
  `[${name.charAt(0)}${name.charAt(0).toLowerCase()}]${name.slice(1)}`;
const weekday = `(?<weekday>${['Mon', 'Tues', 'Wednes', 'Thurs', 'Fri', 'Satur', 'Sun'].map(eitherCase).join('|')})day`;
const month = `(?<month>${monthNames.map(eitherCase).join('|')})`;
/** `Thursday, 7 May` is one day. */
const ofWeek = '(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day,? )?';
const dayNumber = String.raw`(?<day>3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?`;
const nearly = '(?:about|around|roughly|almost|over) ';
const unit = '(?<unit>day|week|month|year)s?';
const daytime = '(?: (?:morning|afternoon|evening|night))?';

type Rule = readonly [
  pattern: RegExp,
  tell: (groups: Record<string, string | undefined>, at: Date, place: Place) => Told | undefined,
];

/** `4 May`, `May 4th`; with a year they are complete. */
const daysOfMonth = [
  `\\b${ofWeek}(?:the )?${dayNumber}(?: of)? ${month}\\b`,
  `\\b${ofWeek}${month}\\.? (?:the )?${dayNumber}\\b`,
].map(
  (pattern): Rule => [
    new RegExp(String.raw`${pattern}(?!,? (?:of )?\d{4}|\d|[:.]\d)`, 'giu'),
    ({ month: name = '', day }, at, place) => {
      const named = { month: monthNumber(name), day: Number(day) };
      const toward = directionOnce(place);
      const year = toward === 0 ? undefined : yearMeant(at, named, toward);
      return year === undefined ? undefined : on(dayOf({ ...named, year }));
    },
  ],
);

export const rules: readonly Rule[] = [
  [
    new RegExp(`(?:the )?day before yesterday${daytime}`, 'giu'),
    (_, at) => on(shifted(at, -2, 'day')),
  ],
  [
    new RegExp(`(?:the )?day after tomorrow${daytime}`, 'giu'),
    (_, at) => on(shifted(at, 2, 'day')),
  ],
  [
    new RegExp(`\\byesterday${daytime}\\b|\\blast night\\b`, 'giu'),
    (_, at) => on(shifted(at, -1, 'day')),
  ],
  [new RegExp(`\\btomorrow${daytime}\\b`, 'giu'), (_, at) => on(shifted(at, 1, 'day'))],
  [
    /\b(?:earlier |later )?today\b|\btonight\b|\bthis (?:morning|afternoon|evening)\b/giu,
    (_, at) => on(at),
  ],
  [
    /\bthe (?<period>week|month|year) (?<way>before last|after next)\b/giu,
    ({ period = '', way = '' }, at) =>
      periodOf(
        shifted(at, /^b/i.test(way) ? -1 : 1, unitOf(period)),
        /^b/i.test(way) ? 'last' : 'next',
        period.toLowerCase(),
      ),
  ],
  [
    new RegExp(
      `\\b(?:for|over|in|during|within) the (?:last|past) (?:${englishCount} )${unit}\\b`,
      'giu',
    ),
    ({ count: many = '', unit: of = '' }, at) => ({
      ...counted(at, { count: many, unit: of, back: true }),
      own: 'since ',
    }),
  ],
  [
    new RegExp(`\\b${englishCount} ${unit} (?:ago|back)\\b`, 'giu'),
    ({ count: many = '', unit: of = '' }, at) => counted(at, { count: many, unit: of, back: true }),
  ],
  [
    new RegExp(
      `\\bin (?:${nearly})?${englishCount} ${unit}\\b(?:['’] time| time| from now)?`,
      'giu',
    ),
    ({ count: many = '', unit: of = '' }, at, place) =>
      // `read it in two days` says how long it took.
      direction(place) < 0 ? undefined : counted(at, { count: many, unit: of }),
  ],
  [
    new RegExp(`\\b${englishCount} ${unit} from now\\b`, 'giu'),
    ({ count: many = '', unit: of = '' }, at) => counted(at, { count: many, unit: of }),
  ],
  [
    new RegExp(
      `\\b(?:on )?(?<which>last|this past|past|this|next|this coming|coming) ${weekday}${daytime}\\b`,
      'giu',
    ),
    ({ which = '', weekday: day = '' }, at) => on(inThatWeek(at, which, weekdayNumber(day))),
  ],
  [
    new RegExp(
      `\\b(?<which>last|this past|past|this|next|this coming|coming) ${month}\\b(?! \\d{4})`,
      'giu',
    ),
    ({ which = '', month: name = '' }, at) => {
      const month = monthNumber(name);
      return within(`${monthNames[month]} ${named(at, which, { month })}`);
    },
  ],
  [
    /\b(?<which>last|this past|this|next|this coming) (?<season>spring|summer|autumn|fall|winter)\b/giu,
    ({ which = '', season = '' }, at) =>
      within(`${season} ${named(at, which, { month: seasons[season.toLowerCase()] as number })}`),
  ],
  [
    /\b(?<which>last|this past|this|next|this coming) (?<feast>christmas|halloween|new year's eve)\b/giu,
    ({ which = '', feast = '' }, at) => ({
      own: 'at ',
      date: `${feast} ${named(at, which, feasts[feast.toLowerCase()] as { month: number; day: number })}`,
    }),
  ],
  [
    /\b(?:earlier |later |the (?=coming))?(?<which>last|this past|this|next|this coming|coming) (?<period>weekend|week|month|year|quarter)\b(?! of\b|-)/giu,
    ({ which = '', period = '' }, at) => periodOf(at, which, period.toLowerCase()),
  ],
  [
    /\b(?:the )?(?<end>end|beginning|start|middle) of the (?<period>week|month|year|quarter)\b/giu,
    ({ end = '', period = '' }, at) => {
      const found = periodOf(at, 'this', period.toLowerCase());
      return found && { own: 'at ', date: `the ${end} of ${found.date}` };
    },
  ],
  [
    new RegExp(
      `(?:\\b[Oo]n |(?<=\\b(?:by|until|till|before|since|from|after|for|to|and|,) )(?<!(?<!\\bfrom )\\b\\p{L}+day to ))${weekday}\\b${daytime}(?!s|-|\\.\\p{L}|,? (?:\\d{1,2}(?!:|\\d* ?[ap]m)|(?!at )\\p{L}+ \\d|mornings|afternoons|evenings|nights|\\p{Lu}))`,
      'gu',
    ),
    ({ weekday: day = '' }, at, place) => {
      // Without a verb in the past or future it may happen every week.
      const toward = directionOnce(place);
      return toward === 0 ? undefined : on(nearestWeekday(at, weekdayNumber(day), toward));
    },
  ],
  ...daysOfMonth,
  [
    new RegExp(
      `(?:\\b[Ii]n |(?<=\\b(?:by|until|till|before|since|from|after) ))${month}\\b(?!,? (?:of )?\\d)`,
      'gu',
    ),
    ({ month: name = '' }, at, place) => {
      const month = monthNumber(name);
      const toward = directionOnce(place);
      const year = toward === 0 ? undefined : yearMeant(at, { month }, toward);
      return year === undefined ? undefined : within(`${monthNames[month]} ${year}`);
    },
  ],
];

const ahead =
  /\b(?:will|won't|may|might|could|going to|plans?|planning|planned|intends?|wants? to|has to|have to|needs? to|must|should|due|scheduled|booked|appointment|deadline|upcoming|hopes?|expects?|is|are|has an?|starts|starting|begins|beginning|leaves|flies|arrives|moves|ends|closes|opens|takes place|by)\b/i;
const behind =
  /\b(?:was|were|had|did|went|came|met|saw|got|took|bought|made|gave|told|said|left|began|lost|won|sold|ran|flew|drove|wrote|read|ate|broke|fell|felt|found|kept|became|chose|spent|paid|sent|built|quit|hurt|\p{L}{2,}ed)\b/iu;
/** Events that come back each year, or have no year. */
const yearly =
  /\b(?:birthdays?|anniversar(?:y|ies)|every|each|yearly|annual(?:ly)?|born|always|usually|often|name day)\b/i;

/** The position of a date. */
export interface Place {
  before: string;
  whole: string;
}

/** Whether a text looks ahead or back; 0: unknown. The words before the date decide first. */
export function direction({ before, whole }: Place): Way | 0 {
  return wayOf(before) || wayOf(whole);
}

/** The same for a day or month without a year: 0 for yearly events. */
function directionOnce(place: Place): Way | 0 {
  return yearly.test(place.whole) ? 0 : direction(place);
}

function wayOf(text: string): Way | 0 {
  const future = ahead.test(text);
  const past = behind.test(text.replace(/\b(?:planned|scheduled|booked|supposed|married)\b/gi, ''));
  if (past === future)
    return past && /\b(?:will|going to|due|deadline|appointment)\b/i.test(text) ? 1 : 0;
  return past ? -1 : 1;
}

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

function inThatWeek(at: Date, which: string, day: number): Date {
  const place = placeOf(which);
  if (/^(?:this )?coming$/i.test(which)) return nearestWeekday(at, day, 1);
  // `last Friday` is the latest one; `next Friday` is in the next week, and `this Friday` in this one.
  return place < 0 ? nearestWeekday(at, day, -1) : weekdayOf(at, day, place);
}

function quarterOf(at: Date, place: number): string {
  const time = shifted(at, place * 3, 'month');
  return `the ${['first', 'second', 'third', 'fourth'][Math.floor(time.getUTCMonth() / 3)]} quarter of ${time.getUTCFullYear()}`;
}

function periodOf(at: Date, which: string, named: string): Told | undefined {
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

const seasons: Record<string, number> = {
  spring: 2,
  summer: 5,
  autumn: 8,
  fall: 8,
  winter: 11,
};
const feasts: Record<string, { month: number; day: number }> = {
  christmas: { month: 11, day: 25 },
  halloween: { month: 9, day: 31 },
  "new year's eve": { month: 11, day: 31 },
};

export function named(at: Date, which: string, what: { month: number; day?: number }): number {
  const place = placeOf(which);
  if (place === 0) return at.getUTCFullYear();
  return yearOf(shifted(at, place, 'month'), what, place > 0 ? 1 : -1);
}

/** After one of these words a date needs no preposition. */
const preposition =
  /(?:^|\s)(?:by|until|till|since|from|before|after|for|on|in|during|of|at|through|to|between|around|about|and|or|than|\()\s*$/i;

/** The rules for dates relative to `at`. */
export function datesInEnglish(at: Date): DateRule[] {
  return rules.map(([pattern, tell]) => [
    pattern,
    ({ match, groups, before, after }) => {
      const date = tell(groups, at, { before, whole: before + match + after });
      if (date === undefined) return undefined;
      const subject = /^(?:['’]s\b|\s+(?:is|was)\b)/.test(after);
      // `since` has another meaning than the preposition that would follow it.
      const own = subject || (date.own !== 'since ' && preposition.test(before)) ? '' : date.own;
      const capital = /^\p{Lu}/u.test(match) && before.trim() === '';
      const words = own + date.date;
      return capital ? words.charAt(0).toUpperCase() + words.slice(1) : words;
    },
  ]);
}
