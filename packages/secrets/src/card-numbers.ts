import type { SecretFinding } from './finding.ts';
import { matchesOf } from './matches.ts';

const between = '[ ._/-]{1,2}';
/** The same separator between all groups, or the end of a line. */
const again = (group: number) => `(?:\\${group}|\\s{0,2}\\n[> \\t]{0,4})`;
/** Groups of card numbers: one run, 4-4-4-4, 4-6-5, 8-8, or digit by digit. */
const written = new RegExp(
  `(?:(?<![A-Za-z0-9_+]|[0-9][.,:/])|(?<=visa|mastercard|amex|jcb|diners|discover|unionpay|card|karte|pan|cc))(?:\\d{13,19}|\\d{4}(${between})\\d{4}${again(1)}\\d{4}${again(1)}\\d{1,4}(?:${again(1)}\\d{3})?|\\d{4}(${between})\\d{6}${again(2)}\\d{4,5}|\\d{8}([ -])\\d{8}|\\d([ -])\\d(?:\\4\\d){11,17})(?![A-Za-z0-9_]|[.,-]\\d)`,
  'gi',
);
/** Words that make the number next to them another kind of number. */
const otherNumber =
  /(?:order|tracking|invoice|ticket|parcel|shipment|isbn|imei|(?<![A-Za-z])(?:sku|ean|gtin)|serial|(?<![A-Za-z])ids?|_id|status|guild|channel|message|pixel|act_|订单|訂單|运单|快递|物流|单号|發票|发票|电话|手机|流水)[^\d\n]{0,12}$/i;

/** Nobody writes a phone number in groups of four. */
const phone = /(?:phone|tel|电话|手机)[^\d\n]{0,12}$/i;

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

const uuid = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/i;

/** Few cards have this many digits, and most ids and times do. */
const rare = /^\d{17,19}$/;
const cardWord =
  /visa|maestro|mastercard|amex|jcb|diners|discover|union ?pay|(?<![A-Za-z])(?:card|pan|cc)(?![A-Za-z])|kart|carte|tarjeta|cart[ãa]o|卡|カード|카드/i;

/** Numbers of payment cards: the right length for their first digits, and a valid check digit. */
export function findCardNumbers(text: string): SecretFinding[] {
  const findings: SecretFinding[] = [];
  let otherEnd = -1;
  for (const { 0: number, index: start } of matchesOf(text, written)) {
    const end = start + number.length;
    const isOne = isCardNumber(number.replace(/\D/g, '')) && !isOther(text, { start, end });
    // A list of other numbers continues with other numbers.
    const isInList = start > otherEnd && /^["']?, ?["']?$/.test(text.slice(otherEnd, start));
    if (isOne && !isInList) findings.push({ kind: 'card_number', start, end });
    else otherEnd = end;
  }
  return findings;
}

/** One in about ten thousand UUIDs has digits like a card's. */
function isOther(text: string, { start, end }: { start: number; end: number }): boolean {
  const before = text.slice(Math.max(0, start - 30), start);
  const number = text.slice(start, end);
  return (
    otherNumber.test(before) ||
    (/^\d+$/.test(number) && phone.test(before)) ||
    (rare.test(number) && !cardWord.test(text.slice(Math.max(0, start - 40), end + 40))) ||
    uuid.test(text.slice(Math.max(0, start - 24), end + 36))
  );
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
