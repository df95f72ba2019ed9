import { isContent } from './read-statement.ts';
import { readWords } from './words.ts';

const mostWords = 400;

/** The words of each text that the other one lacks, as they are written, without those that say little. */
export function differingWords(one: string, other: string): [string[], string[]] {
  const [a, b] = [one, other].map(
    (text) => new Map(readWords(text, mostWords).map((word) => [word.key, word])),
  ) as [Words, Words];
  return [lacking(a, b), lacking(b, a)];
}

type Words = ReadonlyMap<string, ReturnType<typeof readWords>[number]>;

function lacking(words: Words, known: Words): string[] {
  return [...words.values()]
    .filter((word) => isContent(word) && !known.has(word.key))
    .map(({ surface }) => surface);
}
