import { datesInChinese } from './chinese-dates.ts';
import { datesInEnglish } from './english-dates.ts';
import { writeDates } from './write-dates.ts';

const chinese = /\p{Script=Han}/u;
/** Titles and quoted words stay as they are. */
const quoted = /"[^"]*"|“[^“”]*”|「[^「」]*」|『[^『』]*』|《[^《》]*》/gu;
const dated = /\b(?:19|20)\d\d\b|(?:19|20)\d\d年/;
const hanging =
  /\b(?:the|that|the very) (?:next|following|previous|same) (?:day|week|weekend|month|year|morning|evening)\b|\bthat (?:day|week|weekend|month|year|morning|evening|night|summer|winter|spring|autumn|fall)\b|\bthe day (?:before|after)\b(?! (?:he|she|they|the|his|her|their|a|\p{Lu}))|第二天|次日|[当那]天|那年|那个月|当晚|当时|那时|同一天|翌日/iu;

/**
 * The same text with absolute dates: `yesterday` becomes `on 2026-03-08`, or, if words must stay, `yesterday
 * (2026-03-08)`. `unresolved`: words that count from a day which the text does not name.
 */
export function absoluteDates(
  text: string,
  saidAt: string,
  { keepWords = false } = {},
): { text: string; unresolved: string | undefined } {
  const at = new Date(saidAt);
  const kept: string[] = [];
  const open = text.replace(quoted, (quote) => `\u{e000}${kept.push(quote) - 1}\u{e001}`);
  const rules = [...datesInEnglish, ...(chinese.test(open) ? datesInChinese : [])];
  const withDates = writeDates(open, { at, rules, keepWords });
  const match = hanging.exec(withDates);
  const unresolved =
    match === null || dated.test(withDates.slice(0, match.index)) ? undefined : match[0];
  return {
    text: withDates.replace(
      /\u{e000}(\d+)\u{e001}/gu,
      (_, place: string) => kept[Number(place)] as string,
    ),
    unresolved,
  };
}
