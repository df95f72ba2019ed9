import { utf8Length } from '@mneme/language/text';

/**
 * A rough count of tokens for when no exact one is at hand: four characters of ASCII, or one Chinese, Japanese or
 * Korean character, a token. On English prose it is within a fifth of the real count.
 */
export function estimateTextTokens(text: string): number {
  // A character beyond ASCII has one byte more than units in UTF-16 (accents), or two (CJK). Counted natively, since
  // a loop over every character of a long history takes long.
  const wide = Math.ceil((utf8Length(text) - text.length) / 2);
  return Math.ceil(Math.max(0, text.length - wide) / 4) + wide;
}
