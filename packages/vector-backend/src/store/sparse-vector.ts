import { bm25Parameters } from '@mneme/core/contract';

/** The mean length used for weights: the exact score of the candidates is computed later. */
const usualLength = 16;

export interface SparseVector {
  indices: number[];
  values: number[];
}

/**
 * The words of a record for the server's inverted index: term weights with BM25's saturation; the server multiplies by
 * rarity. Two terms with the same hash share a place, which can add a false candidate but no error.
 */
export function recordSparseVector(terms: readonly string[]): SparseVector {
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

export function querySparseVector(terms: readonly string[]): SparseVector {
  const indices = [...new Set(terms.map(termHash))];
  return { indices, values: indices.map(() => 1) };
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
