import type { Way } from '../text/index.ts';
import { alone, inFull, rules } from './english-date-rules.ts';
import { type DateRule, tellDates } from './tell-dates.ts';

/** Behind one of these a date needs no preposition of its own. */
const preposition =
  /(?:^|\s)(?:by|until|till|since|from|before|after|for|on|in|during|of|at|through|to|between|around|about|and|or|than|\()\s*$/i;

/**
 * The text with the days that its words count from `at`, and how many dates it names. Where it is known which way the text
 * looks, dates in full count too and are told in the same form, and a day or month needs no preposition.
 */
export function datesInEnglish(
  text: string,
  { at, toward }: { at: Date; toward?: Way },
): { text: string; count: number } {
  const all = toward === undefined ? rules : [...inFull, ...rules, ...alone];
  return tellDates(
    text,
    all.map(
      ([pattern, tell]): DateRule => [
        pattern,
        ({ match, groups, before, after }) => {
          const date = tell(groups, at, { before, whole: before + match + after, toward });
          if (date === undefined) return undefined;
          const subject = /^(?:['’]s\b|\s+(?:is|was)\b)/.test(after);
          // `since` says another thing than the preposition that it would follow.
          const own =
            subject || (date.own !== 'since ' && preposition.test(before)) ? '' : date.own;
          const capital = /^\p{Lu}/u.test(match) && before.trim() === '';
          const words = own + date.date;
          return capital ? words.charAt(0).toUpperCase() + words.slice(1) : words;
        },
      ],
    ),
  );
}
