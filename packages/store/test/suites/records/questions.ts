import {
  bm25,
  type LexicalStatistics,
  type ListRequest,
  type MemoryRecord,
  type RecordFilter,
  type SearchQuery,
  type SearchRequest,
} from '@mneme/core/backend';
import { times } from '../../../../conformance/src/model/chance.ts';
import { questionsFor } from '../../../../conformance/src/model/comparison.ts';
import type { StoreBackend } from '../../../src/index.ts';
import { byId, untied } from '../model/rankings.ts';
import { testNow } from './builders.ts';
import { currentOnly, everything, pagesOf, searchOne } from './steps.ts';
import type { World } from './world.ts';

/** What the model of records answers too. */
export type Records = Pick<
  StoreBackend,
  | ('search' | 'sessions' | 'lookUp' | 'commit' | 'get' | 'list' | 'history' | 'scan' | 'touch')
  | ('scopes' | 'stats' | 'audit' | 'erase')
>;

const question = questionsFor<World, Records>();

const weights = { dense: 0.5, window: 0, questions: 0.7 };
/** Records of a search may have been cached. */
function withoutAccess({ accessCount: _, lastAccessedAt: __, ...record }: MemoryRecord) {
  return record;
}

async function untiedSearch(
  reference: Records,
  { limit, ...query }: SearchQuery & { scope: string; filter: RecordFilter },
): Promise<number> {
  const { candidates, statistics } = await searchOne(reference, { ...query, limit: 1000 });
  return untied(limit, [
    candidates.flatMap(({ similarity }) => similarity ?? []),
    candidates.flatMap((each) =>
      each.arms.lexical ? bm25(each, statistics as LexicalStatistics) : [],
    ),
  ]);
}

async function listed(backend: Records, request: ListRequest) {
  const pages = await pagesOf((cursor) => backend.list({ ...request, cursor }));
  return pages.map(({ records }) => records);
}

const listing = (placeOf: (world: World) => Pick<ListRequest, 'scope' | 'filter'>) =>
  question(
    (world) => ({
      ...placeOf(world),
      order: world.one(['newest', 'importance'] as const),
      limit: world.one([2, 5, 20, 1000]),
    }),
    listed,
  );

async function searched(backend: Records, request: SearchRequest) {
  const { candidates, statistics } = await backend.search(request);
  const found = candidates.map(({ record, ...more }) => {
    return { id: record.id, ...more, record: withoutAccess(record) };
  });
  return { statistics, candidates: byId(found) };
}

const writing = {
  commit: question(
    (world) => world.commit(world.scope()),
    async (backend, request) => {
      const result = await backend.commit(request);
      return result.committed
        ? { ...result, removed: result.removed.toSorted() }
        : { ...result, mismatched: result.mismatched.toSorted() };
    },
  ),
  touch: question(
    (world) => {
      const scope = world.scope();
      const ids = world.memories(scope);
      return { scope, ids: [...ids, ...world.some(ids)], at: world.day() };
    },
    async (backend, { scope, ids, at }) => backend.touch(scope, ids, at),
  ),
  erase: question(
    (world) => ({
      scope: world.mixed(),
      receipt: { ...world.audit(world.scope(), 1)[0]!, action: 'erase' as const },
    }),
    async (backend, { scope, receipt }) => (await backend.erase(scope, receipt)).records,
  ),
};

