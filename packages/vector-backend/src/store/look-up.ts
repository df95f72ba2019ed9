import type { LookUpMatch, LookUpProbe, LookUpRequest } from '@mneme/core/contract';
import { currentRecords, matches, recordFilter } from './filter.ts';
import { vectorNameOf } from './identity.ts';
import { type Point, recordFields, toRecord } from './points.ts';
import { nearestSearch, queryBatch, type Search } from './search.ts';
import type { Store } from './store.ts';

const searchesPerRequest = 96;
const requestsAtOnce = 4;
/** Episodes that share one place of a session. */
const mostAtTurn = 100;

type Part = 'equal' | 'sameExternalId' | 'nearest' | 'sameMatter' | 'atTurn';

/** Several probes in one request, several requests at once. */
export async function lookUp(store: Store, request: LookUpRequest): Promise<LookUpMatch[]> {
  const { scope, now, embedder, probes } = request;
  const asked = probes.flatMap((probe, index) =>
    searchesOf(store, { scope, now, embedder, probe }).map(([part, search]) => ({
      index,
      part,
      search,
    })),
  );
  const matchesFound = probes.map((): LookUpMatch => ({ nearest: [], sameMatter: [], atTurn: [] }));
  const groups: (typeof asked)[] = [];
  for (let start = 0; start < asked.length; start += searchesPerRequest) {
    groups.push(asked.slice(start, start + searchesPerRequest));
  }
  const work = async () => {
    for (let group = groups.shift(); group !== undefined; group = groups.shift()) {
      const answers = await queryBatch(store, {
        searches: group.map(({ search }) => search),
        embedder,
      });
      for (const [position, { index, part }] of group.entries()) {
        const match = matchesFound[index] as LookUpMatch;
        const { vector } = probes[index] as LookUpProbe;
        place(match, { scope, part, points: answers[position] ?? [], vector });
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(requestsAtOnce, groups.length) }, work));
  return matchesFound;
}

function searchesOf(
  store: Store,
  { scope, now, embedder, probe }: Omit<LookUpRequest, 'probes'> & { probe: LookUpProbe },
): [Part, Search][] {
  const { category, contentKey, vector, externalId, limit, matter, turn } = probe;
  const searches: [Part, Search][] = [];
  if (contentKey !== undefined && category !== undefined) {
    const sameCategory = matches('category', category);
    const filter = currentRecords(scope, now, matches('contentKey', contentKey), sameCategory);
    searches.push(['equal', { filter, limit: 1, with_payload: [...recordFields] }]);
    const nearest =
      vector &&
      nearestSearch(store, {
        vector,
        embedder,
        limit,
        filter: currentRecords(scope, now, sameCategory),
        fields: [...recordFields],
      });
    if (nearest !== undefined) searches.push(['nearest', nearest]);
    if (matter !== undefined && limit > 0) {
      const ofMatter = currentRecords(scope, now, matches('matter', matter), sameCategory);
      const newest: Search = {
        query: { order_by: { key: 'createdAtMs', direction: 'desc' } },
        filter: ofMatter,
        limit,
        with_payload: [...recordFields],
      };
      if (vector !== undefined)
        newest.with_vector = [vectorNameOf(store.requireEmbedder(embedder))];
      searches.push(['sameMatter', newest]);
    }
  }
  if (externalId !== undefined) {
    const filter = currentRecords(scope, now, matches('externalId', externalId));
    searches.push(['sameExternalId', { filter, limit: 1, with_payload: [...recordFields] }]);
  }
  if (turn !== undefined) {
    const at = { key: 'sequence', range: { gte: turn.sequence, lte: turn.sequence } };
    const session = matches('session', turn.session);
    const filter = recordFilter(scope, { now, kinds: ['episode'] }, session, at);
    searches.push(['atTurn', { filter, limit: mostAtTurn, with_payload: [...recordFields] }]);
  }
  return searches;
}

function place(
  match: LookUpMatch,
  {
    scope,
    part,
    points,
    vector,
  }: { scope: string; part: Part; points: Point[]; vector: Float32Array | undefined },
): void {
  if (part === 'nearest') {
    match.nearest = points
      .map((point) => ({ record: toRecord(scope, point), similarity: point.score ?? 0 }))
      .sort((a, b) => b.similarity - a.similarity || (a.record.id < b.record.id ? -1 : 1));
    return;
  }
  if (part === 'sameMatter') {
    match.sameMatter = points.map((point) => {
      const record = toRecord(scope, point);
      const similarity = vector && similarityTo(vector, point);
      return similarity === undefined ? { record } : { record, similarity };
    });
    return;
  }
  if (part === 'atTurn') {
    match.atTurn = points
      .map((point) => toRecord(scope, point))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
    return;
  }
  const [point] = points;
  if (point !== undefined) match[part] = toRecord(scope, point);
}

/** The server returns vectors of length 1, and none for a zero vector. */
function similarityTo(vector: Float32Array, { vector: named }: Point): number | undefined {
  const [values] = Object.values((named ?? {}) as Record<string, number[]>);
  if (values === undefined || vector.every((value) => value === 0)) return undefined;
  return values.reduce((sum, value, index) => sum + value * (vector[index] ?? 0), 0);
}
