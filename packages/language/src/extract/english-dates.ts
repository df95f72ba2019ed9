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
import type { DateGroups, DateRule, FoundDate } from './write-dates.ts';

/** A name with a small or a capital letter. */
const eitherCase = (name: string) =>
  `[${name.charAt(0)}${name.charAt(0).toLowerCase()}]${name.slice(1)}`;
const weekday = `(?<weekday>${['Mon', 'Tues', 'Wednes', 'Thurs', 'Fri', 'Satur', 'Sun'].map(eitherCase).join('|')})day`;
const month = `(?<month>${monthNames.map(eitherCase).join('|')})`;
/** `Thursday, 7 May` is one day. */
const ofWeek = '(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day,? )?';
const dayNumber = String.raw`(?<day>3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?`;
/** With a year the day is complete. */
const noYear = String.raw`(?!,? (?:of )?\d{4}|\d|[:.]\d)`;
const nearly = '(?:about|around|roughly|almost|over) ';
const unit = '(?<unit>day|week|month|year)s?';
const daytime = '(?: (?:morning|afternoon|evening|night))?';
const which = '(?<which>last|this past|past|this|next|this coming|coming)';

/** A date with its preposition, if none is before it. */
interface Told {
  own: string;
  date: string;
}

/** Case makes no difference, unless `cased`. */
type Rule = readonly [
  pattern: string,
  tell: (groups: DateGroups, at: Date, found: FoundDate) => Told | undefined,
  cased?: 'cased',
];

const rules: readonly Rule[] = [
  [
    String.raw`\b(?<way>in )?(?:about |around |roughly )?half (?:a|an) (?<unit>year|month)(?: (?<which>ago|back|earlier))?\b`,
    ({ way, which, unit: of }, at) => {
      if (!way && !which) return undefined;
      const toward = way ? 1 : -1;
      const isYear = /year/i.test(of);
      const date = isYear
        ? monthOf(shifted(at, 6 * toward, 'month'))
        : isoDay(shifted(at, 15 * toward, 'day'));
      return { own: 'around ', date };
    },
  ],
  [
    String.raw`\b(?:(?<weekday>mon|tues|wednes|thurs|fri|satur|sun)day|today|tomorrow) week\b(?! of| after| in)|\b(?:a|one) week (?:from )?(?:today|tomorrow)\b`,
    ({ weekday: day }, at, { match }) => {
      const first = day ? nearestWeekday(at, weekdayNumber(day), 1) : at;
      return on(shifted(first, /tomorrow/i.test(match) ? 8 : 7, 'day'));
    },
  ],
  [
    String.raw`\b(?:(?<way>in )(?:a|one) fortnight|a fortnight (?<which>ago|back|today|from now))\b`,
    ({ way, which }, at) =>
      on(shifted(at, way || /^(?:today|from)/i.test(which) ? 14 : -14, 'day')),
  ],
  [
    String.raw`(?:the )?day (?:before yesterday|after tomorrow)${daytime}|\b(?:yesterday|tomorrow)${daytime}\b|\blast night\b|\b(?:earlier |later )?today\b|\btonight\b|\bthis (?:morning|afternoon|evening)\b`,
    (_, at, { match }) => on(shifted(at, daysTo(match.toLowerCase()), 'day')),
  ],
  [
    String.raw`\bthe (?<period>week|month|year) (?:(?<which>before last)|after next)\b`,
    ({ period, which }, at) =>
      periodOf(shifted(at, which ? -1 : 1, unitOf(period)), which ? 'last' : 'next', period),
  ],
  [
    String.raw`\b(?:for|over|in|during|within) the (?:last|past) (?:${englishCount} )${unit}\b`,
    (groups, at) => ({ ...counted(at, groups, -1), own: 'since ' }),
  ],
  [String.raw`\b${englishCount} ${unit} (?:ago|back)\b`, (groups, at) => counted(at, groups, -1)],
  [
    String.raw`\bin (?:${nearly})?${englishCount} ${unit}\b(?:['’] time| time| from now)?`,
    // `read it in two days` says how long it took.
    (groups, at, found) => (direction(found) < 0 ? undefined : counted(at, groups, 1)),
  ],
  [String.raw`\b${englishCount} ${unit} from now\b`, (groups, at) => counted(at, groups, 1)],
  [
    String.raw`\b(?:on )?${which} ${weekday}${daytime}\b`,
    ({ which, weekday: day }, at) => on(inThatWeek(at, which, weekdayNumber(day))),
  ],
  [
    String.raw`\b${which} ${month}\b(?! \d{4})`,
    ({ which, month: name }, at) => {
      const month = monthNumber(name);
      return within(`${monthNames[month]} ${yearNamed(at, which, { month })}`);
    },
  ],
  [
    String.raw`\b(?<which>last|this past|this|next|this coming) (?<name>spring|summer|autumn|fall|winter|christmas|halloween|new year's eve)\b`,
    ({ which, name }, at) => {
      const what = seasons[name.toLowerCase()] as { month: number; day?: number };
      const own = what.day === undefined ? 'in ' : 'at ';
      return { own, date: `${name} ${yearNamed(at, which, what)}` };
    },
  ],
  [
    String.raw`\b(?:earlier |later |the (?=coming))?(?<which>last|this past|this|next|this coming|coming) (?<period>weekend|week|month|year|quarter)\b(?! of\b|-)`,
    ({ which, period }, at) => periodOf(at, which, period),
  ],
  [
    String.raw`\b(?:the )?(?<end>end|beginning|start|middle) of the (?<period>week|month|year|quarter)\b`,
    ({ end, period }, at) => ({
      own: 'at ',
      date: `the ${end} of ${periodOf(at, 'this', period).date}`,
    }),
  ],
  [
    String.raw`(?:\b[Oo]n |(?<=\b(?:by|until|till|before|since|from|after|for|to|and|,) )(?<!(?<!\bfrom )\b\p{L}+day to ))${weekday}\b${daytime}(?!s|-|\.\p{L}|,? (?:\d{1,2}(?!:|\d* ?[ap]m)|(?!at )\p{L}+ \d|mornings|afternoons|evenings|nights|\p{Lu}))`,
    ({ weekday: day }, at, found) => {
      // Without a verb in the past or future it may happen every week.
      const toward = directionTo(found);
      return toward === 0 ? undefined : on(nearestWeekday(at, weekdayNumber(day), toward));
    },
    'cased',
  ],
  ...[
    String.raw`\b${ofWeek}(?:the )?${dayNumber}(?: of)? ${month}\b${noYear}`,
    String.raw`\b${ofWeek}${month}\.? (?:the )?${dayNumber}\b${noYear}`,
  ].map(
    (pattern): Rule => [
      pattern,
      ({ month: name, day }, at, found) => {
        const named = { month: monthNumber(name), day: Number(day) };
        const year = yearOnce(at, named, found);
        return year === undefined ? undefined : on(dayOf({ ...named, year }));
      },
    ],
  ),
  [
    String.raw`(?:\b[Ii]n |(?<=\b(?:by|until|till|before|since|from|after) ))${month}\b(?!,? (?:of )?\d)`,
    ({ month: name }, at, found) => {
      const month = monthNumber(name);
      const year = yearOnce(at, { month }, found);
      return year === undefined ? undefined : within(`${monthNames[month]} ${year}`);
    },
    'cased',
  ],
];

