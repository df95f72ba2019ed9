import { matchesOf } from './matches.ts';

const run = /(?<![\w+/=-])[\w+/-]{16,}={0,2}(?![\w+/=-])/g;
const printable = /^[\t\n\r -~\u00a0-\u{10ffff}]*$/u;
const decoder = new TextDecoder('utf-8', { fatal: true });
/** Characters of a run that are decoded first: if they are not text, the run is an image, a hash, or a key. */
const sample = 64;

/** Base64 of a text. */
interface EncodedRun {
  start: number;
  end: number;
  decoded: string;
}

/** The Base64 runs in a text that decode to text. */
export function encodedRuns(text: string): EncodedRun[] {
  const runs: EncodedRun[] = [];
  for (const { 0: encoded, index } of matchesOf(text, run)) {
    if (!/[A-Z]/.test(encoded) || !/[a-z]/.test(encoded)) continue;
    if (encoded.length > sample && decode(encoded.slice(0, sample), true) === undefined) continue;
    const decoded = decode(encoded, false);
    if (decoded !== undefined) runs.push({ start: index, end: index + encoded.length, decoded });
  }
  return runs;
}

/** Undefined if it is not Base64, or not of text. A part may end within a character. */
function decode(encoded: string, isPart: boolean): string | undefined {
  try {
    const binary = atob(encoded.replace(/-/g, '+').replace(/_/g, '/'));
    if (hasControl(binary)) return undefined;
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const text = isPart
      ? new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
      : decoder.decode(bytes);
    return printable.test(text) ? text : undefined;
  } catch {
    return undefined; // Most runs of such characters are something else.
  }
}

/** Data that is not text usually has a control character soon. */
function hasControl(binary: string): boolean {
  for (let index = 0; index < Math.min(binary.length, 48); index++) {
    const code = binary.charCodeAt(index);
    if (code === 0x7f || (code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d))
      return true;
  }
  return false;
}
