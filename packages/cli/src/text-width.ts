import { createRequire } from 'node:module';
import { stripVTControlCharacters } from 'node:util';
import { terminalText } from '@mneme/core';
import type stringWidth from 'string-width';

let graphemes: Intl.Segmenter | undefined;
/** ASCII, Latin letters, and the command's own symbols: each takes one column. */
const printable = /^[ -~\u00a1-\u00ac\u00ae-\u024f–—‘’“”…]*$/;
const require = createRequire(import.meta.url);

/** The columns of a text in a terminal, without its colours. */
export function textWidth(text: string): number {
  if (printable.test(text)) return text.length;
  // Loaded on demand: it takes as long as a search.
  const library = require('string-width') as { default: typeof stringWidth };
  return library.default(text);
}

/** Characters as a reader sees them. */
function* charactersOf(text: string): Generator<string> {
  if (printable.test(text)) return yield* text;
  graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  for (const { segment } of graphemes.segment(text)) yield segment;
}

/** Pads with spaces. */
export function pad(text: string, width: number, side: 'left' | 'right' = 'right'): string {
  const fill = ' '.repeat(Math.max(0, width - textWidth(text)));
  return side === 'right' ? text + fill : fill + text;
}

/** On one line, without control characters, cut to a width, because stored text must not control a terminal. */
export function oneLine(text: string, width = Number.POSITIVE_INFINITY): string {
  const flat = terminalText(text.replace(/\s+/g, ' ')).trim();
  if (textWidth(flat) <= width) return flat;
  let cut = '';
  let used = 0;
  for (const segment of charactersOf(flat)) {
    used += textWidth(segment);
    if (used > width - 1) break;
    cut += segment;
  }
  return `${cut.trimEnd()}…`;
}

/** A cell cut to a width; then it loses its colours. */
export function cut(cell: string, width: number): string {
  return textWidth(cell) <= width ? cell : oneLine(stripVTControlCharacters(cell), width);
}

/** Wraps a text into lines of a width, between words, or inside one if necessary. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of pieces(oneLine(text), width)) {
    if (textWidth(line + piece) > width && line.trim() !== '') {
      lines.push(line.trimEnd());
      line = piece.trimStart();
    } else line += piece;
  }
  if (line.trim() !== '') lines.push(line.trimEnd());
  return lines;
}

/** Units that are not split: spaces, words, and each wide character, because those are written without spaces. */
function pieces(text: string, width: number): string[] {
  const found: string[] = [];
  let word = '';
  const end = () => {
    if (word !== '') found.push(word);
    word = '';
  };
  for (const segment of charactersOf(text)) {
    const alone = segment === ' ' || textWidth(segment) > 1;
    if (alone || textWidth(word + segment) > width) end();
    if (alone) found.push(segment);
    else word += segment;
  }
  end();
  return found;
}
