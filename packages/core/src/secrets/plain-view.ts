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
/** What may be another in the view: all but ASCII, Latin letters with accents, and usual CJK. */
const unusual = /[^\0-\x7f\u00c0-\u0131\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]/gu;
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
  const edits: Edit[] = [];
  let position = 0;
  let length = 0;
  for (const { 0: character, index } of unmasked.matchAll(unusual)) {
    const plain = plainCharacter(character);
    if (plain === character) continue;
    parts.push(unmasked.slice(position, index), plain);
    length += index - position;
    position = index + character.length;
    edits.push({ start: length, end: length + plain.length, from: index, to: position });
    length += plain.length;
  }
  parts.push(unmasked.slice(position));
  return {
    text: parts.join(''),
    original: (start, end) => ({
      start: placeOf(edits, start).from,
      end: end === 0 ? 0 : placeOf(edits, end - 1).to,
    }),
  };
}

/** A character that is another in the view: its range there, and in the original. */
interface Edit {
  start: number;
  end: number;
  from: number;
  to: number;
}

/** Where the character at that position of the view stands in the original. */
function placeOf(edits: readonly Edit[], position: number): { from: number; to: number } {
  let low = 0;
  let high = edits.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (edits[middle]!.start <= position) low = middle + 1;
    else high = middle;
  }
  // Characters that go have no range in the view, and lie before the one that follows them.
  const before = edits[low - 1];
  if (before === undefined) return { from: position, to: position + 1 };
  if (position < before.end) return before;
  const from = before.to + position - before.end;
  return { from, to: from + 1 };
}

function plainCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80 || character === barrier) return character;
  const lookalike = lookalikes[character];
  if (lookalike !== undefined) return lookalike;
  if (ignorable.test(character)) return '';
  return character.normalize('NFKC');
}
