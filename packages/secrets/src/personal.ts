import type { SecretFinding, SecretKind } from './finding.ts';
import { findPatterns, type SecretPattern } from './matches.ts';

const email =
  /(?<![\w.+-])[A-Za-z\d][\w.+-]{0,63}@(?:[A-Za-z\d-]{1,63}\.){1,4}[A-Za-z]{2,24}(?![A-Za-z\d@])/g;
/** With a sign that it is a phone number: a plus, brackets, a leading zero, groups, or the word before it. */
const phone =
  /(?<![\w+./=-])(?:\+\d{1,3}[ .-]?(?:\(\d{1,4}\)[ .-]?)?\d(?:[ .-]?\d){5,12}|\(\d{2,5}\)[ .-]?\d(?:[ .-]?\d){4,9}|0\d{1,4}(?:(?: ?[/-] ?| )\d{2,8}){1,4}|\d{3}[.-]\d{3,4}[.-]\d{4}|1[3-9]\d{9})(?![\w/]|[.,-]\d)/g;
const phoneBehind =
  /(?:phone(?: number)?|mobile|tel(?:efon|éfono|éphone|efone)?\.?|cell|call|handy(?:nummer)?|móvil|celular|电话|手机号?|電話(?:番号)?|전화(?:번호)?|휴대폰)(?:[ :：是はが는은]|is|ist|es|est|é|番号|number){0,4}(\+?\d[\d ().-]{5,18}\d)(?!\d)/dgi;
const date = /^(?:19|20)\d\d[-./]\d{1,2}[-./]\d{1,2}$|^\d{1,2}[-./]\d{1,2}[-./](?:19|20)\d\d$/;

/** A house number and its street, as written in English, German, French, Spanish, Portuguese and Chinese. */
const addresses: readonly RegExp[] = [
  /(?<![\w.])\d{1,5}[A-Za-z]?,? (?:[A-Z][\w'.-]{1,20} ){1,4}(?:Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Lane|Ln|Drive|Court|Ct|Square|Way|Place|Terrace|Crescent)(?![a-z])/g,
  /(?<![\w])[A-ZÄÖÜ][a-zäöüß-]{2,30}(?:straße|strasse|str\.|weg|gasse|platz|allee|ufer|damm) \d{1,4}(?: ?[a-z])?(?![\w])/g,
  /(?<![\w])\d{1,4}(?: bis| ter)?,? (?:rue|avenue|boulevard|place|chemin|allée|quai|impasse) (?:d[eu]s?|de la|de l'|l')? ?[A-ZÀ-Ý][\w'à-ÿ-]{1,30}(?: [A-ZÀ-Ý][\wà-ÿ-]{1,30}){0,3}/g,
  /(?<![\w])(?:Calle|Avenida|Avda\.|Plaza|Paseo|Rua|Travessa|Praça|Via|Viale|Piazza) (?:d[aeio]s?|del|de la)? ?[A-ZÀ-Ý][\wà-ÿ'-]{1,30}(?: [\wà-ÿ'-]{1,30}){0,4},? (?:n[.º°] ?)?\d{1,5}(?![\w])/g,
  /[\u4e00-\u9fff]{2,8}(?:路|街|大道|巷|胡同|弄)\d{1,5}号(?:\d{1,4}[室栋楼单元号]{1,2}){0,3}/g,
];

const isNoDate = (found: string) => !date.test(found);

const patterns: readonly SecretPattern[] = [
  { kind: 'email', hint: /@/, pattern: email },
  { kind: 'phone', pattern: phone, accept: isNoDate },
  { kind: 'phone', pattern: phoneBehind, accept: isNoDate },
  ...addresses.map((pattern) => ({ kind: 'address', pattern }) as const),
];

/** E-mail addresses, phone numbers and postal addresses, recognised by their form. */
export function findPersonal(text: string, wanted: ReadonlySet<SecretKind>): SecretFinding[] {
  return findPatterns(
    text,
    patterns.filter(({ kind }) => wanted.has(kind)),
  );
}
