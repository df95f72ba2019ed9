import type { Candidate, Found, SearchRequest, SearchResponse } from '@mneme/core/backend';
import { bestTurns } from '@mneme/core/best-turns';
import { AskedQuery } from '../index/asked-query.ts';
import type { Kept } from '../index/kept.ts';
import { requireCurrent } from '../spaces/space-of.ts';
import type { RecordGround } from './ground.ts';
import { searchBeside } from './search-beside.ts';

/** By the search engine beside the rows, or by the index in memory. */
export function search(ground: RecordGround, request: SearchRequest): Promise<SearchResponse> {
  const { follower } = ground;
  if (follower === undefined) return searchInMemory(ground, request);
  return follower.use(
    () => searchBeside(ground, follower, request),
    async (degraded) => {
      const found = await searchInMemory(ground, request);
      return { ...found, degraded: [degraded, found.degraded].filter(Boolean).join('; ') };
    },
  );
}

function searchInMemory(ground: RecordGround, request: SearchRequest): Promise<SearchResponse> {
  const { scope, queries, filter, also = [], around, mayBePartial } = request;
  return ground.indexes.use({ scope, mayBePartial }, async (kept) => {
    if (queries.some(({ vector }) => vector !== undefined))
      requireCurrent(ground, kept.meta, request);
    const passes = await kept.passing(filter);
    const more = await Promise.all(also.map((each) => kept.passing(each.filter)));
    const asked: AskedQuery[] = [];
    for (const query of queries) {
      const prepared = await AskedQuery.prepared(kept.index, query);
      prepared.look(passes, query);
      asked.push(prepared);
    }
    for (const [at, each] of also.entries()) asked[0]?.look(more[at] as Uint8Array, each);
    // Most of these are candidates later: one read for all.
    await kept.load(asked.flatMap((query) => query.wanted()));
    for (const query of asked) query.compare((place) => kept.restAt(place));
    const statistics = asked.map((query) => query.statistics);
    const places = [...new Set(asked.flatMap((query) => query.places()))];
    await kept.load(places);
    const candidates = candidatesAt(kept, asked, places);
    const said = kept.unread === undefined ? undefined : { degraded: kept.unread };
    if (around === undefined) return { candidates, statistics, ...said };
    const known = new Set(places);
    const beside = await kept.turnsAround(bestTurns({ candidates, statistics }, around), around);
    const others = beside.filter((place) => passes[place] === 1 && !known.has(place));
    candidates.push(...candidatesAt(kept, asked, others));
    return { candidates, statistics, ...said };
  });
}

function candidatesAt(
  kept: Kept,
  asked: readonly AskedQuery[],
  places: readonly number[],
): Candidate[] {
  const found = asked.map((query) => query.foundAt(places));
  return places.flatMap((place, at): Candidate[] => {
    const record = kept.recordAt(place);
    // Removed since the index was read.
    if (record === undefined) return [];
    const length = kept.index.heads.length[place] as number;
    return [{ record, length, found: found.map((each) => each[at] as Found) }];
  });
}
