import { foldText, lowerCase, WordLists } from '../text/index.ts';
import lexicon from './lexicon.json' with { type: 'json' };

/**
 * Small words that say more about a pair of statements than its topic: something is different `now`, replaces something
 * (`change`), is over (`end`) or has begun (`begin`), is denied (`deny`), is only a wish or a condition (`plan`), was true
 * once (`past`) or is true in addition (`also`), for a while or in one case only (`brief`); somebody says it (`quote`).
 * `lexicon.json` has them by language, entries between commas; `*` stands for any ending. They are compared without
 * accents and case. `persons` are other people, one a line: statements that name different ones are about two people.
 */
const { signs, persons } = lexicon;
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
    for (const entry of new Set(entries.split(',').map((one) => foldSign(one).trim())))
      if (entry !== '') made.add(entry, meaning);
  };
  for (const name of signNames) add(Object.values(signs[name]).join(), name);
  for (const [person, entries] of persons.entries()) add(entries, person);
  return made;
}

function foldSign(text: string): string {
  return lowerCase(foldText(text)).replace(/[’‘]/g, "'");
}
