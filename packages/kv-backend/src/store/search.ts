import type {
  Candidate,
  Found,
  LexicalStatistics,
  SearchQuery,
  SearchRequest,
  SearchResponse,
} from '@mneme/core/contract';
import {
  bestByWords,
  bestTurns,
  countsAt,
  type Hit,
  nearest,
  nearPlaces,
  type TermRows,
} from '@mneme/core/index';
import type { Connection } from './connection.ts';
import { ScopeIndex } from './scope-index.ts';
import { findScope, type ScopeRow } from './scope-table.ts';
import { requireCurrent } from './space-tables.ts';

export function search(connection: Connection, request: SearchRequest): SearchResponse {
  const { queries, filter, also = [], around } = request;
  return connection.read(() => {
    if (queries.some(({ vector }) => vector !== undefined))
      requireCurrent(connection, request.embedder);
    const scope = findScope(connection, request.scope);
    if (scope === undefined) return { candidates: [], statistics: queries.map(nothing) };
    const index = new ScopeIndex(connection, scope);
    const passes = index.passing(filter);
    const asked = queries.map((query) => new AskedQuery(index, query));
    for (const query of asked) query.find(passes, query.limit);
    const [first] = asked;
    for (const more of also) first?.findAlso(index.passing(more.filter), more.limit);
    const statistics = asked.map((query) => query.statistics);
    const places = new Set(asked.flatMap((query) => query.places()));
    const candidates = candidatesAt(index, asked, [...places]);
    if (around === undefined) return { candidates, statistics };
    const beside = placesAround(connection, index, { around, found: { candidates, statistics } });
    const more = [...new Set(beside)].filter((place) => passes[place] === 1 && !places.has(place));
    return { candidates: [...candidates, ...candidatesAt(index, asked, more)], statistics };
  });
}

function nothing({ terms }: SearchQuery): LexicalStatistics {
  return { count: 0, averageLength: 0, documentFrequencies: terms.map(() => 0) };
}

/** One query over one index: what both arms find, and what it says of any row. */
class AskedQuery {
  readonly limit: number;
  readonly statistics: LexicalStatistics;
  readonly #index: ScopeIndex;
  readonly #vector: Float32Array | undefined;
  readonly #words: TermRows[];
  #near = new Map<number, number>();
  #worded = new Set<number>();

  constructor(index: ScopeIndex, { vector, terms, limit }: SearchQuery) {
    this.limit = limit;
    this.#index = index;
    this.#vector = vector;
    this.#words = index.rowsOf(terms);
    this.statistics = statisticsOf(index.scope, this.#words);
  }

  find(passes: Uint8Array, limit: number): void {
    const { near, worded } = this.#arms(passes, limit);
    this.#near = new Map(near.map(({ place, score }) => [place, score]));
    this.#worded = new Set(worded.map(({ place }) => place));
  }

  /** What is not found yet. */
  findAlso(passes: Uint8Array, limit: number): void {
    const { near, worded } = this.#arms(passes, limit);
    const known = new Set(this.places());
    for (const { place, score } of near) if (!known.has(place)) this.#near.set(place, score);
    for (const { place } of worded) if (!known.has(place)) this.#worded.add(place);
  }

  places(): number[] {
    return [...new Set([...this.#near.keys(), ...this.#worded])];
  }

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

  #arms(passes: Uint8Array, limit: number): { near: Hit[]; worded: Hit[] } {
    return {
      near: nearestAt(this.#index, { vector: this.#vector, passes, limit }),
      worded: bestByWords(this.#index.snapshot, {
        terms: this.#words,
        statistics: this.statistics,
        passes,
        limit,
      }),
    };
  }
}

/** The nearest of a scope, or of the passages of a store. */
export function nearestAt(
  index: ScopeIndex,
  {
    vector,
    passes,
    limit,
  }: { vector: Float32Array | undefined; passes: Uint8Array; limit: number },
): Hit[] {
  if (vector === undefined || limit === 0 || vector.every((value) => value === 0)) return [];
  const found = nearPlaces(index.near(vector), { passes, limit });
  return nearest(index.snapshot, vector, { found, limit, restAt: index.restAt });
}

export function statisticsOf(
  { record_count: count, term_total: total }: Pick<ScopeRow, 'record_count' | 'term_total'>,
  words: readonly TermRows[],
): LexicalStatistics {
  return {
    count,
    averageLength: count === 0 ? 0 : total / count,
    documentFrequencies: words.map(({ places }) => places.length),
  };
}

function candidatesAt(
  index: ScopeIndex,
  asked: readonly AskedQuery[],
  places: readonly number[],
): Candidate[] {
  const records = index.recordsAt(places);
  const { length } = index.snapshot.heads;
  const found = asked.map((query) => query.foundAt(places));
  return places.map((place, at) => ({
    record: records[at] as Candidate['record'],
    length: length[place] as number,
    found: found.map((each) => each[at] as Found),
  }));
}

/** By the index of turns alone: what passes is looked up in memory. */
function placesAround(
  connection: Connection,
  index: ScopeIndex,
  { around, found }: { around: NonNullable<SearchRequest['around']>; found: SearchResponse },
): number[] {
  const turns = bestTurns(found, around);
  if (turns.length === 0) return [];
  return connection
    .column<number>(
      `SELECT r.row FROM json_each(?) j
         CROSS JOIN records r INDEXED BY records_by_turn ON r.scope = ? AND r.session = j.value ->> 'session'
           AND r.sequence BETWEEN (j.value ->> 'sequence') - ? AND (j.value ->> 'sequence') + ?`,
    )
    .all(JSON.stringify(turns), index.scope.number, around.before, around.after)
    .map((row) => index.placeOf(row));
}
