import { maskPattern } from './finding.ts';

/** A text as a reader sees it, in plain characters, with the way back to the original. */
export interface PlainView {
  text: string;
  /** The range of the original that a range of the view came from. */
  original(start: number, end: number): { start: number; end: number };
}

/** Stands for each character of a mask: no letter, no digit, no punctuation that a secret could be made of. */
export const barrier = '\ufffc';
const special = /[\u0080-\uffff]|\[/;
const ignorable = /\p{Default_Ignorable_Code_Point}/u;
const lookalikes: Record<string, string> = {
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '「': '"',
  '」': '"',
  '『': '"',
  '』': '"',
  '《': '"',
  '》': '"',
  '‘': "'",
  '’': "'",
  '′': "'",
  '‐': '-',
  '‑': '-',
  '‒': '-',
  '–': '-',
  '—': '-',
  '−': '-',
};

/**
 * Full-width forms become ASCII, invisible characters go, kinds of quotation marks and dashes become one. That way
 * a secret is found however its characters are dressed.
 */
export function plainView(text: string): PlainView {
  if (!special.test(text)) return { text, original: (start, end) => ({ start, end }) };

  const unmasked = text.replace(maskPattern, (mask) => barrier.repeat(mask.length));
  const parts: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  let position = 0;
  for (const character of unmasked) {
    const plain = plainCharacter(character);
    const end = position + character.length;
    for (let unit = 0; unit < plain.length; unit += 1) {
      starts.push(position);
      ends.push(end);
    }
    parts.push(plain);
    position = end;
  }
  return {
    text: parts.join(''),
    original: (start, end) => ({ start: starts[start] ?? 0, end: ends[end - 1] ?? 0 }),
  };
}

function plainCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80 || character === barrier) return character;
  const lookalike = lookalikes[character];
  if (lookalike !== undefined) return lookalike;
  if (isUsualCjk(code)) return character;
  if (ignorable.test(character)) return '';
  return character.normalize('NFKC');
}

function isUsualCjk(code: number): boolean {
  return (code >= 0x3040 && code <= 0x30ff) || (code >= 0x4e00 && code <= 0x9fff);
}
