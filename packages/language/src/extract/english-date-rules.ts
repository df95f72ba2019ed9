import {
  dayOf,
  englishCount,
  monthNames,
  monthNumber,
  nearestWeekday,
  shifted,
  unitOf,
  weekdayNumber,
  yearMeant,
} from '../text/index.ts';
import { direction, directionOnce, type Place } from './english-direction.ts';
import {
  counted,
  feasts,
  inThatWeek,
  named,
  on,
  periodOf,
  seasons,
  type Told,
  within,
} from './english-periods.ts';

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
      const told = periodOf(at, 'this', period.toLowerCase());
      return told && { own: 'at ', date: `the ${end} of ${told.date}` };
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
