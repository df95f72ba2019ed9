import { memoryCategories } from '@mneme/core';
import { visibleText } from '@mneme/core/faces';
import { looksLike, otherLetter, type Skeleton, skeletonOf } from './skeleton.ts';

const roles = 'human assistant user system developer tool claude'.split(' ');
const frames = 'memories memory_stores memory_store store im_start im_end inst sys'.split(' ');

/** Decoration between the letters of a word, and between a word and the sign that makes it a marker. */
const decoration = `[^a-z0-9${otherLetter}:<>()[\\]]`;
const between = `${decoration}{0,2}`;
const around = `${decoration}{0,4}`;
const bracketed = () => anyOf([...roles, ...frames, ...memoryCategories]);

/**
 * Markers by their looks, with groups around the parts to replace. Repetitions are bounded or simple runs, so the work
 * is linear. Few texts have the sign that a marker `needs`, so its pattern is compiled on demand.
 */
const markers: readonly Marker[] = [
  marker(':', {
    looks: () => `(?<![a-z])(?:${anyOf(roles)})${around}[\\])]?${around}(:[:\\s]*)`,
    into: [' - '],
  }),
  marker('[', {
    looks: () => `(?<!\\[)(\\[+)${around}(?:${bracketed()})${around}([\\])]+)`,
    into: ['(', ')'],
  }),
  marker('<', {
    looks: () => `(?<!<)(<+)${around}i?(?:${bracketed()})i?(?![a-z])[^<>]{0,40}(>+)`,
    into: ['(', ')'],
  }),
  marker(':', {
    looks: () =>
      `(?<![([])([([]+)${around}(?:${anyOf(['importance'])})${around}(:[:\\s]*)[^()[\\]]{0,8}([)\\]]*)`,
    into: ['[', ' ', ']'],
  }),
];

interface Marker {
  needs: string;
  looks(): RegExp;
  into: readonly string[];
}

function marker(
  needs: string,
  { looks, into }: { looks: () => string; into: readonly string[] },
): Marker {
  let made: RegExp | undefined;
  return {
    needs,
    into,
    looks() {
      made ??= new RegExp(looks(), 'dg');
      return made;
    },
  };
}

/**
 * A memory's text as one line of data. Whatever characters it is written with, it cannot close the block or open
 * another tag (no angle brackets), start another line (no line breaks or control characters), imitate another memory
 * (no copy of a line's form) or a turn of the dialogue (no role markers). The same text always gives the same line.
 */
export function plainLine(text: string): string {
  const oneLine = text.toWellFormed().replace(/[\p{Cc}\p{Zl}\p{Zp}\u2800]+/gu, ' ');
  const seen = visibleText(oneLine)
    .replace(/[<＜﹤≮˂ᐸ❮⟨]/g, '‹')
    .replace(/[>＞﹥≯˃ᐳ❯⟩]/g, '›')
    .replace(/\s+/g, ' ')
    .trim();
  return markers.reduce(replaceGroups, seen).replace(/\s+/g, ' ').trim();
}

/** Replaces the groups of each match in what the text looks like by `into`. Empty groups are skipped. */
function replaceGroups(text: string, { needs, looks, into }: Marker): string {
  const skeleton: Skeleton = skeletonOf(text);
  if (!skeleton.text.includes(needs)) return text;
  let result = '';
  let done = 0;
  for (const { indices } of skeleton.text.matchAll(looks())) {
    into.forEach((replacement, index) => {
      const [start = 0, end = 0] = indices?.[index + 1] ?? [];
      if (start === end) return;
      result += text.slice(done, skeleton.from[start]) + replacement;
      done = skeleton.to[end - 1] ?? done;
    });
  }
  return result + text.slice(done);
}

/** Each word as it looks, with `rn` for `m` and `cl` for `d`, with or without spaces between its letters. */
function anyOf(words: readonly string[]): string {
  const letters: Readonly<Record<string, string>> = {
    m: '(?:m|rn)',
    d: '(?:d|ci)',
    _: '[_\\s.-]{0,2}',
  };
  return words
    .map((word) =>
      [...word]
        .flatMap(looksLike)
        .map((sign) => letters[sign] ?? sign)
        .join(between),
    )
    .join('|');
}
