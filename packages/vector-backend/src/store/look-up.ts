import type { LookUpMatch, LookUpProbe, LookUpRequest, LookUpResponse } from '@mneme/core';
import { currentRecords, matches } from './filter.ts';
import { finishSupersedes } from './finish-supersedes.ts';
import { type Point, payloadOf, recordFields, toRecord } from './points.ts';
import { nearestSearch, queryBatch, type Search } from './search.ts';
import type { Store } from './store.ts';

const searchesPerRequest = 96;
const requestsAtOnce = 4;
const fields = [...recordFields, 'replaces', 'commit'];

type Part = 'equal' | 'sameExternalId' | 'nearest';

/** Several probes to a request, several requests at once. The revision stands for what was seen, see `ReadSets`. */
export async function lookUp(store: Store, request: LookUpRequest): Promise<LookUpResponse> {
  const { scope, now, embedder, probes } = request;
  const asked = probes.flatMap((probe, index) =>
    searchesOf(store, { scope, now, embedder, probe }).map(([part, search]) => ({
      index,
      part,
      search,
    })),
  );
  const matchesFound = probes.map((): LookUpMatch => ({ nearest: [] }));
  const halfDone: Point[] = [];
  const seen = new Map<string, string>();
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
        const points = answers[position] ?? [];
        place(matchesFound[index] as LookUpMatch, { scope, part, points });
        for (const point of points) {
          const { commit = '', replaces } = payloadOf(point);
          seen.set(String(point.id), commit);
          if (replaces !== undefined) halfDone.push(point);
        }
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(requestsAtOnce, groups.length) }, work));
  // On one shard a commit is one step; across shards a crash can cut it.
  if (
    store.opened.shards > 1 &&
    halfDone.length > 0 &&
    (await finishSupersedes(store, scope, halfDone))
  ) {
    return lookUp(store, request);
  }
  return { revision: probes.length === 0 ? 0 : store.readSets.keep(seen), matches: matchesFound };
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
    searches.push(['equal', { filter, limit: 1, with_payload: fields }]);
    const nearest =
      vector &&
      nearestSearch(store, {
        vector,
        embedder,
        limit,
        filter: currentRecords(scope, now, sameCategory),
        fields,
      });
    if (nearest !== undefined) searches.push(['nearest', nearest]);
  }
  if (externalId !== undefined) {
    const filter = currentRecords(scope, now, matches('externalId', externalId));
    searches.push(['sameExternalId', { filter, limit: 1, with_payload: fields }]);
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
