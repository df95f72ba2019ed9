/**
 * A rough count of tokens: one for four ASCII characters, or for one Chinese, Japanese or Korean character. On English
 * prose it is within a fifth of the real count.
 */
export function estimateTextTokens(text: string): number {
  // A non-ASCII character has one byte more than UTF-16 units (accents), or two (CJK). Counted natively, because a loop
  // over every character of a long history would be slow.
  const wide = Math.ceil((Buffer.byteLength(text) - text.length) / 2);
  return Math.ceil(Math.max(0, text.length - wide) / 4) + wide;
}
