import type { SecretFinding } from './finding.ts';
import { matchesOf } from './matches.ts';
import { matchEnd } from './values.ts';

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

/** Phone numbers are not written in groups of four. */
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
  const values = [...digits].reverse().map((digit, index) => Number(digit) * (1 + (index % 2)));
  return values.reduce((sum, value) => sum + (value > 9 ? value - 9 : value), 0) % 10 === 0;
}

/** The check digit of EAN-13 and ISBN-13: the number of an article, not of a card. */
function hasArticleDigit(digits: string): boolean {
  return weighed(digits, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1]) % 10 === 0;
}

/** Two letters of a country, two check digits, and groups of four or none. */
const writtenAccount =
  /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]{2,4}){2,8}(?:[ -]?[A-Z0-9])?(?![A-Za-z0-9])/gi;

/** Length of the number in each country. */
const lengths: Readonly<Record<string, number>> = Object.fromEntries(
  `AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29 ES24 FI18
FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20
LV21 LY25 MC27 MD24 ME22 MK19 MR27 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 SC31 SE24 SI19 SK24
SM27 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20`
    .split(/\s+/)
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

/** Numbers of bank accounts (IBAN) with the country's length and a valid checksum. */
export function findBankAccounts(text: string): SecretFinding[] {
  const findings: SecretFinding[] = [];
  for (const match of matchesOf(text, writtenAccount)) {
    const length = lengths[match[0].slice(0, 2).toUpperCase()];
    // A word after the number may look like one more group.
    for (let end = match[0].length; length !== undefined && end >= length; end--) {
      const account = match[0].slice(0, end).replace(/[ -]/g, '').toUpperCase();
      if (account.length < length) break;
      if (account.length > length || !isWritten(match[0], end) || !isChecked(account)) continue;
      findings.push({ kind: 'iban', start: match.index, end: match.index + end });
      break;
    }
  }
  return findings;
}

/** Hexadecimal ids sometimes have valid checksums, but other groups, or lower case. */
function isWritten(match: string, end: number): boolean {
  const said = match.slice(0, end);
  if (/[A-Z0-9]/i.test(match.charAt(end))) return false;
  if (/^\w{4}(?:[ -]\w{4})*[ -]\w{1,4}$/.test(said)) return true;
  return !said.includes('-') && !/[a-z]/.test(said.slice(2));
}

/** ISO 7064, modulo 97. */
function isChecked(account: string): boolean {
  let rest = 0;
  for (const character of account.slice(4) + account.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

interface IdentityNumber {
  /** Matched at the start of a number. */
  written: RegExp;
  /** Its label, before or after it. Without it the number needs a reliable checksum. */
  label: RegExp;
  /** Whether form and checksum leave little doubt. */
  isSure?: (characters: string, written: string) => boolean;
}

const spanishLetters = 'TRWAGMYFPDXBNJZSQVHLCKE';

const numbers: readonly IdentityNumber[] = [
  // United States: 219-09-9998
  {
    written: /(?!000|666|9\d\d)\d{3}([- ]?)(?!00)\d{2}\1(?!0000)\d{4}(?![\w/]|-\d)/y,
    label:
      /(?<![A-Za-z])SSN(?![A-Za-z])|social[ -]security|social insurance|(?<![A-Za-z])social(?:'s| is|:| number| #)/i,
  },
  // Germany, taxes: 86 095 742 719
  {
    written: /[1-9]\d(?: ?\d{3}){3}(?![\w/]|[.-]\d)/y,
    label:
      /steuer-?(?:id|identifikationsn)|(?:steuerliche )?identifikationsnummer|(?<![A-Za-z])IdNr|tin(?![a-z])|tax id/i,
  },
  // Germany, pensions: 15 070649 C 103
  {
    written: /\d{2} ?(?:0[1-9]|[1-8]\d)(?:0[1-9]|1[0-2])\d{2} ?[A-Z] ?\d{2} ?\d(?![\w/]|-\d)/y,
    label:
      /(?:renten|sozial)versicherung|sv-?n(?:umme)?r|rvnr|versicherungsn|pension insurance|social[ -]security/i,
  },
  // Spain, citizens: 12345678Z
  {
    written: /\d{2}\.?\d{3}\.?\d{3}[ -]?[A-Z](?![\w/]|-\d)/iy,
    label: /(?<![A-Za-z])(?:DNI|NIF)(?![A-Za-z])|identidad/i,
    isSure: (characters, written) =>
      /\D$/.test(written.slice(0, -1)) && hasSpanishLetter(characters),
  },
  // Spain, foreigners: X1234567L
  {
    written: /[XYZ][ -]?\d{7}[ -]?[A-Z](?![\w/]|-\d)/iy,
    label: /(?<![A-Za-z])NI[EF](?![A-Za-z])|extranjer/i,
    isSure: hasSpanishLetter,
  },
  // France: 1 84 12 76 451 089 46
  {
    written:
      /[1-478][ .]?\d{2}[ .]?(?:0[1-9]|1[0-2]|[2-9]\d)[ .]?(?:\d{2}|2[AB])[ .]?\d{3}[ .]?\d{3}(?:[ ./-]?\d{2})?(?![\w/]|-\d)/y,
    label:
      /(?<![A-Za-z])(?:NIR|NSS|INSEE)(?![A-Za-z])|s[ée]cu(?:rit[ée] sociale)?(?![a-z])|carte vitale/i,
    isSure: (characters, written) =>
      /^\d \d\d \d\d \w\w \d{3} \d{3} \d\d$/.test(written) &&
      /^\d{15}$/.test(characters) &&
      Number(characters.slice(0, 13)) % 97 === 97 - Number(characters.slice(13)),
  },
  // Brazil: 529.982.247-25
  {
    written: /\d{3}[. ]?\d{3}[. ]?\d{3}[- ]?\d{2}(?![\w/]|[.-]\d)/y,
    label: /(?<![A-Za-z])CPF(?![A-Za-z])|cadastro de pessoas? físicas?/i,
    isSure: (characters, written) => written.includes('.') && hasBrazilianDigits(characters),
  },
  // China: 11010519491231002X
  {
    written:
      /[1-9]\d{5} ?(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]) ?\d{3}[\dX](?![\w/]|-\d)/iy,
    label: /身份证|身分證|公民身份|证件号|(?:resident |chinese )id/i,
    isSure: (characters) =>
      '10X98765432'.charAt(
        weighed(characters, [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]) % 11,
      ) === characters.charAt(17),
  },
  // Korea: 900101-1234568
  {
    written: /\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?: ?- ?| )?[1-8]\d{6}(?![\w/]|-\d)/y,
    label: /주민(?:등록)? ?번호|외국인 ?등록 ?번호|resident registration/i,
    isSure: (characters, written) =>
      written.includes('-') &&
      (11 - (weighed(characters, [2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5]) % 11)) % 10 ===
        Number(characters.charAt(12)),
  },
  // Japan: 1234 5678 9018
  {
    written: /\d{4}([- ]?)\d{4}\1\d{4}(?![\w/]|[.-]\d| \d{4})/y,
    label: /マイナンバー|個人番号|my ?number/i,
  },
  // United Kingdom: AB 12 34 56 C
  {
    written:
      /(?!BG|GB|KN|NK|NT|TN|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D](?![\w/]|-\d)/iy,
    label:
      /national insurance|(?<![A-Za-z])(?:NINO|NI (?:number|no))(?![A-Za-z])|NINO(?![A-Za-z])/i,
    isSure: (_, written) => /^[A-Z]{2} \d{2} \d{2} \d{2} [A-D]$/.test(written),
  },
];

/** Possible starts: all have six digits with at most one separator between two. */
const candidate = /(?<![\w.+/-])(?=(?:[A-Z]{1,2}[ -]?)?\d(?:[ .-]?\d){5})/gi;

/** Words that make the following number one of something else. */
const otherIdentity =
  /(?:order|tracking|invoice|parcel|serial|part|flight|seat|订单|訂單|运单|快递|物流|单号|发票|流水)[^\d\n]{0,12}$/i;

/** Numbers that identify a person, confirmed by a label or a checksum. */
export function findIdentityNumbers(text: string): SecretFinding[] {
  const findings: SecretFinding[] = [];
  for (const { index: start } of matchesOf(text, candidate))
    for (const { written, label, isSure } of numbers) {
      const end = matchEnd(written, text, start);
      if (end === undefined) continue;
      const found = text.slice(start, end);
      const before = /[^\n]*$/.exec(text.slice(Math.max(0, start - 48), start))?.[0] ?? '';
      const behind = /^[^\n\d]*/.exec(text.slice(end, end + 32))?.[0] ?? '';
      const isTold = label.test(before.replace(/^.*[.!?。] ?(?=\S{4})/, '')) || label.test(behind);
      const characters = found.replace(/[ ./-]/g, '').toUpperCase();
      if (isTold || (isSure?.(characters, found) && !otherIdentity.test(before)))
        findings.push({ kind: 'identity_number', start, end });
    }
  return findings;
}

function weighed(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0);
}

function hasSpanishLetter(characters: string): boolean {
  const digits = characters.slice(0, -1).replace(/^[XYZ]/, (first) => `${'XYZ'.indexOf(first)}`);
  return spanishLetters.charAt(Number(digits) % 23) === characters.at(-1);
}

function hasBrazilianDigits(digits: string): boolean {
  if (/^(\d)\1*$/.test(digits)) return false;
  return [9, 10].every((length) => {
    const weights = Array.from({ length }, (_, index) => length + 1 - index);
    return ((weighed(digits, weights) * 10) % 11) % 10 === Number(digits[length]);
  });
}
