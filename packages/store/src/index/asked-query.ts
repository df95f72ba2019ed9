import { setImmediate } from 'node:timers/promises';
import type { Found, LexicalStatistics, SearchQuery } from '@mneme/core/backend';
import { bestByWords, countsAt, type Hit, nearest, nearPlaces, scoresByWords } from './arms.ts';
import type { Codes } from './codes.ts';
import type { Heads } from './heads.ts';
import type { TermRows } from './word-range.ts';

/** With so many places, parts of a query take milliseconds. */
const manyPlaces = 50_000;

/** What a query needs of an index. */
export interface SearchedIndex {
  readonly heads: Heads;
  readonly codes: Codes | undefined;
  readonly places: number;
  /** Number of rows and of their terms. */
  readonly count: number;
  readonly terms: number;
  rowsOf(terms: readonly string[]): TermRows[];
  /** Makes {@link rowsOf} of these quick, without a stall of the event loop. */
  find?(terms: readonly string[]): Promise<void>;
  /** The cosine of each place and the vector, computed from the codes. */
  near(vector: Float32Array): Float32Array;
  /** The same without a stall of the event loop; of places that are added meanwhile there may be none. */
  nearInPieces?(vector: Float32Array): Promise<Float32Array>;
}

/** How common words are in an index. */
export function statisticsOf(
  { count, terms }: Pick<SearchedIndex, 'count' | 'terms'>,
  words: readonly TermRows[],
): LexicalStatistics {
  return {
    count,
    averageLength: count === 0 ? 0 : terms / count,
    documentFrequencies: words.map(({ places }) => places.length),
  };
}

/**
 * One query over one index. Call {@link look}, which finds places by codes and words, then {@link compare} with the
 * rests of the vectors at {@link wanted}.
 * @example
 * const query = new AskedQuery(index, { vector, terms });
 * query.look(passes, { dense: limit, lexical: limit }); // passes: 1 at each place that passes the filter
 * query.compare((place) => restOf(place)); // the part of a vector that its 8-bit code leaves out: see quantise
 * const found = query.foundAt(query.places());
 */
export class AskedQuery {
  readonly statistics: LexicalStatistics;
  readonly #index: SearchedIndex;
  readonly #vector: Float32Array | undefined;
  readonly #words: TermRows[];
  #cosines: Float32Array | undefined;
  #scores: Float64Array | undefined;
  readonly #looks: { limit: number; near: Hit[]; worded: Hit[] }[] = [];
  readonly #near = new Map<number, number>();
  readonly #worded = new Set<number>();

  constructor(index: SearchedIndex, { vector, terms }: Omit<SearchQuery, 'limit'>) {
    this.#index = index;
    this.#vector = vector?.some((component) => component !== 0) ? vector : undefined;
    this.#words = index.rowsOf(terms);
    this.statistics = statisticsOf(index, this.#words);
  }

  /** The longest parts are done already if the index is large, in pieces between which others have their turn. */
  static async prepared(
    index: SearchedIndex,
    asked: Omit<SearchQuery, 'limit'>,
  ): Promise<AskedQuery> {
    if (index.places < manyPlaces) return new AskedQuery(index, asked);
    await index.find?.(asked.terms);
    const query = new AskedQuery(index, asked);
    if (query.#vector !== undefined) query.#cosines = await index.nearInPieces?.(query.#vector);
    query.#scores = query.#scoresOf();
    await setImmediate();
    return query;
  }

  #scoresOf(): Float64Array {
    return scoresByWords(this.#index, { terms: this.#words, statistics: this.statistics });
  }

  /** `passes`: 1 at each place that may be found. A further call adds what it finds. */
  look(passes: Uint8Array, { limit }: { limit: number }): void {
    if (!passes.includes(1)) return;
    let near: Hit[] = [];
    if (this.#vector !== undefined && limit > 0) {
      this.#cosines ??= this.#index.near(this.#vector);
      near = nearPlaces(this.#cosines, { passes, limit });
    }
    this.#scores ??= this.#scoresOf();
    const worded = bestByWords(this.#scores, { passes, limit });
    this.#looks.push({ limit, near, worded });
  }

  /** Candidate places, including those whose rests {@link compare} needs. */
  wanted(): number[] {
    return this.#looks.flatMap(({ near, worded }) =>
      [...near, ...worded].map(({ place }) => place),
    );
  }

  compare(restAt: (place: number) => Uint8Array | undefined): void {
    for (const { limit, near: found, worded } of this.#looks) {
      const known = new Set(this.places());
      const near =
        this.#vector === undefined
          ? []
          : nearest(this.#index, this.#vector, { found, limit, restAt });
      for (const { place, score } of near) if (!known.has(place)) this.#near.set(place, score);
      for (const { place } of worded) if (!known.has(place)) this.#worded.add(place);
    }
  }

  /** The hits. */
  places(): number[] {
    return [...new Set([...this.#near.keys(), ...this.#worded])];
  }

  /** What the query found about each of some places. */
  foundAt(places: readonly number[]): Found[] {
    const counts = countsAt(this.#words, places);
    return places.map((place, at) => {
      const similarity = this.#near.get(place);
      const found: Found = {
        arms: { dense: similarity !== undefined, lexical: this.#worded.has(place) },
        termFrequencies: counts[at] as number[],
      };
      if (similarity !== undefined) found.similarity = similarity;
      return found;
    });
  }
}
