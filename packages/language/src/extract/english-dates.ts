import { rules } from './english-date-rules.ts';
import type { DateRule } from './tell-dates.ts';

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
