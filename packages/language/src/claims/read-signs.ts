import { foldText, lowerCase, WordLists } from '../text/index.ts';
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
  lists ??= readLexicon();
  lists.find(foldSign(text), (meaning) => {
    if (typeof meaning === 'string') counts[meaning]++;
    else found.add(meaning);
  });
  return { counts, persons: found };
}

/** A sign, or the line of a person. Made at first use, so that programs without conflicts start without it. */
let lists: WordLists<Sign | number> | undefined;

const token = /[\p{L}\p{M}\p{N}]+(?:[’'-][\p{L}\p{M}\p{N}]+)*|[“「？?"]/gu;

function readLexicon(): WordLists<Sign | number> {
  const made = new WordLists<Sign | number>(token);
  const add = (entries: string, meaning: Sign | number) => {
    for (const entry of new Set(entries.split(/[,\n]/).map((one) => foldSign(one).trim())))
      if (entry !== '') made.add(entry, meaning);
  };
  for (const name of signNames) add(signs[name], name);
  for (const [person, entries] of persons.trim().split('\n').entries()) add(entries, person);
  return made;
}

function foldSign(text: string): string {
  return lowerCase(foldText(text)).replace(/[’‘]/g, "'");
}
