import { maskPattern, type Place } from './finding.ts';
import { matchesOf } from './matches.ts';

/** A text as a reader sees it, in plain characters, with positions in the original. */
export interface PlainView {
  text: string;
  /** The range of the original for a range of the view. */
  original(start: number, end: number): Place;
}

/** Replaces each character of a mask: not a letter, digit or punctuation mark of a secret. */
export const barrier = '\ufffc';
const special = /[\u0080-\uffff]|\[|%[2-7]|&[a-z#]|\\(?:u00|x[2-7])/;
const byte = '%[2-7][\\da-fA-F]';
/** Names of characters in HTML. */
const entities: Readonly<Record<string, string>> = Object.fromEntries(
  'quot" apos\' amp& lt< gt> colon: equals= sol/ period. commat@ lowbar_ num# dollar$ excl! ast* percnt% hyphen-'
    .split(' ')
    .map((entry) => [entry.slice(0, -1), entry.slice(-1)]),
);
/** Escapes of URLs, HTML, JSON and programs. */
const escaped: readonly string[] = [
  `${byte}(?:(?=${byte}${byte})|(?<=${byte}${byte})|(?<=${byte}${byte}${byte})|(?<=${byte}${byte})(?=${byte}))`,
  // A single one may be part of a password.
  '%(?:2[267cC]|3[aAdD]|7[bBdD])(?:(?=\\S{0,64}?%[\\da-fA-F]{2})|(?<=%[\\da-fA-F]{2}\\S{0,64}%..))',
  `&(?:${Object.keys(entities).join('|')}|#(?:3[2-9]|[4-9]\\d|1[01]\\d|12[0-6]|[xX][2-7][\\da-fA-F]));`,
  '\\\\(?:u00|x)[2-7][\\da-fA-F]',
];
/** Characters that may change in the view: all except ASCII, Latin letters with accents, and usual CJK. */
const unusual = new RegExp(
  `[^\\0-\\x7f\\u00c0-\\u0131\\u3040-\\u30ff\\u4e00-\\u9fff\\uac00-\\ud7a3]|${escaped.join('|')}`,
  'gu',
);
const hiddenGap = /[A-Za-z]\p{Default_Ignorable_Code_Point}+[A-Za-z\d]/u;
const ignorable = /\p{Default_Ignorable_Code_Point}/u;
/** Zeros of the digits of Arabic, Persian, Hindi, Bengali and Thai. */
const zeros = '٠۰०০๐';
/** Quotation marks, dashes, digits, and a comma, which between digits separates two numbers. */
const lookalikes = new Map(
  [
    ['"', '“”„«»「」『』《》'],
    ["'", '‘’′'],
    ['-', '‐‑‒–—−'],
    [', ', '，'],
    ...Array.from({ length: 10 }, (_, digit) => [
      String(digit),
      [...zeros].map((zero) => String.fromCodePoint(zero.codePointAt(0)! + digit)).join(''),
    ]),
  ].flatMap(([plain = '', all = '']) => [...all].map((one) => [one, plain] as const)),
);

/** Cyrillic and Greek letters that look like Latin ones. */
const twins: Record<string, string> = Object.fromEntries(
  'аa еe оo рp сc уy хx іi ѕs јj ԁd һh ӏl ԝw АA ВB ЕE КK МM НH ОO РP СC ТT ХX ІI ЅS ЈJ кk мm тt вb οo αa νv ρp ιi ΑA ΒB ΕE ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX ΖZ'
    .split(' ')
    .map((pair) => [pair.charAt(0), pair.charAt(1)]),
);
const mixed = /[A-Za-z][\u0370-\u052f]|[\u0370-\u052f][A-Za-z]/;

/**
 * Full-width forms become ASCII, invisible characters are removed (or replaced), kinds of quotation marks and dashes
 * are unified, and so are look-alike letters within Latin words, and escapes of URLs, HTML and JSON. So a secret is
 * found in any disguise.
 */
export function plainView(text: string, invisible = ''): PlainView {
  if (!special.test(text)) return { text, original: (start, end) => ({ start, end }) };

  const unmasked = text.replace(maskPattern, (mask) => barrier.repeat(mask.length));
  const isMixed = mixed.test(unmasked);
  const changes: Change[] = [];
  for (const { 0: character, index } of matchesOf(unmasked, unusual)) {
    const plain =
      isMixed && twins[character] !== undefined && isInLatinWord(unmasked, index)
        ? twins[character]
        : plainCharacter(character, invisible);
    if (plain !== character) changes.push({ index, length: character.length, plain });
  }
  return changed(unmasked, changes);
}

/** Line ends within a key, and joints of strings in a program. */
const joint =
  /\\?\r?\n[> \t|]{0,8}(?=[\w+/=-]{8})|["']\s{0,3}(?:[+.&]\s{0,3})?(?:\\?\r?\n[ \t]{0,24})?(?:[+.&] ?)?["'](?=[\w+/-])/g;

/** The text without the breaks in its keys; undefined if there are none. */
export function joinedView(text: string): PlainView | undefined {
  const changes = matchesOf(text, joint)
    .filter(({ 0: broken, index }) =>
      (broken.includes('\n') && !/["']/.test(broken) ? /[\w+/=.-]{12}$/ : /[\w+/=.-]$/).test(
        text.slice(Math.max(0, index - 12), index),
      ),
    )
    .map(({ 0: broken, index }) => ({ index, length: broken.length, plain: '' }));
  return changes.length === 0 ? undefined : changed(text, changes);
}

interface Change {
  index: number;
  length: number;
  plain: string;
}

function changed(text: string, changes: readonly Change[]): PlainView {
  const parts: string[] = [];
  const edits: Edit[] = [];
  let position = 0;
  let length = 0;
  for (const { index, length: gone, plain } of changes) {
    parts.push(text.slice(position, index), plain);
    length += index - position;
    position = index + gone;
    edits.push({ start: length, end: length + plain.length, from: index, to: position });
    length += plain.length;
  }
  parts.push(text.slice(position));
  return {
    text: parts.join(''),
    original: (start, end) => ({
      start: placeOf(edits, start).from,
      end: end === 0 ? 0 : placeOf(edits, end - 1).to,
    }),
  };
}

/** A character that is another in the view: its range there, and in the original. */
interface Edit extends Place {
  from: number;
  to: number;
}

/** Position in the original of a character in the view. */
function placeOf(edits: readonly Edit[], position: number): { from: number; to: number } {
  let low = 0;
  let high = edits.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (edits[middle]!.start <= position) low = middle + 1;
    else high = middle;
  }
  // Removed characters have no range in the view; they belong before the next one.
  const before = edits[low - 1];
  if (before === undefined) return { from: position, to: position + 1 };
  if (position < before.end) return before;
  const from = before.to + position - before.end;
  return { from, to: from + 1 };
}

/** Whether an invisible character is between letters, where `plainView` can put a space. */
export function hasHiddenGap(text: string): boolean {
  return hiddenGap.test(text);
}

function isInLatinWord(text: string, index: number): boolean {
  const before =
    /[A-Za-z\u0370-\u052f]*$/.exec(text.slice(Math.max(0, index - 20), index))?.[0] ?? '';
  const after = /^[A-Za-z\u0370-\u052f]*/.exec(text.slice(index + 1, index + 21))?.[0] ?? '';
  return /[A-Za-z]/.test(before + after);
}

function plainCharacter(character: string, invisible: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return unescaped(character);
  if (character === barrier) return character;
  const lookalike = lookalikes.get(character);
  if (lookalike !== undefined) return lookalike;
  if (ignorable.test(character)) return invisible;
  const form = character.normalize('NFKC');
  // One Arabic character expands to eighteen.
  return form.length > 4 ? character : form;
}

function unescaped(written: string): string {
  if (written.startsWith('&#'))
    return String.fromCharCode(Number(written.slice(2, -1).replace(/^x/i, '0x')));
  if (written.startsWith('&')) return entities[written.slice(1, -1)] ?? written;
  return String.fromCharCode(Number.parseInt(written.slice(-2), 16));
}
