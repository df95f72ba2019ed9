import { passesFor } from './look-alikes.ts';

/** What a text looks like: small plain letters and signs, and their positions in the text. */
export interface Skeleton {
  /** ASCII, except for {@link otherLetter}: one unit for each sign. */
  text: string;
  /** For each place in `text`: where the character starts and ends in the original. */
  from: number[];
  to: number[];
}

/** Represents every letter and number that looks like no ASCII character; `~` represents every other sign. */
export const otherLetter = 'ª';

const unseen = /[\p{M}\p{Default_Ignorable_Code_Point}]/gu;
/** Characters in a group look alike, so all of a group become one. */
const oneOf: Readonly<Record<string, string>> = {
  l: 'i',
  '1': 'i',
  '|': 'i',
  '!': 'i',
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '@': 'a',
  '5': 's',
  $: 's',
  '7': 't',
  '{': '(',
  '}': ')',
};

/** Linear in the text. Texts that look the same to a reader have equal skeletons, as far as the tables know. */
export function skeletonOf(text: string): Skeleton {
  const skeleton: Skeleton = { text: '', from: [], to: [] };
  const parts: string[] = [];
  let at = 0;
  for (const character of text) {
    const end = at + character.length;
    for (const sign of looksLike(character)) {
      parts.push(sign);
      skeleton.from.push(at);
      skeleton.to.push(end);
    }
    at = end;
  }
  skeleton.text = parts.join('');
  return skeleton;
}

/** The skeleton of a word of a rule. */
export function looksLike(character: string): string[] {
  if (character >= '\x80' && passesFor.has(character)) return [plain(passesFor.get(character)!)];
  if (character < '\x80') return [plain(character.toLowerCase())];
  // There are many brackets; those missing in the table are recognised by their Unicode category.
  if (/\p{Ps}/u.test(character)) return [character.normalize('NFKD') === '(' ? '(' : '['];
  if (/\p{Pe}/u.test(character)) return [character.normalize('NFKD') === ')' ? ')' : ']'];
  const form = character.normalize('NFKD').replace(unseen, '').toLowerCase();
  // A letter in parentheses: ⒣
  const letters = /^\((.)\)$/u.exec(form)?.[1] ?? form;
  return [...letters].map((letter) => plain(passesFor.get(letter) ?? letter));
}

function plain(sign: string): string {
  if (sign >= '\x80') return /[\p{L}\p{N}]/u.test(sign) ? otherLetter : '~';
  return Object.hasOwn(oneOf, sign) ? (oneOf[sign] as string) : sign;
}
