import {
  bm25Parameters,
  inverseDocumentFrequency,
  type LexicalStatistics,
} from '@mneme/core/contract';
import { Best } from './best.ts';
import type { Codes } from './codes.ts';
import type { Heads } from './heads.ts';
import { exactDot } from './quantise.ts';
import type { TermRows } from './word-range.ts';

/** A hit of an arm: its place with its cosine or its BM25. */
export interface Hit {
  place: number;
  score: number;
}

/**
 * Candidates for the `limit` nearest places by codes alone: the nearest ones, and those that are lower by at most the
 * error of the codes. {@link nearest} makes the result exact. `near`: the result of {@link Codes.near}.
 */
export function nearPlaces(
  near: Float32Array,
  { passes, limit }: { passes: Uint8Array; limit: number },
): Hit[] {
  const best = new Best(limit * mostCompared);
  for (let place = 0; place < near.length; place++) {
    const score = near[place] as number;
    if (score > best.least && passes[place] === 1) best.offer(place, score);
  }
  const found = best.taken();
  const last = found[limit - 1];
  return last === undefined ? found : found.filter(({ score }) => score >= last.score - codeError);
}

/**
 * A component of a code is wrong by at most half a step. Over 100 or more components the cosine is wrong by a
 * thousandth for nearly all vectors; the difference of two cosines by twice as much.
 */
const codeError = 0.004;
const mostCompared = 3;

/**
 * The `limit` nearest of some places, by the whole vectors. `restAt`: the part of a vector that its code leaves out.
 */
export function nearest(
  { codes }: { codes: Codes | undefined },
  vector: Float32Array,
  {
    found,
    limit,
    restAt,
  }: {
    found: readonly Hit[];
    limit: number;
    restAt(place: number): Uint8Array | undefined;
  },
): Hit[] {
  const exact: Hit[] = [];
  for (const { place } of found) {
    const code = codes?.get(place);
    const rest = restAt(place);
    if (code === undefined || rest === undefined) continue;
    exact.push({ place, score: exactDot(vector, { scale: code.scale, code: code.code, rest }) });
  }
  return exact.sort((a, b) => b.score - a.score || a.place - b.place).slice(0, limit);
}

/** BM25 of each place. `terms`: for each term of the query its postings, in the order of the statistics. */
export function scoresByWords(
  { heads, places }: { heads: Heads; places: number },
  { terms, statistics }: { terms: readonly TermRows[]; statistics: LexicalStatistics },
): Float64Array {
  const { k1, b } = bm25Parameters;
  const { averageLength, count, documentFrequencies } = statistics;
  const scores = new Float64Array(places);
  for (const [index, { places: rows, counts }] of terms.entries()) {
    const rarity = inverseDocumentFrequency(documentFrequencies[index] ?? 0, count);
    for (let at = 0; at < rows.length; at++) {
      const place = rows[at] as number;
      const frequency = counts[at] as number;
      const relative = averageLength > 0 ? (heads.length[place] as number) / averageLength : 1;
      scores[place] =
        (scores[place] as number) +
        (rarity * frequency * (k1 + 1)) / (frequency + k1 * (1 - b + b * relative));
    }
  }
  return scores;
}

/** The best of {@link scoresByWords}. */
export function bestByWords(
  scores: Float64Array,
  { passes, limit }: { passes: Uint8Array; limit: number },
): Hit[] {
  const best = new Best(limit);
  for (let place = 0; place < scores.length; place++) {
    const score = scores[place] as number;
    if (score > 0 && score > best.least && passes[place] === 1) best.offer(place, score);
  }
  return best.taken();
}

/** How often each term occurs at each of the places. */
export function countsAt(terms: readonly TermRows[], places: readonly number[]): number[][] {
  return places.map((place) => terms.map((term) => countAt(term, place)));
}

function countAt({ places, counts }: TermRows, wanted: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] as number) < wanted) low = middle + 1;
    else high = middle;
  }
  return places[low] === wanted ? (counts[low] as number) : 0;
}