export const questions = {
  ...writing,
  get: question(
    (world) => {
      const scope = world.place();
      return { scope, ids: world.ids(scope), vectors: world.random() < 0.5 };
    },
    (backend, { scope, ids, vectors }) => backend.get(scope, ids, { vectors }),
  ),
  history: question(
    (world) => {
      const scope = world.place();
      return { scope, id: world.one(world.ids(scope)) };
    },
    async (backend, { scope, id }) => byId(await backend.history(scope, id)),
  ),
  list: listing((world) => {
    const scope = world.place();
    return { scope, filter: world.filter(scope) };
  }),
  filteredList: listing((world) => world.filtered('list')),
  turns: question(
    (world) => ({
      ...world.turns([currentOnly, everything]),
      order: world.one(['first', 'last'] as const),
      limit: world.one([2, 5, 1000]),
    }),
    listed,
  ),
  sessions: question(
    (world) => ({ scope: world.place(), now: testNow, limit: world.one([1, 2, 10]) }),
    async (backend, request) => {
      const pages = await pagesOf((cursor) => backend.sessions({ ...request, cursor }));
      const found = pages.flatMap(({ sessions }) => sessions);
      return {
        lengths: pages.map(({ sessions }) => sessions.length),
        sessions: byId(found.map((each) => ({ id: each.session, ...each }))),
      };
    },
  ),
  scan: question(
    (world) => ({ scope: world.place(), limit: world.one([7, 20, 1000]) }),
    async (backend, request) => {
      const pages = await pagesOf((cursor) => backend.scan({ ...request, cursor }));
      return pages.map(({ rows }) => rows);
    },
  ),
  search: question(
    async (world, reference) => {
      const scope = world.place();
      const isAround = world.random() < 0.4;
      const place = {
        scope,
        filter: world.filter(scope),
        ...(isAround && { filter: currentOnly }),
      };
      const limit = () => world.one([1, 3, 10]);
      const also =
        world.random() < 0.5 ? [{ filter: world.filter(place.scope), limit: limit() }] : [];
      const queries = times(world.one([1, 1, 3]), () => ({
        ...world.maybe(0.6, () => ({ vector: world.vector() })),
        terms: [...new Set(world.terms(world.one([0, 1, 2, 60])))],
        limit: limit(),
      }));
      for (const query of queries)
        query.limit = await untiedSearch(reference, { ...place, ...query });
      for (const more of also)
        more.limit = await untiedSearch(reference, { ...place, ...queries[0]!, ...more });
      // For all turns, because a part of them would depend on the order of equal ones.
      const around = { turns: 1000, before: world.below(4), after: world.below(4), weights };
      return { ...place, queries, also, ...(isAround && { around }) };
    },
    searched,
    { found: ({ candidates }) => candidates },
  ),
  /** A search that finds every record that passes, or the first ones. */
  filteredSearch: question(
    async (world, reference) => {
      const place = world.filtered('search');
      const query = {
        vector: world.vector(),
        terms: [...new Set(['memory', ...world.terms(3)])],
        limit: world.one([3, 1000, 1000]),
      };
      query.limit = await untiedSearch(reference, { ...place, ...query });
      return { ...place, queries: [query] };
    },
    searched,
    { found: ({ candidates }) => candidates },
  ),
  lookUp: question(
    async (world, reference) => {
      const scope = world.place();
      const probes = times(1 + world.below(3), () => {
        const { id = '', category = world.category(), source } = world.memory(scope) ?? {};
        const { session = world.session(), sequence = world.below(12) } = source ?? {};
        const number = Number.parseInt(id.slice(-12), 16);
        return {
          ...world.maybe(0.9, () => ({
            category: world.one([category, category, category, world.category()]),
          })),
          ...world.maybe(0.9, () => ({ contentKey: `key ${number} ${world.below(2)}` })),
          ...world.maybe(0.8, () => ({ vector: world.vector() })),
          ...world.maybe(0.7, () => ({ matter: world.matter() })),
          ...world.maybe(0.7, () => ({ externalId: `crm:${number}` })),
          ...world.maybe(0.5, () => ({
            turn: { session, sequence },
          })),
          terms: ['memory'],
          limit: world.one([1, 3]),
        };
      });
      const all = probes.map((probe) => ({ ...probe, limit: 1000 }));
      const matches = await reference.lookUp({ scope, now: testNow, probes: all });
      for (const [at, probe] of probes.entries()) {
        const near = matches[at]?.nearest ?? [];
        probe.limit = untied(probe.limit, [near.map(({ similarity }) => similarity)]);
      }
      return { scope, now: testNow, probes };
    },
    async (backend, request) => {
      const matches = await backend.lookUp(request);
      return matches.map(({ nearest, sameMatter, ...match }) => ({
        ...match,
        similarities: nearest.map(({ similarity }) => similarity),
        nearest: byId(
          nearest.map(({ record, ...more }) => ({ ...more, ...withoutAccess(record) })),
        ),
        sameMatter: sameMatter.map(({ record, ...more }) => ({
          ...more,
          ...withoutAccess(record),
        })),
      }));
    },
  ),
  scopes: question(
    () => undefined,
    async (backend) => (await backend.scopes()).toSorted(),
  ),
  stats: question(
    (world) => ({ scope: world.random() < 0.3 ? undefined : world.scope() }),
    async (backend, { scope }) => {
      const { bytes: _, pendingSince: __, ...stats } = await backend.stats(scope, testNow);
      return stats;
    },
    { found: ({ current }) => current },
  ),
  audit: question(
    (world) => ({
      ...world.maybe(0.7, () => ({ scope: world.place() })),
      limit: world.one([1, 5, 1000]),
    }),
    (backend, request) => backend.audit(request),
  ),
};
