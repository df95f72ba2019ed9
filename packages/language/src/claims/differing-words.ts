import { cutWords, foldWord, keyOf } from './words.ts';

const mostWords = 400;

/** The words of each text that the other one lacks, as they are written. */
export function differingWords(one: string, other: string): [string[], string[]] {
  const [a, b] = [one, other].map(
    (text) => new Map(cutWords(text, mostWords).map((word) => [keyOf(foldWord(word)), word])),
  ) as [Map<string, string>, Map<string, string>];
  const lacking = (words: Map<string, string>, known: Map<string, string>) =>
    [...words].filter(([key]) => !known.has(key)).map(([, word]) => word);
  return [lacking(a, b), lacking(b, a)];
}
