import type { Place } from './finding.ts';

export interface Value extends Place {
  text: string;
  quoted: boolean;
  /** Whether CJK is before it, where often no space and no verb separates them. */
  afterCjk: boolean;
  /** Up to 40 characters after the value. */
  after: string;
}

/** Doubled in a table of values. */
const opening = /\\{0,3}(?:""(?=[!-~])|["'`])/y;
/** Letters including accents, Greek and Cyrillic ones. */
const bareValue = /[!-~\u00c0-\u024f\u0370-\u052f]{1,256}/y;
const closers = /[.,;:?)\]}'"`*]+$/;

/** One word, or the text between quotation marks. */
export function readValue(text: string, from: number): Value | undefined {
  const start = matchEnd(opening, text, from) ?? from;
  if (start > from) {
    if (text.charAt(start) === text.charAt(start - 1)) return undefined;
    const inside = text.slice(start, start + 130);
    const length = inside.indexOf(text.charAt(start - 1));
    // In escaped JSON the closing quotation mark has a backslash too.
    const value = inside.slice(0, Math.max(0, length)).replace(/\\{1,3}$/, '');
    if (value !== '' && !value.includes('\n'))
      return valueAt(text, start, { end: start + value.length, quoted: true });
  }
  const end = matchEnd(bareValue, text, start);
  if (end === undefined) return undefined;
  // A comma, a quotation mark or an ampersand ends the value of a list, a string, a query.
  const raw =
    text
      .slice(start, end)
      .split(/["`<>|]|&(?=[\w.-]+=|$)|[,;](?=$|["']|[A-Za-z]\w*=)|'(?=s?$)|\\[nr]/, 1)[0] ?? '';
  const trimmed = raw.replace(closers, '');
  return trimmed === ''
    ? undefined
    : valueAt(text, start, { end: start + trimmed.length, quoted: false });
}

/** A code in groups: `447 190`, `6318-9680`. */
const groups = /\d{3,4}(?:[ -]\d{3,4}){1,2}(?![\w.,-]*\d)/y;
export function readGroups(text: string, from: number): Value | undefined {
  const end = matchEnd(groups, text, from);
  return end === undefined ? undefined : valueAt(text, from, { end, quoted: false });
}

/** Bytes: `56 9c a2 …`. */
const bytes = /(?:[\da-f]{2}[ :-]){15,63}[\da-f]{2}(?![\w:-])/iy;
export function readHexGroups(text: string, from: number): Value | undefined {
  const end = matchEnd(bytes, text, from);
  if (end === undefined) return undefined;
  const value = valueAt(text, from, { end, quoted: false });
  return { ...value, text: value.text.replace(/[ :-]/g, '') };
}

/** A phrase of several words ends at the end of its line or sentence. */
export function readPhrase(text: string, from: number): Value | undefined {
  const line = /^["'`]?(?!["'`])([^\n.,;"。，；\ufffc]{3,300})/.exec(text.slice(from, from + 301));
  if (!line?.[1]) return undefined;
  const start = from + line[0].length - line[1].length;
  return valueAt(text, start, {
    end: start + line[1].trimEnd().length,
    quoted: line[0] !== line[1],
  });
}

function valueAt(
  text: string,
  start: number,
  { end, quoted }: { end: number; quoted: boolean },
): Value {
  const afterCjk = /[\u3000-\uffff][ \t]{0,2}$/.test(text.slice(Math.max(0, start - 3), start));
  const after = text.slice(end, end + 40);
  return { text: text.slice(start, end), start, end, quoted, afterCjk, after };
}

const login =
  /(?!\s?https?:|ftp:)(?: (?:with|as|using|mit|con|avec|com|is|are))?[ :]{0,2}["'`]?[\w.@+-]{2,40}["'`]?(?: ?[/:] ?|, )["'`]?/y;

/** A name and the value after it: `admin / winter77`, `ada:winter77`. */
export function readLogin(text: string, from: number): Value | undefined {
  const start = matchEnd(login, text, from);
  return start === undefined ? undefined : readValue(text, start);
}

const codesAfter =
  /(?: (?:for|of|from|para|de|für|pour) [\w '’-]{2,40}(?=:))?[\s:=*`"'-]{0,4}(?:(?:is|are|son|sont|sind|lauten|lautet|são|é|es|ist|est|是|は|为|은|는)[\s:]{0,3})?/y;
const code =
  /[\s,;*"'`-]{0,4}(?:\d{1,2}[.)] )?([A-Za-z\d]{3,8}(?:-[A-Za-z\d]{3,8}){0,9})(?![A-Za-z\d])/dy;
const appPassword = /[a-z]{4} [a-z]{4} [a-z]{4} [a-z]{4}(?![a-z])/y;

/** Backup codes, one or many: consecutive words with digits. */
export function readCodes(text: string, end: number): Place | undefined {
  const from = matchEnd(codesAfter, text, end) ?? end;
  const password = matchEnd(appPassword, text, from);
  if (password !== undefined) return { start: from, end: password };
  let place: Place | undefined;
  code.lastIndex = from;
  for (let match = code.exec(text); match !== null; match = code.exec(text)) {
    const [start, until] = match.indices?.[1] ?? [0, 0];
    if (!/\d/.test(match[1] ?? '') && !(place && match[1]?.includes('-'))) break;
    place = { start: place?.start ?? start, end: until };
  }
  if (place === undefined) return undefined;
  const digits = text.slice(place.start, place.end).match(/[A-Za-z\d]/g) ?? [];
  return digits.length >= 6 ? place : undefined;
}

export function matchEnd(pattern: RegExp, text: string, from: number): number | undefined {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
