import {
  addDays,
  comingWeekday,
  firstMark,
  monthOf,
  nearest,
  type ToldAt,
  weekStart,
} from './calendar.ts';

const months =
  'january february march april may june july august september october november december'.split(
    ' ',
  );
const weekdays = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ');
const small = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
const month = `(?:${months.map((name) => (name === 'may' ? 'may' : `${name.slice(0, 3)}(?:${name.slice(3)})?`)).join('|')})`;
const day = '(?:3[01]|[12]\\d|0?[1-9])(?:st|nd|rd|th)?';
const year = '(?:,? ((?:19|20)\\d\\d))?';
const count = `(\\d{1,2}|an?|${small.join('|')})`;
const before =
  '(?:\\b(on|by|until|till|since|before|after|from|starting|in|at|during|for|of) )?(?:the )?';

type Resolve = (found: string[], at: ToldAt) => string | undefined;

/** What a time is called, and what stands for it: with `on` or `in` where no other word leads to it. */
const times: readonly (readonly [RegExp, Resolve])[] = [
  time(
    `(${day}) (?:to|-|–|until) (${day})(?: of)? (${month})${year}`,
    ([first, last, name, of], at) => {
      const from = dayIn(name, first, of, at);
      const until = dayIn(name, last, of, at);
      return from && until && `from ${from} to ${until}`;
    },
  ),
  time('((?:19|20)\\d\\d-\\d\\d-\\d\\d)', ([whole]) => `on ${whole}`),
  time(`(${day})(?: of)? (${month})\\b${year}`, ([number, name, of], at) =>
    on(dayIn(name, number, of, at)),
  ),
  time(`(${month})\\.? (?:the )?(${day})\\b(?!:)${year}`, ([name, number, of], at) =>
    on(dayIn(name, number, of, at)),
  ),
  time('day after tomorrow', (_, at) => on(addDays(at, 2))),
  time('tomorrow(?: (?:morning|afternoon|evening|night))?', (_, at) => on(addDays(at, 1))),
  time('yesterday(?: (?:morning|afternoon|evening))?', (_, at) => on(addDays(at, -1))),
  time(
    `(next |this coming |this |coming )?(${weekdays.join('|')})(?! (?:morning|evening|night)s?s\\b)`,
    ([which = '', name = ''], at) => {
      const place = weekdays.indexOf(name.toLowerCase());
      return at.future ? on(comingWeekday(at, place, which.trim() === 'next')) : undefined;
    },
  ),
  time(
    '(this|next|the coming) weekend',
    ([which], at) => `on the weekend of ${addDays(weekStart(at), which === 'next' ? 12 : 5)}`,
  ),
  time(
    '(next|last) week',
    ([which], at) => `in the week of ${addDays(weekStart(at), which === 'next' ? 7 : -7)}`,
  ),
  time('(next|last|this) month', ([which], at) => inMonth(monthOf(at, stepOf(which)))),
  time(
    '(next|last|this) year',
    ([which], at) => `in ${at.instant.getUTCFullYear() + stepOf(which)}`,
  ),
  time(`in ${count} (day|week|month|year)s?`, ([number, unit], at) =>
    away(at, numberOf(number), unit),
  ),
  time(`${count} (day|week|month|year)s? (?:ago|back)`, ([number, unit], at) =>
    away(at, -numberOf(number), unit),
  ),
  time('((?:19|20)\\d\\d)(?! \\p{L}+ing)', ([whole], at) =>
    at.future ? `in ${whole}` : undefined,
  ),
  time(
    'this (spring|summer|autumn|fall|winter)',
    ([season], at) => `in ${season} ${at.instant.getUTCFullYear()}`,
  ),
  time(`(early |late |mid-?)?(${month})\\b(?! \\d)${year}`, ([part = '', name = '', of], at) => {
    const place = placeOf(name);
    // `May` and `March` are words and names, too.
    if (/^(?:may|mar|march|jan|jun|sep|dec)$/i.test(name) && !/^\p{Lu}/u.test(name))
      return undefined;
    const found = of === undefined ? nearest(at, place) : { year: Number(of), month: place };
    return `in ${part}${inMonth(found)?.slice(3)}`;
  }),
];

function time(pattern: string, resolve: Resolve): readonly [RegExp, Resolve] {
  return [new RegExp(`${before}\\b${pattern}\\b`, 'giu'), resolve];
}

/** The text with every time that is counted from when it was said told by the calendar, and how many it names. */
export function withEnglishDays(text: string, at: ToldAt): { text: string; days: number } {
  const found: string[] = [];
  let rest = text;
  for (const [pattern, resolve] of times)
    rest = rest.replace(pattern, (whole: string, lead: string | undefined, ...groups) => {
      const values = groups.slice(
        0,
        groups.findIndex((group) => typeof group === 'number'),
      );
      const told = resolve(values as string[], at);
      if (told === undefined) return whole;
      const plain = told.replace(/^(?:on|in|from) /, '');
      const kept = lead !== undefined && !/^(?:on|in|at|during|for|of|from)$/i.test(lead);
      found.push(kept ? `${lead} ${plain}` : told);
      return String.fromCharCode(firstMark + found.length - 1);
    });
  return {
    text: rest.replace(/[\uE000-\uE0FF]/g, (mark) => found[mark.charCodeAt(0) - firstMark] ?? ''),
    days: found.length,
  };
}

function on(date: string | undefined): string | undefined {
  return date && `on ${date}`;
}

function stepOf(which: string | undefined): number {
  return which === 'next' ? 1 : which === 'last' ? -1 : 0;
}

function placeOf(name = ''): number {
  return months.findIndex((full) => full.startsWith(name.slice(0, 3).toLowerCase()));
}

function dayIn(name = '', number = '', of: string | undefined, at: ToldAt): string | undefined {
  const month = placeOf(name);
  const date = Number.parseInt(number, 10);
  const found = of === undefined ? nearest(at, month, date).year : Number(of);
  const instant = new Date(Date.UTC(found, month, date));
  return instant.getUTCDate() === date ? instant.toISOString().slice(0, 10) : undefined;
}

function inMonth({ year: of, month: place }: { year: number; month: number }): string {
  const name = months[place] ?? '';
  return `in ${name.charAt(0).toUpperCase()}${name.slice(1)} ${of}`;
}

function numberOf(text = ''): number {
  if (/^\d/.test(text)) return Number(text);
  return Math.max(1, small.indexOf(text.toLowerCase()) + 1);
}

/** So far from then: weeks, months and years are told no more exactly than they were counted. */
function away(at: ToldAt, number: number, unit = ''): string | undefined {
  if (unit.startsWith('day')) return on(addDays(at, number));
  if (unit.startsWith('week')) return `in the week of ${addDays(weekStart(at), 7 * number)}`;
  if (unit.startsWith('month')) return inMonth(monthOf(at, number));
  return `in ${at.instant.getUTCFullYear() + number}`;
}
