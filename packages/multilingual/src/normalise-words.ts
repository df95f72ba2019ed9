import { isAscii } from '@mneme/language/text';

/** All marks except those of kana and Devanagari, which change the word. */
const accent = /(?![\u3099\u309a\u0900-\u097f])\p{Mn}/gu;

/** Compatibility form, lower case, without accents. */
export function normaliseWords(text: string): string {
  return isAscii(text)
    ? text.toLowerCase()
    : text.normalize('NFKC').toLowerCase().normalize('NFD').replace(accent, '').normalize('NFC');
}
