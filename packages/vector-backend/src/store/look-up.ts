import type { LookUpMatch, LookUpProbe, LookUpRequest } from '@mneme/core/contract';
import { currentRecords, matches } from './filter.ts';
import { type Point, recordFields, toRecord } from './points.ts';
import { nearestSearch, queryBatch, type Search } from './search.ts';
import type { Store } from './store.ts';

const searchesPerRequest = 96;
const requestsAtOnce = 4;

type Part = 'equal' | 'sameExternalId' | 'nearest';

/** Several probes to a request, several requests at once. */
export async function lookUp(store: Store, request: LookUpRequest): Promise<LookUpMatch[]> {
  const { scope, now, embedder, probes } = request;
  const asked = probes.flatMap((probe, index) =>
    searchesOf(store, { scope, now, embedder, probe }).map(([part, search]) => ({
      index,
      part,
      search,
    })),
  );
  const matchesFound = probes.map((): LookUpMatch => ({ nearest: [] }));
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
        place(matchesFound[index] as LookUpMatch, { scope, part, points: answers[position] ?? [] });
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
  const { category, contentKey, vector, externalId, limit } = probe;
  const searches: [Part, Search][] = [];
  const sameCategory = matches('category', category);
  if (contentKey !== undefined) {
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
  }
  if (externalId !== undefined) {
    const filter = currentRecords(scope, now, matches('externalId', externalId));
    searches.push(['sameExternalId', { filter, limit: 1, with_payload: [...recordFields] }]);
  }
  return searches;
}

function place(
  match: LookUpMatch,
  { scope, part, points }: { scope: string; part: Part; points: Point[] },
): void {
  if (part === 'nearest') {
    match.nearest = points
      .map((point) => ({ record: toRecord(scope, point), similarity: point.score ?? 0 }))
      .sort((a, b) => b.similarity - a.similarity || (a.record.id < b.record.id ? -1 : 1));
    return;
  }
  const [point] = points;
  if (point !== undefined) match[part] = toRecord(scope, point);
}
