import type {
  Candidate,
  Found,
  LexicalStatistics,
  SearchQuery,
  SearchRequest,
  SearchResponse,
} from '@mneme/core/contract';
import { AskedQuery, bestTurns } from '@mneme/core/index';
import type { Connection } from './connection.ts';
import { ScopeIndex } from './scope-index.ts';
import { findScope } from './scope-table.ts';
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
    for (const [at, query] of queries.entries()) asked[at]?.look(passes, query);
    for (const more of also) asked[0]?.look(index.passing(more.filter), more);
    for (const query of asked) query.compare(index.restAt);
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

/** Uses the index of turns only: the filter is checked in memory. */
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
