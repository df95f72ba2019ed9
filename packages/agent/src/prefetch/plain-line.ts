import { visibleText } from '@mneme/core/faces';
import { lookAlikes } from './look-alikes.ts';

/** Stands for the sign that would make a label, or the name of a speaker, of the words before it. */
const apart = ' - ';
/** Of a label; more is a part of a sentence. */
const longest = { characters: 60, words: 4 };

const among = (...characters: string[]) => `[${characters.join('').replace(/[\\\]^[-]/g, '\\$&')}]`;
const pattern = (source: string) => new RegExp(source, 'gu');
/** Brackets that mark a quotation or a title. */
const quotations = '「」『』《》｢｣﹁﹂﹃﹄〝〞〟„‚⹂';
const asWritten = `${quotations}{}`;
/** Whatever passes for a double quotation mark, singles in a row too. */
export const quotationMark =
  /["\u00ab\u00bb\u02ba\u02dd\u02ee\u02f6\u05f4\u1425\u201c-\u201f\u2033\u2034\u2036\u2037\u2057\u2039\u203a\u275d\u275e\u2760\u276e\u276f\u2e42\u3003\u300c-\u300f\u301d-\u301f\ufe41-\ufe44\uff02\uff62\uff63\u{1f676}-\u{1f678}]|(?:['`\u00b4\u02b9\u02bb-\u02bf\u02ca\u02cb\u02f4\u05f3\u2018-\u201b\u2032\u2035\u275b\u275c\uff07\uff40]\p{M}*){2,}/u;
const round = { open: among('(', lookAlikes['(']), close: among(')', lookAlikes[')']) };
const angle = { open: among('<', lookAlikes['<']), close: among('>', lookAlikes['>']) };
const colon = among(':', lookAlikes[':']);
const colons = `${colon}(?:[^\\S\\n]*${colon})*`;
const dash = '[—―–⸺⸻﹘]';

const breaks = /[\p{Cc}\p{Zl}\p{Zp}\u2800]+/u;
const opensAngle = pattern(angle.open);
const closesAngle = pattern(angle.close);
/** A tag, a template's mark. */
const tag = /‹{1,8}([^‹›()\n]{0,60}[\p{L}\p{So}][^‹›()\n]{0,60})›{1,8}/gu;
/** A number, an empty box, an index; else one bracket. */
const bracket = pattern(
  `\\[[^\\p{L}\\p{So}[\\]\\n]{0,60}\\]|(?<=[\\p{Ll}\\p{N}])\\[[\\p{Ll}\\p{N}. ]{1,30}\\]` +
    `|(?!${round.open}|[${asWritten}])(?<open>\\p{Ps}|${among(lookAlikes['['])})` +
    `|(?!${round.close}|[${asWritten}])(?<close>\\p{Pe}|${among(lookAlikes[']'])})`,
);
const separator = pattern(
  `(?<colons>${colons})|${dash}(?=\\s*(?<quoted>${quotationMark.source}))|(?<=\\s|^)${dash}(?=\\s|$)`,
);
/** Where a label may begin. */
const start = pattern(
  `[\\n[\\]{}‹›。！？；，、]|${round.open}|${round.close}|${quotationMark.source}|${colon}|${dash}|/|[.!?;,…•*|#>·-]\\s`,
);
/** A short value in the bracket of its label. */
const restOfBracket = new RegExp(
  `^(?:(?!${colon}|${dash})[^()[\\]\\n]){0,8}?(?=(?<close>${round.close}))`,
  'u',
);
const numberInBracket = new RegExp(`^\\p{N}{1,2}\\s*${round.close}`, 'u');
const openBracket = new RegExp(`${round.open}(?=[^()[\\]\\n]*$)`, 'u');
/** Before a colon without a space: `test:long`, `https://`, `C:\\`. */
const nameOfProgram = /(?:^|[^\p{L}\p{N}])(?:[a-z][a-z0-9_+.-]*|\p{L}|\d+)$/u;
const isDash = new RegExp(`^${dash}$`, 'u');
const endsQuoted = new RegExp(`(?:${quotationMark.source}|['’])\\s*$`, 'u');

/**
 * A memory's text as one line of data, decided by its form and not by its words, so that it holds in any language. It
 * has no line break and no angle brackets. No words in it are a label (`Name: `, `"role": `), a speaker (`Name — `),
 * a tag or a template's mark (`[WORD]`, `<word>`), or a copy of the end of a line (`(word: 5)`). Everything else, such
 * as quotation marks, is as it was written. The same text always gives the same line.
 */
export function plainLine(text: string): string {
  const seen = text
    .toWellFormed()
    .split(breaks)
    .map((line) => visibleText(line).replace(/\s+/g, ' '))
    .join('\n')
    .replace(opensAngle, '‹')
    .replace(closesAngle, '›')
    .replace(tag, '($1)')
    .replace(bracket, (found: string, ...rest: unknown[]) => {
      const { open, close } = rest.at(-1) as { open?: string; close?: string };
      return open ? '(' : close ? ')' : found;
    });
  return withoutLabels(seen).replace(/\s+/g, ' ').trim();
}

/** Linear: of each sign, a bounded stretch before it is read. */
function withoutLabels(text: string): string {
  let result = '';
  let done = 0;
  const replace = (from: number, to: number, by = apart) => {
    result += text.slice(done, from) + by;
    done = to;
  };
  for (const { 0: sign, index, groups } of text.matchAll(separator)) {
    const end = index + sign.length;
    const after = text.slice(end, end + 20);
    const found = labelBefore(text, index);
    const isLabel = found !== undefined && endsLabel(sign, { ...found, after });
    if (!isLabel && !groups?.quoted) continue;
    const rest = found?.opening && groups?.colons ? restOfBracket.exec(after) : null;
    if (found?.opening && rest) replace(...found.opening);
    replace(index, end);
    const close = rest?.groups?.close ?? '';
    if (rest) replace(end + rest[0].length, end + rest[0].length + close.length, ' ');
  }
  return result + text.slice(done);
}

interface Label {
  words: string;
  /** The round bracket that it is in: its start and its end. */
  opening?: [number, number] | undefined;
  /** It is the beginning of a line. */
  isFirst: boolean;
  /** A mark of a quotation is between it and its sign. */
  isQuoted: boolean;
}

/** A few words from the beginning of a line, a sentence or a bracket to this place. */
function labelBefore(text: string, at: number): Label | undefined {
  const far = Math.max(0, at - longest.characters);
  const before = text.slice(far, at).trimEnd();
  const last = [...before.matchAll(start)].at(-1);
  if (last === undefined && far > 0) return undefined;
  const [sign = ''] = last ?? [];
  const words = before.slice((last?.index ?? 0) + sign.length);
  // The letters of a word that is spaced out are one word.
  const count = words
    .split(/\s+/)
    .map((word) => word.match(/[\p{L}\p{N}\p{So}]/gu)?.length ?? 0)
    .filter((letters, index, all) => letters > 1 || (letters === 1 && all[index - 1] !== 1)).length;
  if (count > longest.words) return undefined;
  const open = openBracket.exec(before);
  return {
    words,
    opening: open ? [far + open.index, far + open.index + open[0].length] : undefined,
    isFirst: last === undefined || sign === '\n',
    isQuoted: endsQuoted.test(before.slice(-3)),
  };
}

/** False for a colon in a time, an address, a path or a name of a program, and for a letter of the words' own alphabet. */
function endsLabel(
  sign: string,
  { words, opening, isFirst, isQuoted, after }: Label & { after: string },
): boolean {
  if (isDash.test(sign)) return /\p{L}/u.test(words);
  if (isQuoted || (opening && numberInBracket.test(after))) return true;
  if (/\d$/.test(words) && /^\d/.test(after)) return false;
  if (/^[:\s]+$/.test(sign)) {
    if (!/^[\p{L}\p{N}_/\\]/u.test(after) || !nameOfProgram.test(words)) return true;
    return isFirst && /^\p{L}{2,}$/u.test(words) && /^\p{L}/u.test(after);
  }
  if (/[:：﹕︓∶]/.test(sign)) return true;
  const blockOf = (letter: string) => (letter.codePointAt(0) ?? 0) >> 8;
  const letters = words.match(/\p{L}/gu) ?? [];
  const isOwn = letters.length > 0 && letters.every((letter) => blockOf(letter) === blockOf(sign));
  return !isOwn && !/^\p{L}/u.test(after);
}
