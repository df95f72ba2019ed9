import {
  isoDay,
  mondayOf,
  monthNumber,
  monthOf,
  nearestWeekday,
  shifted,
  type Unit,
  weekdayOf,
  yearOf,
} from './dates.ts';

const weekdays = 'mon tues wednes thurs fri satur sun'.split(' ');
const weekday = '(?<weekday>[Mm]on|[Tt]ues|[Ww]ednes|[Tt]hurs|[Ff]ri|[Ss]atur|[Ss]un)day';
const month =
  '(?<month>[Jj]anuary|[Ff]ebruary|[Mm]arch|[Aa]pril|[Mm]ay|[Jj]une|[Jj]uly|[Aa]ugust|[Ss]eptember|[Oo]ctober|[Nn]ovember|[Dd]ecember)';
const smallNumbers = 'a an one two three four five six seven eight nine ten eleven twelve'.split(
  ' ',
);
const count = String.raw`(?<count>\d{1,3}|(?:a )?couple(?: of)?|(?:a )?few|several|${smallNumbers.join('|')})`;
const nearly = '(?:about|around|roughly|almost|over) ';
const unit = '(?<unit>day|week|month|year)s?';
const daytime = '(?: (?:morning|afternoon|evening|night))?';
/** Behind one of these a date needs no preposition of its own. */
const preposition =
  /(?:^|\s)(?:by|until|till|since|from|before|after|for|on|in|during|of|at|through|to|between|around|about|and|or|than|\()\s*$/i;

const ahead =
  /\b(?:will|won't|may|might|could|going to|plans?|planning|planned|intends?|wants? to|has to|have to|needs? to|must|should|due|scheduled|booked|appointment|deadline|upcoming|hopes?|expects?|is|are|has an?|starts|begins|leaves|flies|arrives|moves|ends|closes|opens|takes place|by)\b/i;
const behind =
  /\b(?:was|were|had|did|went|came|met|saw|got|took|bought|made|gave|told|said|left|began|lost|won|sold|ran|flew|drove|wrote|read|ate|broke|fell|felt|found|kept|became|chose|spent|paid|sent|built|quit|hurt|\p{L}{2,}ed)\b/iu;
/** What comes back each year, or has no year. */
const yearly =
  /\b(?:birthdays?|anniversar(?:y|ies)|every|each|yearly|annual(?:ly)?|born|always|usually|often|name day)\b/i;

/** Whether a text looks ahead or back; 0: it does not say. What stands before the date says it first. */
function direction({ before, whole }: Place): 1 | -1 | 0 {
  return wayOf(before) || wayOf(whole);
}

function wayOf(text: string): 1 | -1 | 0 {
  const future = ahead.test(text);
  const past = behind.test(text.replace(/\b(?:planned|scheduled|booked|supposed|married)\b/gi, ''));
  if (past === future)
    return past && /\b(?:will|going to|due|deadline|appointment)\b/i.test(text) ? 1 : 0;
  return past ? -1 : 1;
}

/** Where a date stands. */
interface Place {
  before: string;
  whole: string;
}

/** What `a few` is taken for. */
const some = 3;

type Groups = Record<string, string | undefined>;

/** A date with the preposition that it takes where none stands before it. */
interface Told {
  own: string;
  date: string;
}

const on = (date: Date): Told => ({ own: 'on ', date: isoDay(date) });
const inWeek = (monday: Date): Told => ({ own: 'in ', date: `the week of ${isoDay(monday)}` });
const within = (date: string): Told => ({ own: 'in ', date });

function numberOf(text: string): number {
  const word = text.toLowerCase();
  if (/^\d/.test(word)) return Number(word);
  if (word.includes('couple')) return 2;
  if (/few|several/.test(word)) return some;
  return Math.max(1, smallNumbers.indexOf(word) - 1);
}

/** Days are told exactly, weeks as about that day, months and years as such. */
function counted(
  at: Date,
  { count, unit: of, back }: { count: string; unit: string; back?: true },
): Told {
  const time = shifted(at, numberOf(count) * (back ? -1 : 1), of.toLowerCase() as Unit);
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
  // `last Friday` is the latest one; `next Friday` that of the next week, and `this Friday` of this one.
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
    case 'weekend':
      return { own: 'on ', date: `the weekend of ${isoDay(weekdayOf(at, 5, place))}` };
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

const seasons: Record<string, number> = { spring: 2, summer: 5, autumn: 8, fall: 8, winter: 11 };
const feasts: Record<string, { month: number; day: number }> = {
  christmas: { month: 11, day: 25 },
  halloween: { month: 9, day: 31 },
  "new year's eve": { month: 11, day: 31 },
};

function named(at: Date, which: string, what: { month: number; day?: number }): number {
  const place = placeOf(which);
  if (place === 0) return at.getUTCFullYear();
  return yearOf(shifted(at, place, 'month'), what, place > 0 ? 1 : -1);
}

type Rule = [pattern: RegExp, tell: (groups: Groups, at: Date, place: Place) => Told | undefined];

const rules: Rule[] = [
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
        shifted(at, /^b/i.test(way) ? -1 : 1, period.toLowerCase() as Unit),
        /^b/i.test(way) ? 'last' : 'next',
        period.toLowerCase(),
      ),
  ],
  [
    new RegExp(`\\b(?:for|over|in|during|within) the (?:last|past) (?:${count} )${unit}\\b`, 'giu'),
    ({ count: many = '', unit: of = '' }, at) => ({
      ...counted(at, { count: many, unit: of, back: true }),
      own: 'since ',
    }),
  ],
  [
    new RegExp(`\\b${count} ${unit} (?:ago|back)\\b`, 'giu'),
    ({ count: many = '', unit: of = '' }, at) => counted(at, { count: many, unit: of, back: true }),
  ],
  [
    new RegExp(`\\bin (?:${nearly})?${count} ${unit}\\b(?:['’] time| time| from now)?`, 'giu'),
    ({ count: many = '', unit: of = '' }, at, place) =>
      // `read it in two days` says how long it took.
      direction(place) < 0 ? undefined : counted(at, { count: many, unit: of }),
  ],
  [
    new RegExp(`\\b${count} ${unit} from now\\b`, 'giu'),
    ({ count: many = '', unit: of = '' }, at) => counted(at, { count: many, unit: of }),
  ],
  [
    new RegExp(
      `\\b(?:on )?(?<which>last|this past|past|this|next|this coming|coming) ${weekday}${daytime}\\b`,
      'giu',
    ),
    ({ which = '', weekday: day = '' }, at) =>
      on(inThatWeek(at, which, weekdays.indexOf(day.toLowerCase()))),
  ],
  [
    new RegExp(
      `\\b(?<which>last|this past|past|this|next|this coming|coming) ${month}\\b(?! \\d{4})`,
      'giu',
    ),
    ({ which = '', month: name = '' }, at) => {
      const number = monthNumber(name);
      return within(`${name} ${named(at, which, { month: number })}`);
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
    /\b(?:earlier |later )?(?<which>last|this past|this|next|this coming|coming) (?<period>weekend|week|month|year|quarter)\b(?! of\b|-)/giu,
    ({ which = '', period = '' }, at) => periodOf(at, which, period.toLowerCase()),
  ],
  [
    /\b(?:the )?(?<end>end|beginning|start|middle) of the (?<period>week|month|year|quarter)\b/giu,
    ({ end = '', period = '' }, at) => {
      const told = periodOf(at, 'this', period.toLowerCase());
      return told && { own: 'at ', date: `the ${end} of ${told.date}` };
    },
  ],
  [
    new RegExp(
      `(?:\\b[Oo]n |(?<=\\b(?:by|until|till|before|since|from|after|for|to|and|,) ))${weekday}\\b${daytime}(?!s|-|\\.\\p{L}|,? (?:\\d{1,2}(?!:|\\d* ?[ap]m)|\\p{L}+ \\d|mornings|afternoons|evenings|nights|\\p{Lu}))`,
      'gu',
    ),
    ({ weekday: day = '' }, at, place) => {
      const toward = direction(place);
      if (yearly.test(place.whole)) return undefined;
      // Without a verb that looks ahead or back it may be what happens every week.
      return toward === 0
        ? undefined
        : on(nearestWeekday(at, weekdays.indexOf(day.toLowerCase()), toward));
    },
  ],
  [
    // No year: 4 May, May 4th; and in May.
    new RegExp(
      `\\b(?:(?<first>\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${month}|${month.replace('<month>', '<name>')} (?<second>\\d{1,2})(?:st|nd|rd|th)?)\\b(?!,? (?:of )?\\d{4}|\\d|[:.]\\d)`,
      'giu',
    ),
    ({ first, second, month: name, name: other }, at, place) => {
      const number = monthNumber(name ?? other ?? '');
      const day = Number(first ?? second);
      const toward = direction(place);
      if (toward === 0 || yearly.test(place.whole) || day > 31) return undefined;
      const year = yearOf(at, { month: number, day }, toward);
      return on(new Date(Date.UTC(year, number, day)));
    },
  ],
  [
    new RegExp(
      `(?:\\b[Ii]n |(?<=\\b(?:by|until|till|before|since|from|after) ))${month}\\b(?!,? (?:of )?\\d)`,
      'gu',
    ),
    ({ month: name = '' }, at, place) => {
      const toward = direction(place);
      if (toward === 0 || yearly.test(place.whole)) return undefined;
      return within(`${name} ${yearOf(at, { month: monthNumber(name) }, toward)}`);
    },
  ],
];

/** The text with the days that its words count from `at`. */
export function datesInEnglish(text: string, at: Date): string {
  let told = text;
  for (const [pattern, tell] of rules) {
    told = told.replace(pattern, (...found) => {
      const groups = (typeof found.at(-1) === 'object' ? found.pop() : {}) as Groups;
      const place = found.at(-2) as number;
      const whole = found.at(-1) as string;
      const match = found[0] as string;
      const before = whole.slice(0, place);
      const date = tell(groups, at, { before, whole });
      if (date === undefined) return match;
      const subject = /^(?:['’]s\b|\s+(?:is|was)\b)/.test(whole.slice(place + match.length));
      // `since` says another thing than the preposition that it would follow.
      const own = subject || (date.own !== 'since ' && preposition.test(before)) ? '' : date.own;
      const capital = /^\p{Lu}/u.test(match) && before.trim() === '';
      const words = own + date.date;
      return capital ? words.charAt(0).toUpperCase() + words.slice(1) : words;
    });
  }
  return told;
}
