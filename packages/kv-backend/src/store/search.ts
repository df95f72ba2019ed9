import {
  type Candidate,
  type LexicalStatistics,
  type NeighboursRequest,
  type SearchRequest,
  type SearchResponse,
} from '@mneme/core/contract';
import { bestByWords, countsAt, type Hit, nearest, nearPlaces, type TermRows } from '@mneme/core/index';
import type { Connection } from './connection.ts';
import { ScopeIndex } from './scope-index.ts';
import { findScope, type ScopeRow } from './scope-table.ts';
import { requireCurrent } from './space-tables.ts';

export function search(connection: Connection, request: SearchRequest): SearchResponse {
  return connection.read(() => {
    const terms = request.lexical?.terms ?? [];
    const scope = findScope(connection, request.scope);
    if (scope === undefined) {
      return {
        candidates: [],
        statistics: { count: 0, averageLength: 0, documentFrequencies: terms.map(() => 0) },
      };
    }
    const index = new ScopeIndex(connection, scope);
    const passes = index.passing(request.filter);
    const near = denseArm(connection, index, { ...request, passes });
    const words = index.rowsOf(terms);
    const statistics = statisticsOf(scope, words);
    const worded = bestByWords(index.snapshot, {
      terms: words,
      statistics,
      passes,
      limit: request.lexical?.limit ?? 0,
    });
    const candidates = candidatesAt(index, words, [...near, ...worded]);
    for (const { place, score } of near) {
      const found = candidates.get(place) as Candidate;
      found.arms.dense = true;
      found.similarity = score;
    }
    for (const { place } of worded) (candidates.get(place) as Candidate).arms.lexical = true;
    return { candidates: [...candidates.values()], statistics };
  });
}

export function denseArm(
  connection: Connection,
  { snapshot, restAt }: ScopeIndex,
  { dense, embedder, passes }: Pick<SearchRequest, 'dense' | 'embedder'> & { passes: Uint8Array },
): Hit[] {
  if (dense === undefined) return [];
  requireCurrent(connection, embedder);
  const { vector, limit } = dense;
  if (snapshot.codes === undefined || vector.every((value) => value === 0)) return [];
  const found = nearPlaces(snapshot.codes.near(vector), { passes, limit });
  return nearest(snapshot, vector, { found, limit, restAt });
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

/** Each place once, as what no arm has found. */
function candidatesAt(
  index: ScopeIndex,
  words: readonly TermRows[],
  hits: readonly Pick<Hit, 'place'>[],
): Map<number, Candidate> {
  const places = [...new Set(hits.map(({ place }) => place))];
  const records = index.recordsAt(places);
  const counts = countsAt(words, places);
  return new Map(
    places.map((place, at) => [
      place,
      {
        record: records[at] as Candidate['record'],
        arms: { dense: false, lexical: false },
        termFrequencies: counts[at] as number[],
        length: index.snapshot.heads.length[place] as number,
      },
    ]),
  );
}

export function neighbours(connection: Connection, request: NeighboursRequest): Candidate[] {
  return connection.read(() => {
    const scope = findScope(connection, request.scope);
    if (scope === undefined || request.turns.length === 0) return [];
    const index = new ScopeIndex(connection, scope);
    const passes = index.passing(request.filter);
    const rows = connection
      .column<number>(
        `SELECT r.row FROM json_each(?) j
           CROSS JOIN records r ON r.scope = ? AND r.session = j.value ->> 'session'
             AND r.sequence BETWEEN (j.value ->> 'sequence') - ? AND (j.value ->> 'sequence') + ?`,
      )
      .all(JSON.stringify(request.turns), scope.number, request.before, request.after);
    const found = rows
      .map((row) => ({ place: index.placeOf(row) }))
      .filter(({ place }) => passes[place] === 1);
    return [...candidatesAt(index, index.rowsOf(request.terms ?? []), found).values()];
  });
}
