const firstMark = 0xe100;
/** Private characters replace finished dates, so that later patterns skip them. */
export const mark = '\\uE100-\\uF8FF';
const marks = new RegExp(`[${mark}]`, 'g');

/**
 * Characters around a date that are read to interpret it: more than a fact has, and few enough for a text full of
 * dates.
 */
const around = 300;

/** A match of a date pattern. */
export interface FoundDate {
  match: string;
  before: string;
  after: string;
  /** The three together. */
  whole: string;
}

/** The groups of the patterns; empty if a group has no part in the match. */
export type DateGroups = Record<
  'count' | 'unit' | 'which' | 'way' | 'day' | 'month' | 'weekday' | 'period' | 'end' | 'name',
  string
>;

/** `write` returns the date as text, counted from the day `at`; undefined if it is not a date. */
export type DateRule = readonly [
  pattern: RegExp,
  write: (groups: DateGroups, at: Date, found: FoundDate) => string | undefined,
];

/** The text with each date as the first matching rule writes it, or, if its words must stay, with that after it. */
export function writeDates(
  text: string,
  { at, rules, keepWords }: { at: Date; rules: readonly DateRule[]; keepWords: boolean },
): string {
  const dates: string[] = [];
  let rest = text;
  for (const [pattern, write] of rules)
    rest = rest.replace(pattern, (match: string, ...found) => {
      const parts: object = typeof found.at(-1) === 'object' ? found.pop() : {};
      const groups = Object.fromEntries(
        Object.entries(parts).map(([name, part]) => [name, part ?? '']),
      ) as DateGroups;
      const [place, whole] = found.slice(-2) as [number, string];
      const before = whole.slice(Math.max(0, place - around), place);
      const after = whole.slice(place + match.length, place + match.length + around);
      const date = write(groups, at, { match, before, after, whole: before + match + after });
      if (date === undefined) return match;
      const isOwn = !keepWords || date.startsWith(match);
      dates.push(isOwn ? date : `${match} (${date.replace(/^(?:on|in|at) /i, '')})`);
      return String.fromCharCode(firstMark + dates.length - 1);
    });
  return rest.replace(marks, (found) => dates[found.charCodeAt(0) - firstMark] ?? found);
}
