import { passesFilter, type RecordFilter } from '@mneme/core/backend';
import { zeroVector } from '../../src/memory-backend/builders.ts';
import { everything } from '../../src/memory-backend/steps.ts';
import { searchEntries } from '../../src/reference/backend.ts';
import { type BrokenBackend, nearRecords, withAnswer, withQuery } from './broken-backend.ts';

/** Mistakes of search, lookUp and the filters. */
export const brokenSearching: BrokenBackend = {
  'search: both arms': {
    'takes scopes with a common beginning for one': (_, store) => ({
      search: async (request) =>
        searchEntries(
          store
            .names()
            .flatMap((scope) => (scope.startsWith(request.scope) ? store.rows(scope) : [])),
          request,
        ),
    }),
    'takes its statistics from all scopes': (sound, store) => ({
      async search(request) {
        const rows = store.names().flatMap((scope) => store.rows(scope));
        return {
          ...(await sound.search(request)),
          statistics: searchEntries(rows, request).statistics,
        };
      },
    }),
    'takes its statistics from the records that pass the filter': (sound, store) => ({
      async search(request) {
        const rows = store
          .rows(request.scope)
          .filter(({ record }) => passesFilter(record, request.filter));
        return {
          ...(await sound.search(request)),
          statistics: searchEntries(rows, request).statistics,
        };
      },
    }),
    'finds zero vectors at similarity 0': (sound, store) =>
      withAnswer(sound, ({ candidates, statistics }, { scope, queries }) => ({
        statistics,
        candidates: [
          ...candidates,
          ...store.rows(scope).flatMap(({ record, vector }) =>
            queries[0]?.vector && vector?.every((component) => component === 0)
              ? [
                  {
                    record,
                    length: 1,
                    found: [
                      {
                        similarity: 0,
                        arms: { dense: true, lexical: false },
                        termFrequencies: [],
                      },
                    ],
                  },
                ]
              : [],
          ),
        ],
      })),
    'searches words among the nearest only': (sound) =>
      withAnswer(sound, ({ candidates, statistics }, { queries }) => ({
        statistics,
        candidates: candidates.filter(
          ({ found }) => !queries[0]?.vector || found[0]?.similarity !== undefined,
        ),
      })),
    'finds words by their beginning': (sound, store) => ({
      async search(request) {
        const response = await sound.search(request);
        const { terms = [] } = request.queries[0] ?? {};
        const known = new Set(response.candidates.map(({ record }) => record.id));
        const more = store
          .rows(request.scope)
          .filter(
            ({ record, terms: own }) =>
              !known.has(record.id) &&
              own.some((word) => terms.some((term) => word.startsWith(term))),
          );
        const found = more.map(({ record }) => ({
          record,
          length: 1,
          found: [{ arms: { dense: false, lexical: true }, termFrequencies: [1] }],
        }));
        return { ...response, candidates: [...response.candidates, ...found] };
      },
    }),
    'ignores terms outside Latin letters': (sound) =>
      withQuery(sound, (query) => ({
        ...query,
        terms: query.terms.map((term) => (/^\w+$/.test(term) ? term : '')),
      })),
    'cuts the word matches in the order of the store': (sound) => ({
      async search({ queries, ...request }) {
        const response = await sound.search({
          ...request,
          queries: queries.map((query) => ({ ...query, limit: 1000 })),
        });
        const candidates = response.candidates
          .sort((left, right) => (left.record.id < right.record.id ? -1 : 1))
          .slice(0, queries[0]?.limit);
        return { ...response, candidates };
      },
    }),
    'compares the first half of a vector only': (sound) =>
      withQuery(sound, ({ vector, ...query }) => ({
        ...query,
        vector: vector && zeroVector().map((_, at) => (at < 4 ? (vector[at] as number) : 0)),
      })),
    'takes both sides of a window for equally long': (sound) => ({
      search: ({ around, ...request }) =>
        sound.search({
          ...request,
          ...(around && { around: { ...around, after: around.before } }),
        }),
    }),
  },
  'many records > returns the turns around': {
    'has the turns around all that was found': (sound) => ({
      search: ({ around, ...request }) =>
        sound.search({ ...request, ...(around && { around: { ...around, turns: 1000 } }) }),
    }),
  },
  'search, list: only': {
    'filters after the limit': (sound) => ({
      async search(request) {
        const { candidates, statistics } = await sound.search({ ...request, filter: everything });
        const passing = candidates.filter(({ record }) => passesFilter(record, request.filter));
        return { candidates: passing, statistics };
      },
    }),
    'lists a page and then filters it': (sound) => ({
      async list(request) {
        const page = await sound.list({ ...request, filter: everything });
        const records = page.records.filter((record) => passesFilter(record, request.filter));
        return { ...page, records };
      },
    }),
  },
  'many records > a fact': {
    'filters by kind after the limit': (sound) => ({
      async search({ filter, ...request }) {
        const { kinds, ...rest }: RecordFilter = filter;
        const { candidates, statistics } = await sound.search({ ...request, filter: rest });
        const ofKind = candidates.filter(({ record }) => kinds?.includes(record.kind) !== false);
        return { candidates: ofKind, statistics };
      },
    }),
  },
  'lookUp: equal': {
    'looks up expired records': (sound) => ({
      lookUp: (request) => sound.lookUp({ ...request, now: '1970-01-01T00:00:00.000Z' }),
    }),
    'looks up near texts of every category': (sound, store) => ({
      async lookUp(request) {
        const matches = await sound.lookUp(request);
        const near = request.probes.map(({ vector = zeroVector(), limit }) =>
          nearRecords(store.rows(request.scope), { vector, limit, now: request.now }),
        );
        return matches.map((match, at) => ({ ...match, nearest: near[at]! }));
      },
    }),
    'keeps the matter that a put has changed': (sound) => {
      const first = new Map<string, string>();
      return {
        commit(request) {
          const puts = request.puts.map(({ matter, ...put }) => {
            const kept = first.get(put.record.id) ?? matter;
            if (kept === undefined) return put;
            first.set(put.record.id, kept);
            return { ...put, matter: kept };
          });
          return sound.commit({ ...request, puts });
        },
      };
    },
  },
};
