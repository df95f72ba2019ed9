/** How many bytes the text has in UTF-8. A lone surrogate counts 3, as the replacement character would. */
export function utf8Length(text: string): number {
  return Buffer.byteLength(text);
}
