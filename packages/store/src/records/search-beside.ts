import {
  bestByWords,
  type Candidate,
  type Found,
  type LexicalStatistics,
  passesFilter,
  type RecordFilter,
  type SearchQuery,
  type SearchRequest,
  type SearchResponse,
  termCounter,
} from '@mneme/core/backend';
import { bestTurns } from '@mneme/core/best-turns';
import type { IndexFound } from '../rows/search-index.ts';
import type { Follower } from '../search-index/follower.ts';
import { FoundRows } from '../search-index/found-rows.ts';
import { conditionsOf, isDirected } from '../search-index/indexed-rows.ts';
import { requireCurrent } from '../spaces/space-of.ts';
import type { RecordGround } from './ground.ts';

/** One look for a query: the first ones are one for each, the others are for the first one again. */
interface Look {
  query: SearchQuery;
  at: number;
  filter: RecordFilter;
  limit: number;
}

/**
 * A search by an engine beside the rows. It finds candidates; their rows are read, filtered again as they are now, and
 * compared exactly, so a row that has changed meanwhile is found as it is.
 */
export async function searchBeside(
  ground: RecordGround,
  follower: Follower,
  request: SearchRequest,
): Promise<SearchResponse> {
  const { scope, filter, queries, also = [], around } = request;
  const first = queries[0] as SearchQuery;
  const looks: Look[] = [
    ...queries.map((query, at) => ({ query, at, filter, limit: query.limit })),
    ...also.map((each) => ({ query: first, at: 0, ...each })),
  ];
  const { meta, found: answers } = await follower.ask(scope, (names, meta) => {
    if (queries.some(({ vector }) => vector !== undefined)) requireCurrent(ground, meta, request);
    return looks.map(({ query: { vector, terms }, filter, limit }) => ({
      where: conditionsOf(filter, names),
      ...(vector && isDirected(vector) && { vector }),
      terms: terms.map(names.hide),
      limit,
    }));
  });
  const statistics = queries.map(({ terms }, at) => answers[at]?.statistics ?? noneOf(terms));
  const rows = new FoundRows(ground.rows, { scope, meta });
  await rows.load(answers.flatMap(placesIn));
  const asked = queries.map((query, at) => new BesideQuery(rows, query, statistics[at]));
  for (const [at, look] of looks.entries()) asked[look.at]?.look(answers[at], look);
  const places = [...new Set(asked.flatMap((query) => query.places()))];
  const candidatesAt = (some: readonly number[]) =>
    some.map((place): Candidate => {
      const { length } = rows.wordsAt(place);
      const found = asked.map((query) => query.foundAt(place));
      return { record: rows.recordAt(place) as Candidate['record'], length, found };
    });
  const candidates = candidatesAt(places);
  if (around === undefined) return { candidates, statistics };
  const known = new Set(places);
  const beside = await rows.turnsAround(bestTurns({ candidates, statistics }, around), around);
  const others = beside.filter((place) => {
    const record = rows.recordAt(place);
    return record !== undefined && !known.has(place) && passesFilter(record, filter);
  });
  return { candidates: [...candidates, ...candidatesAt(others)], statistics };
}

function noneOf(terms: readonly string[]): LexicalStatistics {
  return { count: 0, averageLength: 0, documentFrequencies: terms.map(() => 0) };
}

const placesOf = (hits: IndexFound['dense']) => hits.map(({ id }) => Number(id));
const placesIn = ({ dense, lexical }: IndexFound) => placesOf([...dense, ...lexical]);

/** One query over rows that an engine found: as `AskedQuery` over an index in memory. */
class BesideQuery {
  readonly #rows: FoundRows;
  readonly #query: SearchQuery;
  readonly #statistics: LexicalStatistics;
  readonly #count: (words: string) => number[];
  readonly #near = new Map<number, number>();
  readonly #worded = new Set<number>();

  constructor(rows: FoundRows, query: SearchQuery, statistics = noneOf(query.terms)) {
    this.#rows = rows;
    this.#query = query;
    this.#statistics = statistics;
    this.#count = termCounter(query.terms);
  }

  /** A further call adds what it finds. */
  look(answer: IndexFound | undefined, { filter, limit }: Look): void {
    if (answer === undefined) return;
    const known = new Set(this.places());
    const passing = (hits: IndexFound['dense']) =>
      placesOf(hits).filter((place) => {
        const record = this.#rows.recordAt(place);
        return record !== undefined && passesFilter(record, filter);
      });
    const near = passing(answer.dense)
      .map((place) => ({ place, score: this.#similarityAt(place) }))
      .filter((hit): hit is { place: number; score: number } => hit.score !== undefined)
      .sort((one, other) => other.score - one.score || one.place - other.place);
    for (const { place, score } of near.slice(0, limit))
      if (!known.has(place)) this.#near.set(place, score);
    const worded = passing(answer.lexical)
      .sort((one, other) => one - other)
      .map((place) => ({ place, ...this.#wordsAt(place) }));
    for (const { place } of bestByWords(worded, { statistics: this.#statistics, limit }))
      if (!known.has(place)) this.#worded.add(place);
  }

  /** The hits. */
  places(): number[] {
    return [...new Set([...this.#near.keys(), ...this.#worded])];
  }

  foundAt(place: number): Found {
    const similarity = this.#near.get(place);
    return {
      arms: { dense: similarity !== undefined, lexical: this.#worded.has(place) },
      termFrequencies: this.#wordsAt(place).termFrequencies,
      ...(similarity !== undefined && { similarity }),
    };
  }

  #similarityAt(place: number): number | undefined {
    const { vector } = this.#query;
    return vector && this.#rows.similarityAt(vector, place);
  }

  #wordsAt(place: number): { length: number; termFrequencies: number[] } {
    const { terms, length } = this.#rows.wordsAt(place);
    return { length, termFrequencies: this.#count(terms) };
  }
}