const ahead =
  /\b(?:will|won't|may|might|could|going to|plans?|planning|planned|intends?|wants? to|has to|have to|needs? to|must|should|due|scheduled|booked|appointment|deadline|upcoming|hopes?|expects?|is|are|has an?|starts|starting|begins|beginning|leaves|flies|arrives|moves|ends|closes|opens|takes place|by)\b/i;
const behind =
  /\b(?:was|were|had|did|went|came|met|saw|got|took|bought|made|gave|told|said|left|began|lost|won|sold|ran|flew|drove|wrote|read|ate|broke|fell|felt|found|kept|became|chose|spent|paid|sent|built|quit|hurt|\p{L}{2,}ed)\b/iu;
/** Events that come back each year, or have no year. */
const yearly =
  /\b(?:birthdays?|anniversar(?:y|ies)|every|each|yearly|annual(?:ly)?|born|always|usually|often|name day)\b/i;

/** Whether a text looks ahead or back; 0: unknown. The words before the date decide first. */
function direction({ before, whole }: FoundDate): Way | 0 {
  return wayOf(before) || wayOf(whole);
}

/** The same for a day or month without a year: 0 for yearly events. */
function directionOnce(found: FoundDate): Way | 0 {
  return yearly.test(found.whole) ? 0 : direction(found);
}

/** `since` looks back, `until` and the new day of what was moved look ahead; else the verbs decide. */
function directionTo(found: FoundDate): Way | 0 {
  const { before, match } = found;
  const said = `${before}${match}`.slice(0, before.length + (/^on /i.exec(match)?.[0].length ?? 0));
  if (/\bsince (?:the )?$/i.test(said)) return yearly.test(found.whole) ? 0 : -1;
  const clause = before.split(/[,;.]/).at(-1) as string;
  if (/\b(?:until|till?|'til|up to) (?:the )?$/i.test(said)) return behind.test(clause) ? 0 : 1;
  if (/\bfor (?:the )?$/i.test(said) && !yearly.test(found.whole)) return 1;
  if (/\bto (?:the )?$/i.test(said) && arranged.test(clause)) return 1;
  if (promised.test(clause)) return 1;
  return directionOnce(found);
}

const arranged =
  /\b(?:moved|postponed|rebooked|rescheduled|pushed|put (?:off|back)|shifted|changed|delayed|brought forward|switched|deferred|adjourned|extended|invited|transferred)\b/i;
const promised =
  /\b(?:promised|agreed|offered|arranged|decided|threatened|swore|volunteered|vowed|intends?|(?:asked|told|invited|reminded|advised)(?: \p{L}+)?|expected|supposed|meant|allowed|ordered|requested|instructed|signed up|registered|enrolled) (?:to|for) \p{L}+/iu;

function yearOnce(at: Date, named: { month: number; day?: number }, found: FoundDate) {
  const toward = directionTo(found);
  if (toward === 0) return undefined;
  // The last such day is meant however long it is ago.
  const isSince = /\bsince (?:the )?$/i.test(found.before);
  return isSince ? yearOf(at, named, -1) : yearMeant(at, named, toward);
}

function wayOf(text: string): Way | 0 {
  const future = ahead.test(text);
  const past = behind.test(text.replace(/\b(?:planned|scheduled|booked|supposed|married)\b/gi, ''));
  if (past === future)
    return past && /\b(?:will|going to|due|deadline|appointment)\b/i.test(text) ? 1 : 0;
  return past ? -1 : 1;
}

/** Undefined if there is no such day. */
function on(date: Date | undefined): Told | undefined {
  return date && { own: 'on ', date: isoDay(date) };
}

const within = (date: string): Told => ({ own: 'in ', date });

/** `yesterday evening`, `last night`, `the day after tomorrow`. */
function daysTo(words: string): number {
  const days = /\bday (?:before|after)\b/.test(words) ? 2 : 1;
  if (/yesterday|last/.test(words)) return -days;
  return words.includes('tomorrow') ? days : 0;
}

/** Days become exact dates, weeks the week around a day, months and years themselves. */
function counted(at: Date, { count, unit: of }: DateGroups, way: Way): Told {
  const time = shifted(at, countOf(count) * way, unitOf(of));
  const date =
    of === 'month' ? monthOf(time) : of === 'year' ? String(time.getUTCFullYear()) : isoDay(time);
  if (of === 'week' || /few|several/i.test(count)) return { own: 'around ', date };
  return { own: of === 'day' ? 'on ' : 'in ', date };
}

function placeOf(which: string): Way | 0 {
  if (/(?:last|past)$/i.test(which)) return -1;
  return /(?:next|coming)$/i.test(which) ? 1 : 0;
}

function inThatWeek(at: Date, which: string, day: number): Date {
  const place = placeOf(which);
  if (/coming$/i.test(which)) return nearestWeekday(at, day, 1);
  // `last Friday` is the latest one; `next Friday` is in the next week, and `this Friday` in this one.
  return place < 0 ? nearestWeekday(at, day, -1) : weekdayOf(at, day, place);
}

function periodOf(at: Date, which: string, named: string): Told {
  const place = placeOf(which);
  switch (named.toLowerCase()) {
    case 'week':
      return within(`the week of ${isoDay(mondayOf(at, place))}`);
    case 'weekend': {
      const saturday = /coming$/i.test(which) ? nearestWeekday(at, 5, 1) : weekdayOf(at, 5, place);
      return { own: 'on ', date: `the weekend of ${isoDay(saturday)}` };
    }
    case 'month':
      return within(monthOf(shifted(at, place, 'month')));
    case 'year':
      return within(String(at.getUTCFullYear() + place));
    default: {
      const time = shifted(at, place * 3, 'month');
      const quarter = ['first', 'second', 'third', 'fourth'][Math.floor(time.getUTCMonth() / 3)];
      return within(`the ${quarter} quarter of ${time.getUTCFullYear()}`);
    }
  }
}

/** Their first months; of feasts the day. */
const seasons: Record<string, { month: number; day?: number }> = {
  spring: { month: 2 },
  summer: { month: 5 },
  autumn: { month: 8 },
  fall: { month: 8 },
  winter: { month: 11 },
  christmas: { month: 11, day: 25 },
  halloween: { month: 9, day: 31 },
  "new year's eve": { month: 11, day: 31 },
};

function yearNamed(at: Date, which: string, what: { month: number; day?: number }): number {
  const place = placeOf(which);
  return place === 0 ? at.getUTCFullYear() : yearOf(shifted(at, place, 'month'), what, place);
}

/** After one of these words a date needs no preposition. */
const preposition =
  /(?:^|\s)(?:by|until|till|since|from|before|after|for|on|in|during|of|at|through|to|between|around|about|and|or|than|\()\s*$/i;

/** The rules for English dates. */
export const datesInEnglish: readonly DateRule[] = rules.map(([pattern, tell, cased]) => [
  new RegExp(pattern, cased ? 'gu' : 'giu'),
  (groups, at, found) => {
    const written = tell(groups, at, found);
    if (written === undefined) return undefined;
    const { match, before, after } = found;
    const subject = /^(?:['’]s\b|\s+(?:is|was)\b)/.test(after);
    // `since` has another meaning than the preposition that would follow it.
    const own =
      subject || (written.own !== 'since ' && preposition.test(before)) ? '' : written.own;
    const capital = /^\p{Lu}/u.test(match) && before.trim() === '';
    const words = own + written.date;
    return capital ? words.charAt(0).toUpperCase() + words.slice(1) : words;
  },
]);
