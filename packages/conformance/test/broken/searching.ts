import { passesFilter } from '@mneme/core/contract';
import { shifted, zeroVector } from '../../src/memory-backend/builders.ts';
import { everything } from '../../src/memory-backend/steps.ts';
import { searchEntries } from '../../src/reference/backend.ts';
import {
  type BrokenBackend,
  nearRecords,
  withAnswer,
  withFilter,
  withFound,
  withQuery,
} from './broken-backend.ts';

/** Mistakes of search and lookUp, and of the filters. */
export const brokenSearching: BrokenBackend = {
  "scope isolation > every reading method finds nothing with another scope's ids, words and vectors":
    {
      'searches all scopes': (_, store) => ({
        search: async (request) =>
          searchEntries(
            store.names().flatMap((scope) => store.rows(scope)),
            request,
          ),
      }),
    },
  'scope isolation > scopes whose names are alike are different scopes': {
    'takes scopes with a common beginning for one': (_, store) => ({
      search: async (request) =>
        searchEntries(
          store
            .names()
            .flatMap((scope) => (scope.startsWith(request.scope) ? store.rows(scope) : [])),
          request,
        ),
    }),
  },
  'scope isolation > five hundred records of other scopes change no candidate and no statistic': {
    'takes its statistics from all scopes': (sound, store) => ({
      async search(request) {
        const rows = store.names().flatMap((scope) => store.rows(scope));
        return {
          ...(await sound.search(request)),
          statistics: searchEntries(rows, request).statistics,
        };
      },
    }),
  },
  'search statistics > are of the whole scope: superseded and expired records count, and no filter changes them':
    {
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
    },
  'filter before limit > eighty records expired in front do not hide five that pass': {
    'filters after the limit': (sound) => ({
      async search(request) {
        const { candidates, statistics } = await sound.search({ ...request, filter: everything });
        const passing = candidates.filter(({ record }) => passesFilter(record, request.filter));
        return { candidates: passing, statistics };
      },
    }),
  },
  'filter before limit > eighty records superseded in front do not hide five that pass': {
    'lists a page and then filters it': (sound) => ({
      async list(request) {
        const page = await sound.list({ ...request, filter: everything });
        const records = page.records.filter((record) => passesFilter(record, request.filter));
        return { ...page, records };
      },
    }),
  },
  'filter > an expired record never passes, from the very instant, unless asked for': {
    'lets a record live through the instant of its expiry': (sound) =>
      withFilter(sound, (filter) => ({ ...filter, now: shifted(filter.now, -1) })),
  },
  'filter > a superseded record passes only when asked for': {
    'answers superseded records': (sound) =>
      withFilter(sound, (filter) => ({ ...filter, includeSuperseded: true })),
  },
  'filter > asOf passes what had happened by then and was not yet replaced': {
    'takes asOf for the current state': (sound) =>
      withFilter(sound, ({ asOf: _, ...filter }) => filter),
  },
  'filter > categories pass any of them, and an empty list passes all': {
    'takes an empty list of categories for none': (sound) => ({
      search: async (request) => {
        const response = await sound.search(request);
        return request.filter.categories?.length === 0 ? { ...response, candidates: [] } : response;
      },
    }),
  },
  'filter > tags pass records that carry all of them, as whole words and in their own case': {
    'asks for the first tag only': (sound) =>
      withFilter(sound, (filter) => ({ ...filter, tags: filter.tags?.slice(0, 1) })),
  },
  'filter > where passes records that have one facet of each list, by key, type and value': {
    'does not know where': (sound) => withFilter(sound, ({ where: _, ...filter }) => filter),
    'takes all lists of where for one': (sound) =>
      withFilter(sound, ({ where, ...filter }) =>
        where?.length ? { ...filter, where: [where.flat()] } : filter,
      ),
  },
  'filter before limit > eighty records with other metadata in front do not hide five that pass': {
    'applies where behind the limit': (sound) => ({
      async search(request) {
        const { where, ...filter } = request.filter;
        const { candidates, statistics } = await sound.search({ ...request, filter });
        const passing = candidates.filter(({ record }) => passesFilter(record, request.filter));
        return { candidates: where ? passing : candidates, statistics };
      },
    }),
  },
  'filter > minImportance passes the same and more': {
    'compares importance with more than': (sound) =>
      withFilter(sound, ({ minImportance, ...filter }) => ({
        ...filter,
        ...(minImportance === undefined ? {} : { minImportance: minImportance + 1 }),
      })),
  },
  'filter > the occurred range includes its start and excludes its end, and both bounds hold': {
    'keeps only the last bound of a range': (sound) =>
      withFilter(sound, ({ occurredFrom, ...filter }) =>
        filter.occurredBefore === undefined ? { ...filter, occurredFrom } : filter,
      ),
    'includes the end of a range': (sound) =>
      withFilter(sound, (filter) =>
        filter.occurredBefore === undefined
          ? filter
          : { ...filter, occurredBefore: shifted(filter.occurredBefore, 1) },
      ),
  },
  'filter > all conditions must hold together': {
    'lets the last condition win over the others': (sound) =>
      withFilter(sound, (filter) =>
        filter.categories?.length && filter.tags?.length ? { ...filter, categories: [] } : filter,
      ),
  },
  'search by vector > tells the cosine, from 1 for the same direction to -1 for the opposite one': {
    'answers a distance in place of the cosine': (sound) =>
      withFound(sound, (found) => ({
        ...found,
        ...(found.similarity === undefined ? {} : { similarity: 1 - found.similarity }),
      })),
  },
  'search by vector > finds the nearest records, as many as the limit says': {
    'answers one record less than the limit': (sound) =>
      withQuery(sound, (query) => ({ ...query, limit: query.limit - 1 })),
  },
  'search by vector > uses every component of the vectors': {
    'compares the first half of a vector only': (sound) =>
      withQuery(sound, ({ vector, ...query }) => ({
        ...query,
        vector: vector && zeroVector().map((_, at) => (at < 4 ? (vector[at] as number) : 0)),
      })),
  },
  'search by vector > never finds a record whose vector is zero, which words still find': {
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
  },
  'search by words > finds the only match of each of fifty unique words, whatever is near by vector':
    {
      'searches words among the nearest only': (sound) =>
        withAnswer(sound, ({ candidates, statistics }, { queries }) => ({
          statistics,
          candidates: candidates.filter(
            ({ found }) => !queries[0]?.vector || found[0]?.similarity !== undefined,
          ),
        })),
    },
  'search by words > finds no record without any of the terms': {
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
  },
  'search by words > takes terms of every script, and words of query languages, as they are': {
    'ignores terms outside Latin letters': (sound) =>
      withQuery(sound, (query) => ({
        ...query,
        terms: query.terms.map((term) => (/^\w+$/.test(term) ? term : '')),
      })),
  },
  'search by words > tells how often each term stands in the record, in the order of the query, and its length':
    {
      'tells whether a term stands in a record, not how often': (sound) =>
        withFound(sound, (found) => ({
          ...found,
          termFrequencies: found.termFrequencies.map((count) => Math.min(count, 1)),
        })),
    },
  'search by words > cuts at the limit by BM25 over the statistics of the scope': {
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
  },
  'search by both > answers the union of both arms, each record once, and tells which arm found it':
    {
      'answers a record once an arm': (sound) => ({
        async search({ queries, ...request }) {
          const near = await sound.search({
            ...request,
            queries: queries.map((query) => ({ ...query, terms: [] })),
          });
          const words = await sound.search({
            ...request,
            queries: queries.map(({ vector: _, ...query }) => query),
          });
          return { ...words, candidates: [...near.candidates, ...words.candidates] };
        },
      }),
      'tells the similarity of every candidate': (sound) =>
        withFound(sound, (found, { vector }) => (vector ? { similarity: 0, ...found } : found)),
    },
  'turns around those that were found > come once where windows overlap, and sessions are kept apart':
    {
      'answers what was found again among the turns around it': (sound) => ({
        async search({ around, ...request }) {
          const found = await sound.search(request);
          if (around === undefined) return found;
          const { candidates } = await sound.search({ ...request, around });
          return { ...found, candidates: [...found.candidates, ...candidates] };
        },
      }),
    },
  'turns around those that were found > pass the filter': {
    'does not filter the turns around those that were found': (sound) => ({
      async search({ around, ...request }) {
        const found = await sound.search(request);
        if (around === undefined) return found;
        const known = new Set(found.candidates.map(({ record }) => record.id));
        const { candidates } = await sound.search({ ...request, around, filter: everything });
        const beside = candidates.filter(({ record }) => !known.has(record.id));
        return { ...found, candidates: [...found.candidates, ...beside] };
      },
    }),
  },
  'turns around those that were found > are those of so many turns as were asked for, the best first':
    {
      'has the turns around all that was found': (sound) => ({
        search: ({ around, ...request }) =>
          sound.search({ ...request, ...(around && { around: { ...around, turns: 1000 } }) }),
      }),
    },
  'turns around those that were found > tell their length, and how often the terms of each query stand in them, and no arm has found them':
    {
      'counts no terms in the turns around those that were found': (sound) =>
        withFound(sound, (found) => ({
          ...found,
          termFrequencies:
            found.arms.dense || found.arms.lexical
              ? found.termFrequencies
              : found.termFrequencies.map(() => 0),
        })),
    },
  'search by both > counts the terms of the query also in a near record that is not among the best by words':
    {
      'counts no terms in records that only the vector arm found': (sound) =>
        withFound(sound, (found) => ({
          ...found,
          termFrequencies: found.arms.lexical ? found.termFrequencies : [],
        })),
    },
  'search by both > of several queries tells what each says of each record that any of them found':
    {
      'says what one query found of all of them': (sound) =>
        withAnswer(sound, ({ candidates, statistics }) => ({
          statistics,
          candidates: candidates.map(({ found, ...candidate }) => ({
            ...candidate,
            found: found.map((own) => ({ ...(found[0] ?? own) })),
          })),
        })),
    },
  'search by both > counts what only a narrower filter finds as found by the first query': {
    'searches once where a narrower filter is to be searched too': (sound) => ({
      search: ({ also: _, ...request }) => sound.search(request),
    }),
  },
  'turns around those that were found > are the window around a turn, with its own bounds before and after':
    {
      'takes both sides of a window for equally long': (sound) => ({
        search: ({ around, ...request }) =>
          sound.search({
            ...request,
            ...(around && { around: { ...around, after: around.before } }),
          }),
      }),
    },
  'lookUp > sees current records only': {
    'looks up expired records': (sound) => ({
      lookUp: (request) => sound.lookUp({ ...request, now: '1970-01-01T00:00:00.000Z' }),
    }),
  },
  'lookUp > finds the nearest records of the category, best first, as many as the limit says': {
    'looks up near texts of every category': (sound, store) => ({
      async lookUp(request) {
        const matches = await sound.lookUp(request);
        const near = request.probes.map(({ vector = zeroVector(), limit }) =>
          nearRecords(store.rows(request.scope), { vector, limit, now: request.now }),
        );
        return matches.map((match, at) => ({ ...match, nearest: near[at]! }));
      },
    }),
  },
  'lookUp > finds the newest current records of the same category and matter, first, as many as the limit says':
    {
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
  'lookUp > answers one match a probe, in their order': {
    'answers the matches of equal probes once': (sound) => ({
      lookUp: async (request) => {
        const matches = await sound.lookUp(request);
        return matches.filter(({ equal }) => equal !== undefined);
      },
    }),
  },
  'search statistics > count records, mean length and the records that hold each term, in the order of the terms':
    {
      'takes the mean length of different words': (sound, store) =>
        withAnswer(sound, ({ candidates, statistics }, { scope }) => {
          const lengths = store.rows(scope).map(({ terms }) => new Set(terms).size);
          const averageLength =
            lengths.reduce((sum, length) => sum + length, 0) / (lengths.length || 1);
          return { candidates, statistics: { ...statistics, averageLength } };
        }),
    },
  'two writers > what one backend committed another on the same store reads at once': {
    'answers from what it read before, until it writes itself': (sound) => {
      const known = new Map<string, Awaited<ReturnType<typeof sound.search>>>();
      return {
        async search(request) {
          const key = JSON.stringify(request);
          const response = known.get(key) ?? (await sound.search(request));
          known.set(key, response);
          return response;
        },
        async commit(request) {
          known.clear();
          return sound.commit(request);
        },
      };
    },
  },
};
