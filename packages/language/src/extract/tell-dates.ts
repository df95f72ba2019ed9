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
interface FoundDate {
  match: string;
  groups: Readonly<Record<string, string | undefined>>;
  before: string;
  after: string;
}

/** Undefined if it is not a date. */
export type DateRule = readonly [pattern: RegExp, tell: (found: FoundDate) => string | undefined];

/** The text with each date as the first matching rule writes it, or, if its words must stay, with that after it. */
export function tellDates(
  text: string,
  { rules, keepWords }: { rules: readonly DateRule[]; keepWords: boolean },
): string {
  const dates: string[] = [];
  let rest = text;
  for (const [pattern, tell] of rules)
    rest = rest.replace(pattern, (match: string, ...found) => {
      const groups = typeof found.at(-1) === 'object' ? found.pop() : {};
      const [place, whole] = found.slice(-2) as [number, string];
      const date = tell({
        match,
        groups,
        before: whole.slice(Math.max(0, place - around), place),
        after: whole.slice(place + match.length, place + match.length + around),
      });
      if (date === undefined) return match;
      const isOwn = !keepWords || date.startsWith(match);
      dates.push(isOwn ? date : `${match} (${date.replace(/^(?:on|in|at) /i, '')})`);
      return String.fromCharCode(firstMark + dates.length - 1);
    });
  return rest.replace(marks, (found) => dates[found.charCodeAt(0) - firstMark] ?? found);
}
