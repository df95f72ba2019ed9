import { readWords, type Word } from './words.ts';

const mostWords = 400;

/** The words of each text that the other one does not have, as written, without words that say little. */
export function differingWords(one: string, other: string): [string[], string[]] {
  const [a, b] = [readWords(one, mostWords), readWords(other, mostWords)];
  return [lacking(a, b), lacking(b, a)];
}

function lacking(words: readonly Word[], others: readonly Word[]): string[] {
  const known = new Set(others.map(({ key }) => key));
  const found = words.filter((word) => word.content && !known.has(word.key));
  return [...new Set(found.map(({ surface }) => surface))];
}
