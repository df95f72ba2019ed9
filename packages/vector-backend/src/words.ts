import {
  bm25Parameters,
  inverseDocumentFrequency,
  type LexicalStatistics,
} from '@mneme/core/contract';

/** The mean length used for weights: the exact score of the candidates is computed later. */
const usualLength = 16;

export interface SparseVector {
  indices: number[];
  values: number[];
}

export function splitWords(words: string): string[] {
  return words === '' ? [] : words.split(' ');
}

/**
 * The words of a row for the server's inverted index: term weights with BM25's saturation. Two words with the same hash
 * share a place, which can add a false candidate but no error.
 */
export function sparseVectorOf(words: string): SparseVector {
  const terms = splitWords(words);
  const frequencies = new Map<number, number>();
  for (const term of terms) {
    const hash = termHash(term);
    frequencies.set(hash, (frequencies.get(hash) ?? 0) + 1);
  }
  const { k1, b } = bm25Parameters;
  const damping = k1 * (1 - b + (b * terms.length) / usualLength);
  const values: number[] = [];
  for (const frequency of frequencies.values())
    values.push((frequency * (k1 + 1)) / (frequency + damping));
  return { indices: [...frequencies.keys()], values };
}

/** Terms weighted by how rare they are in the scope. */
export function sparseQueryOf(
  terms: readonly string[],
  { documentFrequencies, count }: LexicalStatistics,
): SparseVector {
  const weights = new Map<number, number>();
  for (const [at, term] of terms.entries())
    weights.set(termHash(term), inverseDocumentFrequency(documentFrequencies[at] ?? 0, count));
  return { indices: [...weights.keys()], values: [...weights.values()] };
}

/** 32 bits, from the code units: FNV-1a with a last mixing step. */
function termHash(term: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < term.length; index++) {
    hash = Math.imul(hash ^ term.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
