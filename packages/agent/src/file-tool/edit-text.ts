import { MnemeError } from '@mneme/core';
import { refuse } from './memory-path.ts';

const maxLines = 999_999;

const linesAround = 2;

function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

/** Throws if a text has more lines than can be numbered. */
export function checkLines(path: string, text: string): void {
  const lines = countLines(text);
  if (lines <= maxLines) return;
  throw refuse(`File ${path} has too many lines (${lines}). Maximum is 999,999 lines.`);
}

/** The number right-aligned in six columns, a tab, the text. */
export function numberLine(line: string, number: number): string {
  return `${String(number).padStart(6, ' ')}\t${line}`;
}

/**
 * Replaces the one occurrence of `oldText`. Both texts are literal: `$&` in the new text has no meaning, and the old
 * one may span lines. Returns the new text and the numbered lines around the change.
 */
export function replaceOnce(
  text: string,
  { path, oldText, newText }: { path: string; oldText: string; newText: string },
): { text: string; snippet: string } {
  const places = oldText === '' ? [] : placesOf(text, oldText);
  const [place] = places;
  if (place === undefined) {
    throw new MnemeError(
      'not_found',
      `No replacement was performed, old_str \`${oldText}\` did not appear verbatim in ${path}.`,
    );
  }
  if (places.length > 1) {
    const lines = [...new Set(places.map((at) => countLines(text.slice(0, at))))].join(', ');
    throw new MnemeError(
      'conflict',
      `No replacement was performed. Multiple occurrences of old_str \`${oldText}\` in lines: ${lines}. Please ensure it is unique`,
    );
  }
  const changed = text.slice(0, place) + newText + text.slice(place + oldText.length);
  const first = countLines(text.slice(0, place));
  return { text: changed, snippet: snippet(changed, first, first + countLines(newText) - 1) };
}

/** Without overlaps: `aa` occurs once in `aaa`. */
function placesOf(text: string, wanted: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) {
    places.push(at);
  }
  return places;
}

/** The lines from `first` to `last` (from 1) and two before and after. */
function snippet(text: string, first: number, last: number): string {
  const from = Math.max(0, first - 1 - linesAround);
  return text
    .split('\n')
    .slice(from, last + linesAround)
    .map((line, index) => numberLine(line, from + index + 1))
    .join('\n');
}

/** Inserts a text after a number of lines. One newline at its end does not make an empty line. */
export function insertLines(
  text: string,
  { after: given, insert }: { after: number; insert: string },
): string {
  const lines = text.split('\n');
  // Some models write numbers as text.
  const after = typeof given === 'string' && /^\d+$/.test(given) ? Number(given) : given;
  if (!Number.isInteger(after) || after < 0 || after > lines.length) {
    throw refuse(
      `Invalid \`insert_line\` parameter: ${after}. It should be within the range of lines of the file: [0, ${lines.length}]`,
      'insert_line',
    );
  }
  lines.splice(after, 0, insert.replace(/\n$/, ''));
  return lines.join('\n');
}
