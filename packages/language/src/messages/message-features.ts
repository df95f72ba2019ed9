import { patternFor } from '../text/index.ts';
import { hashTrait } from '../trees/index.ts';

/** Buckets for the hashed traits of a message. */
export const messageBuckets = 4096;
/** Of a longer message only the beginning and the end are read, where people say what they want. */
const longest = 240;
const number = patternFor(String.raw`[\p{N}]+`, 'gu');
const word = patternFor(String.raw`[\p{L}\p{M}\p{N}']+|[^\s\p{L}\p{M}\p{N}]`, 'gu');

/**
 * Features of a message, as places in a table: its words, pairs of words, and pieces of words, so that an unseen form
 * (`graciñas`, `bis übermorgen`) is near a known one. All names and numbers count as the same.
 */
export function messageFeatures(message: string): number[] {
  const text = excerpt(message.normalize('NFKC').toLowerCase().replace(/[‘’]/g, "'"))
    .replace(number(message), '0')
    .trim();
  const words = text.match(word(text)) ?? [];
  const traits = new Set<string>([
    `^${words[0] ?? ''}`,
    `$${words.at(-1) ?? ''}`,
    `#${Math.min(12, words.length)}`,
  ]);
  for (const [index, word] of words.entries()) {
    traits.add(`=${word}`);
    if (index > 0) traits.add(`${words[index - 1]} ${word}`);
    const padded = `_${word}_`;
    for (const length of [2, 3, 4])
      for (let start = 0; start + length <= padded.length; start++)
        traits.add(padded.slice(start, start + length));
  }
  return [...traits].map((trait) => hashTrait(trait) % messageBuckets);
}

function excerpt(text: string): string {
  return text.length <= longest
    ? text
    : `${text.slice(0, longest / 2)} ${text.slice(-longest / 2)}`;
}
