import type { SecretFinding } from './finding.ts';
import { matchesOf } from './matches.ts';
import { matchEnd } from './values.ts';

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
const otherNumber =
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
      if (isTold || (isSure?.(characters, found) && !otherNumber.test(before)))
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
