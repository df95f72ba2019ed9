/** Apostrophes and similar characters, before NFKD turns some of them into a space and a mark. */
const apostrophes = /[´`‘’‛ʼ′＇]/g;

/**
 * Characters that do not change what a reader sees: combining marks of the general blocks (accents, variation
 * selectors), soft hyphens, zero-width characters and direction marks. Marks of one script, such as kana voicing or
 * Hebrew points, stay.
 */
const ignorable =
  /\p{Default_Ignorable_Code_Point}|[\u0300-\u036f]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]|[\ufe20-\ufe2f]/gu;

/** Letters that Unicode does not decompose and that people type without their stroke, each with what they type. */
const unstroked = new Map(
  'ßss ẞSS øo ØO đd ĐD łl ŁL æae ÆAE œoe ŒOE ıi ðd ÐD þth ÞTH ħh ĦH ςσ'
    .split(' ')
    .map((pair) => [pair.charAt(0), pair.slice(1)]),
);
const strokes = new RegExp(`[${[...unstroked.keys()].join('')}]`, 'g');
const nonAscii = /[\u0080-\uffff]/;

/** Whether a text is ASCII alone. */
export function isAscii(text: string): boolean {
  return !nonAscii.test(text);
}

/**
 * The text without differences that people do not type: full-width forms, accents, ligatures, curly apostrophes,
 * invisible characters. Letter case stays, because it shows where `camelCase` words begin.
 */
export function foldText(text: string): string {
  if (isAscii(text)) return text;
  return text
    .replaceAll('\ufdfa', ' ') // One character that would become eighteen.
    .replace(apostrophes, "'")
    .normalize('NFKD')
    .replace(ignorable, '')
    .replace(strokes, (letter) => unstroked.get(letter) ?? letter)
    .normalize('NFC');
}

const otherDigit = /(?![0-9])\p{Nd}/gu;
const digit = /^\p{Nd}$/u;

/** The text with `٢٤`, `२४` and `๒๔` as `24`. */
export function westernDigits(text: string): string {
  return isAscii(text) ? text : text.replace(otherDigit, (one) => String(digitOf(one)));
}

/** Ten digits of a script follow one another. */
function digitOf(one: string): number {
  const code = one.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && digit.test(String.fromCodePoint(code - value - 1))) value += 1;
  return value;
}

/** Lower case. The final sigma becomes the usual one, because it would depend on what follows. */
export function lowerCase(text: string): string {
  const lowered = text.toLowerCase();
  return lowered.includes('ς') ? lowered.replaceAll('ς', 'σ') : lowered;
}
