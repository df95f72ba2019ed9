/** All marks except those of kana and Devanagari, which change the word. */
const accent = /(?![\u3099\u309a\u0900-\u097f])\p{Mn}/gu;

const ascii = /^[\t\n\r\x20-\x7e]*$/;

export function isAscii(text: string): boolean {
  return ascii.test(text);
}

/** Compatibility form, lower case, without accents. */
export function normaliseWords(text: string): string {
  return isAscii(text)
    ? text.toLowerCase()
    : text.normalize('NFKC').toLowerCase().normalize('NFD').replace(accent, '').normalize('NFC');
}
