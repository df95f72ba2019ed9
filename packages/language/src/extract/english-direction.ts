import type { Way } from '../text/index.ts';

const ahead =
  /\b(?:will|won't|may|might|could|going to|plans?|planning|planned|intends?|wants? to|has to|have to|needs? to|must|should|due|scheduled|booked|appointment|deadline|upcoming|hopes?|expects?|is|are|has an?|starts|starting|begins|beginning|leaves|flies|arrives|moves|ends|closes|opens|takes place|by)\b/i;
const behind =
  /\b(?:was|were|had|did|went|came|met|saw|got|took|bought|made|gave|told|said|left|began|lost|won|sold|ran|flew|drove|wrote|read|ate|broke|fell|felt|found|kept|became|chose|spent|paid|sent|built|quit|hurt|\p{L}{2,}ed)\b/iu;
/** Events that come back each year, or have no year. */
const yearly =
  /\b(?:birthdays?|anniversar(?:y|ies)|every|each|yearly|annual(?:ly)?|born|always|usually|often|name day)\b/i;

/** The position of a date. */
export interface Place {
  before: string;
  whole: string;
}

/** Whether a text looks ahead or back; 0: unknown. The words before the date decide first. */
export function direction({ before, whole }: Place): Way | 0 {
  return wayOf(before) || wayOf(whole);
}

/** The same for a day or month without a year: 0 for yearly events. */
export function directionOnce(place: Place): Way | 0 {
  return yearly.test(place.whole) ? 0 : direction(place);
}

function wayOf(text: string): Way | 0 {
  const future = ahead.test(text);
  const past = behind.test(text.replace(/\b(?:planned|scheduled|booked|supposed|married)\b/gi, ''));
  if (past === future)
    return past && /\b(?:will|going to|due|deadline|appointment)\b/i.test(text) ? 1 : 0;
  return past ? -1 : 1;
}
