// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are made of them.
const escapes = /\u001b\[\d+m/g;
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u;
const control = /[\p{Cc}\p{Cf}]/gu;

/** Columns that a text takes in a terminal: two for a Chinese, Japanese or Korean character. */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of text.replace(escapes, '')) {
    width += /\p{M}/u.test(character) ? 0 : wide.test(character) ? 2 : 1;
  }
  return width;
}

/** Fills up with spaces. */
export function pad(text: string, width: number, side: 'left' | 'right' = 'right'): string {
  const fill = ' '.repeat(Math.max(0, width - textWidth(text)));
  return side === 'right' ? text + fill : fill + text;
}

/** On one line, without control characters, cut to a width. Stored text must not steer a terminal. */
export function oneLine(text: string, width = Number.POSITIVE_INFINITY): string {
  const flat = text.replace(/\s+/g, ' ').replace(control, '').trim();
  if (textWidth(flat) <= width) return flat;
  let cut = '';
  let used = 0;
  for (const character of flat) {
    used += textWidth(character);
    if (used > width - 1) break;
    cut += character;
  }
  return `${cut.trimEnd()}…`;
}

/** Breaks a text into lines of at most a width, between words, or between characters where there are no spaces. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of oneLine(text).match(
    /[\u2e80-\ua4cf\uf900-\ufaff\uff00-\uffef]|[^\s\u2e80-\ua4cf\uf900-\ufaff\uff00-\uffef]+|\s+/g,
  ) ?? []) {
    if (textWidth(line + piece) > width && line.trim() !== '') {
      lines.push(line.trimEnd());
      line = piece.trimStart();
    } else line += piece;
  }
  if (line.trim() !== '') lines.push(line.trimEnd());
  return lines;
}
