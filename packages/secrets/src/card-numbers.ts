import type { SecretFinding } from './finding.ts';
import { matchesOf } from './matches.ts';

/** Digits, in groups or not. A letter or digit on either side makes it a part of something else. */
const digitRun = /(?<![A-Za-z0-9_+]|[0-9][.,:/])\d(?:[ .-]?\d){12,}(?![A-Za-z0-9_])/g;
/** What makes the number next to it another kind of number. */
const otherNumber =
  /(?:order|tracking|invoice|ticket|parcel|shipment|isbn|imei|phone|tel|serial|订单|訂單|运单|快递|物流|单号|發票|发票|电话|手机|流水)[^\d\n]{0,12}$/i;

/** First digits and lengths of the networks that issue cards. */
const networks: readonly { prefix: RegExp; lengths: readonly number[] }[] = [
  { prefix: /^4/, lengths: [13, 16, 19] },
  { prefix: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16] },
  { prefix: /^3[47]/, lengths: [15] },
  { prefix: /^(?:6011|64[4-9]|65)/, lengths: [16, 19] },
  { prefix: /^35(?:2[89]|[3-8])/, lengths: [16, 19] },
  { prefix: /^(?:30[0-5]|3[689])/, lengths: [14, 16, 19] },
  { prefix: /^62/, lengths: [16, 17, 18, 19] },
  { prefix: /^220[0-4]/, lengths: [16, 19] },
  { prefix: /^(?:60|81|82|508)/, lengths: [16] },
  { prefix: /^(?:5018|5020|5038|5893|6304|6759|676[1-3])/, lengths: [13, 14, 15, 16, 17, 18, 19] },
];

const longestCard = 19;

/** Numbers of payment cards: the right length for their first digits, and a check digit that is right. */
export function findCardNumbers(text: string): SecretFinding[] {
  const findings: SecretFinding[] = [];
  for (const match of matchesOf(text, digitRun)) {
    if (
      isInUuid(text, match) ||
      otherNumber.test(text.slice(Math.max(0, match.index - 30), match.index))
    )
      continue;
    findings.push(...cardsInRun(match[0], match.index));
  }
  return findings;
}

const uuid = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/i;

/** One in some ten thousand of these has digits like a card's. */
function isInUuid(text: string, { 0: run, index }: RegExpExecArray): boolean {
  return (
    run.includes('-') && uuid.test(text.slice(Math.max(0, index - 24), index + run.length + 36))
  );
}

/** Whole groups only, so that `4111 1111 1111 1111 12` gives the card and not the month behind it. */
function cardsInRun(run: string, offset: number): SecretFinding[] {
  const groups = matchesOf(run, /\d+/g);
  const findings: SecretFinding[] = [];
  for (let first = 0; first < groups.length; first += 1) {
    // Behind a point, and before one, stands the part of another number: a fraction, a sum.
    if (run.charAt(groups[first]!.index - 1) === '.') continue;
    const last = lastGroupOfCard(run, groups, first);
    if (last === undefined) continue;
    findings.push({
      kind: 'card_number',
      start: offset + groups[first]!.index,
      end: offset + groups[last]!.index + groups[last]![0].length,
    });
    first = last;
  }
  return findings;
}

/** How cards are written in groups: 4-4-4-4, 4-6-5, 8-8, or digit by digit. */
const grouping = /^(?:\d+|4(?: 4){2,3} [1-4]|4(?: 4){2}|4 6 [45]|8 8|1(?: 1)+) $/;

function lastGroupOfCard(
  run: string,
  groups: readonly RegExpExecArray[],
  first: number,
): number | undefined {
  let digits = '';
  let lengths = '';
  let found: number | undefined;
  const sign = groups[first + 1] === undefined ? '' : run.charAt(groups[first + 1]!.index - 1);
  for (let last = first; last < groups.length && digits.length < longestCard; last += 1) {
    const group = groups[last]![0];
    if (last > first && run.charAt(groups[last]!.index - 1) !== sign) break;
    digits += group;
    lengths += `${group.length} `;
    const next = groups[last + 1];
    if (next !== undefined && run.charAt(next.index - 1) === '.' && sign !== '.') continue;
    if (sign === '.' && last < first + 2) continue;
    if (grouping.test(lengths) && isCardNumber(digits)) found = last;
  }
  return found;
}

function isCardNumber(digits: string): boolean {
  const known = networks.some(
    ({ prefix, lengths }) => lengths.includes(digits.length) && prefix.test(digits),
  );
  if (!known || /^(\d)\1*$/.test(digits)) return false;
  return hasLuhnDigit(digits) && !(digits.length === 13 && hasArticleDigit(digits));
}

function hasLuhnDigit(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** The check digit of EAN-13 and ISBN-13: the number of an article, not of a card. */
function hasArticleDigit(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    sum += Number(digits[index]) * (index % 2 === 1 ? 3 : 1);
  }
  return sum % 10 === 0;
}
