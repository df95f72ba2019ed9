import type { Candidate } from '@mneme/contract';
import type { RelevanceExplanation } from '../relevance/index.ts';

/** Where a score comes from. `parts` sum to `total`; `score` is `total` squeezed into 0..1. */
export interface Explanation {
  /** Cosine of query and memory; absent if it was not among the nearest. */
  similarity?: number;
  /** BM25 with the scope's own statistics; absent if it was not among the best by words. */
  keyword?: number;
  /** Words of the query that the memory has, as index terms. */
  matchedTerms: string[];
  /** Stored importance after fading. */
  effectiveImportance: number;
  /** What each part of the ranking contributed. */
  parts: { name: string; value: number; why: string }[];
  /** The sum of the parts. */
  total: number;
  /** The parts of the relevance. */
  relevance: RelevanceExplanation;
}

/** One part of the ranking, for all candidates. */
interface Column {
  name: string;
  values: Float64Array;
  given: Uint8Array;
  why(place: number): string;
}

/** The candidates of a query with their scores so far. They are named by their place in the list. */
export class Board {
  readonly candidates: readonly Candidate[];
  /** The sum of the parts so far. */
  readonly totals: Float64Array;
  readonly #columns: Column[] = [];

  constructor(candidates: readonly Candidate[]) {
    this.candidates = candidates;
    this.totals = new Float64Array(candidates.length);
  }

  /** Adds a part: its result is the score of the candidate at a place, called once for each. */
  part(name: string, why: Column['why'] | string): (place: number, value: number) => void {
    const column = {
      name,
      values: new Float64Array(this.candidates.length),
      given: new Uint8Array(this.candidates.length),
      // Made on demand, because most sentences are never read.
      why: typeof why === 'string' ? () => why : why,
    };
    this.#columns.push(column);
    return (place, value) => {
      column.values[place] = value;
      column.given[place] = 1;
      this.totals[place] = (this.totals[place] as number) + value;
    };
  }

  /** For each candidate the sum of the parts with these names. */
  sumsOf(...names: readonly string[]): Float64Array {
    const sums = new Float64Array(this.candidates.length);
    for (const { name, values } of this.#columns)
      if (names.includes(name))
        for (let at = 0; at < sums.length; at++)
          sums[at] = (sums[at] as number) + (values[at] as number);
    return sums;
  }

  partsOf(place: number): Explanation['parts'] {
    return this.#columns
      .filter(({ given }) => given[place] === 1)
      .map(({ name, values, why }) => ({
        name,
        value: values[place] as number,
        why: why(place),
      }));
  }
}
