import type { Place } from './finding.ts';
import { matchesOf } from './matches.ts';

const run = /(?<![\w+/-])[\w+/-]{16,}={0,2}(?![\w+/=-])/g;
/** Bytes of printable characters, also with a space or a colon between them. */
const hex = /(?<!\w)(?:0x)?(?:[2-7][\da-f]|0[9ad])(?:[ :]?(?:[2-7][\da-f]|0[9ad])){9,}(?!\w)/gi;
const printable = /^[\t\n\r -~\u00a0-\u{10ffff}]*$/u;
const decoder = new TextDecoder('utf-8', { fatal: true });
/** Most runs are images, hashes or keys, which have a control character among their first characters. */
const sample = 64;
const control = /[^\t\n\r -~\u0080-\u00ff]/;

/** An encoded text. */
interface EncodedRun extends Place {
  decoded: string;
}

/** The runs of Base64 and of hexadecimal digits in a text that decode to text. */
export function encodedRuns(text: string): EncodedRun[] {
  const bytes = matchesOf(text, hex).map(({ 0: encoded, index }) => ({
    start: index,
    end: index + encoded.length,
    decoded: encoded
      .replace(/^0x|[ :]/gi, '')
      .replace(/../g, (pair) => String.fromCharCode(Number(`0x${pair}`))),
  }));
  const base64 = matchesOf(text, run).flatMap(({ 0: encoded, index }) => {
    if (!/[A-Z]/.test(encoded) || !/[a-z]/.test(encoded)) return [];
    const decoded = decode(encoded.replace(/-/g, '+').replace(/_/g, '/'));
    return decoded === undefined ? [] : [{ start: index, end: index + encoded.length, decoded }];
  });
  return [...bytes, ...base64];
}

/** Whether it is Base64 of `name:password`. */
export function isBasicLogin(encoded: string): boolean {
  return /^[^\s:]{1,64}:.{3,}$/.test(decode(encoded) ?? '');
}

/** Undefined if it is not Base64, or not of text. */
function decode(encoded: string): string | undefined {
  try {
    if (control.test(atob(encoded.slice(0, sample)))) return undefined;
    const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
    const text = decoder.decode(bytes);
    return printable.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}
