const firstMark = 0xe100;
/** Private characters stand for dates that are told already, so that no later pattern reads them again. */
export const mark = '\\uE100-\\uF8FF';
const marks = new RegExp(`[${mark}]`, 'g');

/** So much around a date says how it is meant: more than a fact has, and little enough for a text full of dates. */
const around = 300;

/** Where a pattern of a date fits. */
export interface FoundDate {
  match: string;
  groups: Readonly<Record<string, string | undefined>>;
  before: string;
  after: string;
}

/** Undefined where it is no date. */
export type DateRule = readonly [pattern: RegExp, tell: (found: FoundDate) => string | undefined];

/** The text with every date as the first rule that fits tells it, and how many there are. */
export function tellDates(
  text: string,
  rules: readonly DateRule[],
): { text: string; count: number } {
  const told: string[] = [];
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
      told.push(date);
      return String.fromCharCode(firstMark + told.length - 1);
    });
  return {
    text: rest.replace(marks, (found) => told[found.charCodeAt(0) - firstMark] ?? found),
    count: told.length,
  };
}
