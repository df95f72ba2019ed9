/** Why a text cannot be stored as it is, and at which UTF-16 position that was found. */
export interface TextFault {
  kind: 'lone-surrogate' | 'control-character';
  index: number;
}

/**
 * Half of a surrogate pair (no UTF-8 can hold it), or a control character other than tab, line feed and carriage
 * return (NUL ends strings in SQLite; others rewrite terminals).
 */
const fault = /\p{Cs}|(?![\t\n\r])\p{Cc}/u;

/** The first thing in a text that would not come back from a store as it went in; undefined for a sound text. */
export function findTextFault(text: string): TextFault | undefined {
  const match = fault.exec(text);
  if (!match) return undefined;
  const isSurrogate = match[0].charCodeAt(0) >= 0xd800;
  return { kind: isSurrogate ? 'lone-surrogate' : 'control-character', index: match.index };
}

/** How many bytes the text has in UTF-8. A lone surrogate counts 3, as the replacement character would. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    bytes += unit < 0x800 ? 1 : 2;
    // A pair is 4 bytes: the first half has counted 3, the second is the fourth.
    if (isHighSurrogate(unit) && isLowSurrogate(text.charCodeAt(index + 1))) index += 1;
  }
  return bytes;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
