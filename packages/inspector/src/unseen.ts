import { replaceUnseen } from '@mneme/core/faces';

/**
 * A text as the page shows it: characters that a reader would not see are written as codes, `⟨U+202E⟩`. Pages have every
 * text in this form, in fields and addresses too; {@link textMeant} reads it.
 */
export function textShown(text: string): string {
  return replaceUnseen(text.replace(/⟨(?=U\+)/g, codeOf), codeOf);
}

/** The text of a form or an address of the page. A code that {@link textShown} would not write stays as it is. */
export function textMeant(text: string): string {
  return text.replace(/⟨U\+([0-9A-F]{4,6})⟩/g, (code, digits: string) => {
    const point = Number.parseInt(digits, 16);
    const character = point > 0x10ffff ? '' : String.fromCodePoint(point);
    return character === '⟨' || textShown(character) === code ? character : code;
  });
}

function codeOf(character: string): string {
  const digits = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return `⟨U+${digits.padStart(4, '0')}⟩`;
}
