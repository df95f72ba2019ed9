import type {
  Candidate,
  Found,
  LexicalStatistics,
  MemoryRecord,
  RecordFilter,
  SearchRequest,
  SearchResponse,
} from '@mneme/core/contract';
import { AskedQuery, bestTurns, passing } from '@mneme/core/index';
import type { Query } from '../connection.ts';
import { damagedMemory } from '../damage.ts';
import { joinVectors, requireCurrent } from '../spaces.ts';
import { wantedFacets } from './filter.ts';
import type { CachedIndex } from './indexes.ts';
import { type RecordRow, recordColumns, toRecord } from './rows.ts';
import type { Store } from './store.ts';
import { isWhole } from './vector-bytes.ts';

export function search(store: Store, request: SearchRequest): Promise<SearchResponse> {
  const { scope, queries, filter, also = [], around } = request;
  return store.indexes.use({ scope }, async (kept) => {
    if (queries.some(({ vector }) => vector !== undefined))
      requireCurrent(kept.spaces, store.givenTo(request));
    const reading = new Reading(store, kept, scope);
    const passes = await reading.passing(filter);
    const more = await Promise.all(also.map((each) => reading.passing(each.filter)));
    const asked = queries.map((query) => new AskedQuery(kept.index, query));
    for (const [at, query] of queries.entries()) asked[at]?.look(passes, query);
    for (const [at, each] of also.entries()) asked[0]?.look(more[at] as Uint8Array, each);
    await reading.read(asked.flatMap((query) => query.wanted()));
    for (const query of asked) query.compare((place) => reading.restAt(place));
    const statistics = asked.map((query) => query.statistics);
    const places = [...new Set(asked.flatMap((query) => query.places()))];
    const candidates = candidatesAt(reading, asked, places);
    if (around === undefined) return { candidates, statistics };
    const beside = await reading.turnsAround({ candidates, statistics }, around);
    const known = new Set(places);
    const added = beside.filter((place) => passes[place] === 1 && !known.has(place));
    return { candidates: [...candidates, ...candidatesAt(reading, asked, added)], statistics };
  });
}

/** Without those that were removed meanwhile. */
function candidatesAt(
  reading: Reading,
  asked: readonly AskedQuery[],
  places: readonly number[],
): Candidate[] {
  const found = asked.map((query) => query.foundAt(places));
  return places.flatMap((place, at) => {
    const record = reading.recordAt(place);
    if (record === undefined) return [];
    const length = reading.kept.index.heads.length[place] as number;
    return [{ record, length, found: found.map((each) => each[at] as Found) }];
  });
}

/** What one call reads besides the index of its scope: rows that are not cached yet. */
export class Reading {
  readonly kept: CachedIndex;
  readonly #store: Store;
  readonly #scope: string;

  constructor(store: Store, kept: CachedIndex, scope: string) {
    this.#store = store;
    this.kept = kept;
    this.#scope = scope;
  }

  /** 1 at each place that passes. */
  async passing(filter: RecordFilter): Promise<Uint8Array> {
    const wanted = wantedFacets(filter);
    const among =
      wanted.length === 0
        ? []
        : await this.#query((query) =>
            Promise.all(
              wanted.map((facets) =>
                query<{ number: number }>(
                  'SELECT DISTINCT number FROM facets WHERE scope = $1 AND facet = ANY ($2)',
                  [this.#scope, facets],
                ),
              ),
            ),
          );
    const { index } = this.kept;
    return passing(
      index,
      filter,
      among.map((rows) => Int32Array.from(rows, ({ number }) => index.placeOf(number))),
    );
  }

  /** Reads the records and vector rests at these places. */
  async read(places: readonly number[]): Promise<void> {
    const { index, records } = this.kept;
    const numbers = [...new Set(places)].map((place) => index.numberAt(place));
    const missing = numbers.filter((number) => records.get(number)?.record === undefined);
    if (missing.length === 0) return;
    await this.#rows('r.number = ANY ($2)', [missing]);
  }

  recordAt(place: number): MemoryRecord | undefined {
    return this.kept.records.get(this.kept.index.numberAt(place))?.record;
  }

  restAt(place: number): Uint8Array | undefined {
    return this.kept.records.get(this.kept.index.numberAt(place))?.rest;
  }

  /** Places of the turns next to the best hits. */
  async turnsAround(
    found: { candidates: Candidate[]; statistics: LexicalStatistics[] },
    around: NonNullable<SearchRequest['around']>,
  ): Promise<number[]> {
    const turns = bestTurns(found, around);
    if (turns.length === 0) return [];
    const { index } = this.kept;
    const numbers = await this.#query((query) =>
      query<{ number: number }>(
        `SELECT r.number FROM unnest($2::text[], $3::float8[]) AS t (session, sequence)
           JOIN records r ON r.scope = $1 AND r.session = t.session AND r.kind IS NOT NULL
             AND r.sequence BETWEEN t.sequence - $4 AND t.sequence + $5`,
        [
          this.#scope,
          turns.map(({ session }) => session),
          turns.map(({ sequence }) => sequence),
          around.before,
          around.after,
        ],
      ),
    );
    const places = [...new Set(numbers.map(({ number }) => index.placeOf(number)))];
    const there = places.filter((place) => place >= 0);
    await this.read(there);
    return there;
  }

  async #rows(condition: string, parameters: readonly unknown[]): Promise<void> {
    const rows = await this.#query((query) =>
      query<RecordRow & { rest: Uint8Array | null }>(
        `SELECT ${recordColumns}, v.rest FROM records r
         ${joinVectors}
         WHERE r.scope = $1 AND r.kind IS NOT NULL AND ${condition}`,
        [this.#scope, ...parameters],
      ),
    );
    for (const row of rows) {
      if (!isWhole(row, this.kept.spaces.current?.embedder)) throw damagedMemory(row.id);
      this.kept.records.set(row.number, { record: toRecord(row), rest: row.rest ?? undefined });
    }
  }

  #query<T>(work: (query: Query) => Promise<T>): Promise<T> {
    return this.#store.connection.read({ scope: this.#scope }, work);
  }
}
