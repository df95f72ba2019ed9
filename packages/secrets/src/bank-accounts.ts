import type { SecretFinding } from './finding.ts';
import { matchesOf } from './matches.ts';

/** Two letters of a country, two check digits, and groups of four or none. */
const written =
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
  for (const match of matchesOf(text, written)) {
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
