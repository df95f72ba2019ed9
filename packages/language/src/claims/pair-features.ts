import { align, dimensions, dot, sameWord, wordSimilarity } from './compare-words.ts';
import { signNames } from './read-signs.ts';
import { readSlot } from './read-slot.ts';
import type { Statement } from './read-statement.ts';
import { type Wording, wordingOf } from './wording.ts';
import { leastContent, type Word } from './words.ts';

/** Features of a pair of statements: numbers for the trees, and words for the linear tables. */
export interface Pair {
  features: number[];
  wording: Wording;
  /** The languages of the two, as far as the tables distinguish them. */
  writing: Writing;
}

/** The bundled vectors know English and Chinese. */
export type Writing = 'english' | 'chinese' | 'other';

/** If the bundled table knows more of the words than this, a text without small words counts as English. */
const mostlyKnown = 0.85;
const small = {
  english: smallWords(
    'the a an is are was of to and in my i we it at for on no not has have with now as by from user his her',
  ),
  other: smallWords(
    'el la los las de del que y en un una con su es se al por para der die das und ist ein eine mit von im zu den auf sich hat le les des du et est une dans avec pour au sur il di che e ha per non da alla nel o os da em um uma com na foi',
  ),
};
const clause = /[,;:.，、。；：]|\s(?:and|und|et|y|e|и)\s|和/gu;
const aboutUser = /^(?:the )?user\b|^用[户戶]/i;

export function pairOf(older: Statement, newer: Statement): Pair {
  const aligned = align(older.words, newer.words);
  const words = [...older.words, ...newer.words];
  const known = knownShare(words);
  const writing = writingOf([older.script, newer.script], { words, known });
  const wording = wordingOf(older, newer, { aligned, known: writing !== 'other' });
  return {
    features: [
      dot(older.vector, newer.vector),
      sharedGrams(older.grams, newer.grams),
      older.words.length,
      newer.words.length,
      Math.log((older.words.length + 1) / (newer.words.length + 1)),
      older.text.match(clause)?.length ?? 0,
      newer.text.match(clause)?.length ?? 0,
      ...shares(older.words, aligned.older),
      ...shares(newer.words, aligned.newer),
      ...numbers(older.words, newer.words),
      ...starts(older, newer),
      ...readSlot(older, newer),
      ...signNames.flatMap((name) => [newer.signs.counts[name], older.signs.counts[name]]),
      ...persons(older.signs.persons, newer.signs.persons),
      known,
      ...values(wording.meaning),
    ],
    wording,
    writing,
  };
}

function knownShare(words: readonly Word[]): number {
  const spelled = words.filter(({ number }) => number === undefined);
  return spelled.filter(({ vector }) => vector !== undefined).length / Math.max(1, spelled.length);
}

function smallWords(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

function writingOf(
  scripts: readonly Statement['script'][],
  { words, known }: { words: readonly Word[]; known: number },
): Writing {
  if (scripts.includes('kana')) return 'other';
  if (scripts.includes('han')) return 'chinese';
  const count = (known: ReadonlySet<string>) =>
    words.filter(({ surface }) => known.has(surface.toLowerCase())).length;
  const [english, other] = [count(small.english), count(small.other)];
  if (english !== other) return english > other ? 'english' : 'other';
  return known >= mostlyKnown ? 'english' : 'other';
}

/** How much of one statement is found in the other one. */
function shares(words: readonly Word[], best: readonly number[]): number[] {
  const content = words.flatMap(({ weight, number }, at) =>
    number === undefined && weight >= leastContent ? [{ weight, near: best[at] as number }] : [],
  );
  let [all, near, met, heaviest, unmet, replaced, least] = [0, 0, 0, 0, 0, 0, 1];
  for (const word of content) {
    all += word.weight;
    near += word.weight * word.near;
    least = Math.min(least, word.near);
    if (word.near >= sameWord) {
      met += word.weight;
      heaviest = Math.max(heaviest, word.weight);
    } else {
      unmet = Math.max(unmet, word.weight);
      replaced = Math.max(replaced, word.near);
    }
  }
  const median = content.map((word) => word.near).sort((a, b) => a - b)[content.length >> 1] ?? 0;
  const sum = Math.max(all, leastContent);
  return [near / sum, met / sum, met, heaviest, unmet, all - met, least, median, replaced];
}

function numbers(older: readonly Word[], newer: readonly Word[]): number[] {
  const [a, b] = [older, newer].map(
    (words) => new Set(words.flatMap(({ number }) => (number === undefined ? [] : [number]))),
  ) as [Set<number>, Set<number>];
  const shared = [...a].filter((number) => b.has(number)).length;
  return [shared, a.size - shared, b.size - shared, Math.min(a.size - shared, b.size - shared, 1)];
}

/** Whom both are about, according to their beginnings. */
function starts(older: Statement, newer: Statement): number[] {
  const [first, second] = [older.words[0], newer.words[0]];
  const beginning = new Set(older.words.slice(0, 3).map(({ key }) => key));
  return [
    aboutUser.test(older.text) ? 1 : 0,
    aboutUser.test(newer.text) ? 1 : 0,
    first !== undefined && second !== undefined ? wordSimilarity(first, second) : 0,
    newer.words.some(({ key }) => key === first?.key) ? 1 : 0,
    newer.words.slice(0, 3).filter(({ key }) => beginning.has(key)).length,
  ];
}

function persons(older: ReadonlySet<number>, newer: ReadonlySet<number>): number[] {
  const shared = [...older].filter((person) => newer.has(person)).length;
  const [left, added] = [older.size - shared, newer.size - shared];
  return [shared, left, added, left > 0 && added > 0 ? 1 : 0];
}

/**
 * How near the words of only one statement are to those of only the other, and to all of the newer one: Berlin is near
 * Munich.
 */
function values(meaning: Float32Array): number[] {
  const [added, left, newer] = [0, 1, 2].map((part) =>
    meaning.subarray(part * dimensions, (part + 1) * dimensions),
  ) as [Float32Array, Float32Array, Float32Array];
  return [dot(added, left), dot(left, newer)];
}

/** From groups of three letters. */
function sharedGrams(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const gram of a) if (b.has(gram)) shared++;
  return shared / Math.max(1, Math.min(a.size, b.size));
}
