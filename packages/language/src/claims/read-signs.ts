import { foldText, isAscii, lowerCase } from '../text/index.ts';
import { keptForTexts } from './kept-for-texts.ts';
import { persons, signs } from './lexicon.ts';

export type Sign = keyof typeof signs;
export const signNames = Object.keys(signs) as Sign[];

/** The small words of a text: how many of each sign, and which persons they name. */
export interface Signs {
  counts: Record<Sign, number>;
  persons: ReadonlySet<number>;
}

export function readSigns(text: string): Signs {
  const counts = Object.fromEntries(signNames.map((name) => [name, 0])) as Signs['counts'];
  const found = new Set<number>();
  eachEntry(foldSign(text), signTable(), ({ sign, person }) => {
    if (sign !== undefined) counts[sign]++;
    else if (person !== undefined) found.add(person);
  });
  return { counts, persons: found };
}

/** The meaning of a lexicon entry. */
interface Meaning {
  sign?: Sign;
  person?: number;
}

interface Entry extends Meaning {
  /** Words, each of which may end with `*`. In a script without spaces one text, which may occur anywhere. */
  words: readonly string[];
}

/** Entries by their first word, by its beginning if `*` follows, and by their first character. */
interface SignTable {
  whole: Map<string, Entry[]>;
  beginnings: Map<string, Entry[]>;
  inRuns: Map<string, Entry[]>;
}

/** Made at first use, so that programs without conflicts start without it. */
let table: SignTable | undefined;

function signTable(): SignTable {
  table ??= makeTable();
  return table;
}

const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}“「？]/u;
const token = /[\p{L}\p{M}\p{N}]+(?:[’'-][\p{L}\p{M}\p{N}]+)*|[“「？?"]/gu;
const shortestBeginning = 2;
const longestBeginning = 12;

function makeTable(): SignTable {
  const made: SignTable = { whole: new Map(), beginnings: new Map(), inRuns: new Map() };
  const add = (entries: string, meaning: Meaning) => {
    for (const entry of new Set(entries.split(/[,\n]/).map((one) => foldSign(one).trim()))) {
      if (entry === '') continue;
      const inRun = spaceless.test(entry);
      const words = inRun ? [entry.replaceAll('*', '')] : entry.split(' ');
      const [first] = words as [string];
      const open = first.endsWith('*');
      const map = inRun ? made.inRuns : open ? made.beginnings : made.whole;
      const key = inRun ? first.charAt(0) : open ? first.slice(0, -1) : first;
      const known = map.get(key);
      if (known === undefined) map.set(key, [{ words, ...meaning }]);
      else known.push({ words, ...meaning });
    }
  };
  for (const name of signNames) add(signs[name], { sign: name });
  for (const [person, entries] of persons.trim().split('\n').entries()) add(entries, { person });
  return made;
}

function eachEntry(text: string, { inRuns }: SignTable, found: (entry: Entry) => void): void {
  if (!isAscii(text))
    for (let at = 0; at < text.length; at++)
      for (const entry of inRuns.get(text.charAt(at)) ?? [])
        if (text.startsWith(entry.words[0] as string, at)) found(entry);
  const words = text.match(token) ?? [];
  for (const [at, word] of words.entries())
    for (const entry of entriesOf(word))
      if (
        entry.words.length === 1 ||
        entry.words.every((wanted, index) => fits(words[at + index], wanted))
      )
        found(entry);
}

/** Entries that begin with a word. */
const entriesOf = keptForTexts((word: string): Entry[] => {
  const { whole, beginnings } = signTable();
  const entries = [...(whole.get(word) ?? [])];
  const longest = Math.min(word.length, longestBeginning);
  for (let end = shortestBeginning; end <= longest; end++)
    entries.push(...(beginnings.get(word.slice(0, end)) ?? []));
  return entries;
}, 10_000);

function fits(word: string | undefined, wanted: string): boolean {
  if (word === undefined) return false;
  return wanted.endsWith('*') ? word.startsWith(wanted.slice(0, -1)) : word === wanted;
}

function foldSign(text: string): string {
  return lowerCase(foldText(text)).replace(/[’‘]/g, "'");
}
