import { passesFilter } from '@mneme/core/contract';
import { shifted, zeroVector } from '../../src/memory-backend/builders.ts';
import { searchRows } from '../../src/memory-backend/in-memory-search.ts';
import { everything } from '../../src/memory-backend/steps.ts';
import {
  type BrokenBackend,
  nearRecords,
  withAnswer,
  withFilter,
  withFound,
  withQuery,
} from './broken-backend.ts';

/** Mistakes of search and lookUp, and of the filters. */
export const brokenSearching: BrokenBackend[] = [
  {
    mistake: 'searches all scopes',
    caughtBy:
      "scope isolation > every reading method finds nothing with another scope's ids, words and vectors",
    breakIt: (_, store) => ({
      search: async (request) =>
        searchRows(
          store.names().flatMap((scope) => store.rows(scope)),
          request,
        ),
    }),
  },
  {
    mistake: 'takes scopes with a common beginning for one',
    caughtBy: 'scope isolation > scopes whose names are alike are different scopes',
    breakIt: (_, store) => ({
      search: async (request) =>
        searchRows(
          store
            .names()
            .flatMap((scope) => (scope.startsWith(request.scope) ? store.rows(scope) : [])),
          request,
        ),
    }),
  },
  {
    mistake: 'takes its statistics from all scopes',
    caughtBy:
      'scope isolation > five hundred records of other scopes change no candidate and no statistic',
    breakIt: (sound, store) => ({
      async search(request) {
        const rows = store.names().flatMap((scope) => store.rows(scope));
        return {
          ...(await sound.search(request)),
          statistics: searchRows(rows, request).statistics,
        };
      },
    }),
  },
  {
    mistake: 'takes its statistics from the records that pass the filter',
    caughtBy:
      'search statistics > are of the whole scope: superseded and expired records count, and no filter changes them',
    breakIt: (sound, store) => ({
      async search(request) {
        const rows = store
          .rows(request.scope)
          .filter(({ record }) => passesFilter(record, request.filter));
        return {
          ...(await sound.search(request)),
          statistics: searchRows(rows, request).statistics,
        };
      },
    }),
  },
  {
    mistake: 'filters after the limit',
    caughtBy: 'filter before limit > eighty records expired in front do not hide five that pass',
    breakIt: (sound) => ({
      async search(request) {
        const { candidates, statistics } = await sound.search({ ...request, filter: everything });
        const passing = candidates.filter(({ record }) => passesFilter(record, request.filter));
        return { candidates: passing, statistics };
      },
    }),
  },
  {
    mistake: 'lists a page and then filters it',
    caughtBy: 'filter before limit > eighty records superseded in front do not hide five that pass',
    breakIt: (sound) => ({
      async list(request) {
        const page = await sound.list({ ...request, filter: everything });
        const records = page.records.filter((record) => passesFilter(record, request.filter));
        return { ...page, records };
      },
    }),
  },
  {
    mistake: 'lets a record live through the instant of its expiry',
    caughtBy: 'filter > an expired record never passes, from the very instant, unless asked for',
    breakIt: (sound) =>
      withFilter(sound, (filter) => ({ ...filter, now: shifted(filter.now, -1) })),
  },
  {
    mistake: 'answers superseded records',
    caughtBy: 'filter > a superseded record passes only when asked for',
    breakIt: (sound) => withFilter(sound, (filter) => ({ ...filter, includeSuperseded: true })),
  },
  {
    mistake: 'takes asOf for the current state',
    caughtBy: 'filter > asOf passes what had happened by then and was not yet replaced',
    breakIt: (sound) => withFilter(sound, ({ asOf: _, ...filter }) => filter),
  },
  {
    mistake: 'takes an empty list of categories for none',
    caughtBy: 'filter > categories pass any of them, and an empty list passes all',
    breakIt: (sound) => ({
      search: async (request) => {
        const response = await sound.search(request);
        return request.filter.categories?.length === 0 ? { ...response, candidates: [] } : response;
      },
    }),
  },
  {
    mistake: 'asks for the first tag only',
    caughtBy:
      'filter > tags pass records that carry all of them, as whole words and in their own case',
    breakIt: (sound) =>
      withFilter(sound, (filter) => ({ ...filter, tags: filter.tags?.slice(0, 1) })),
  },
  {
    mistake: 'does not know where',
    caughtBy:
      'filter > where passes records that have one facet of each list, by key, type and value',
    breakIt: (sound) => withFilter(sound, ({ where: _, ...filter }) => filter),
  },
  {
    mistake: 'takes all lists of where for one',
    caughtBy:
      'filter > where passes records that have one facet of each list, by key, type and value',
    breakIt: (sound) =>
      withFilter(sound, ({ where, ...filter }) =>
        where?.length ? { ...filter, where: [where.flat()] } : filter,
      ),
  },
  {
    mistake: 'applies where behind the limit',
    caughtBy:
      'filter before limit > eighty records with other metadata in front do not hide five that pass',
    breakIt: (sound) => ({
      async search(request) {
        const { where, ...filter } = request.filter;
        const { candidates, statistics } = await sound.search({ ...request, filter });
        const passing = candidates.filter(({ record }) => passesFilter(record, request.filter));
        return { candidates: where ? passing : candidates, statistics };
      },
    }),
  },
  {
    mistake: 'compares importance with more than',
    caughtBy: 'filter > minImportance passes the same and more',
    breakIt: (sound) =>
      withFilter(sound, ({ minImportance, ...filter }) => ({
        ...filter,
        ...(minImportance === undefined ? {} : { minImportance: minImportance + 1 }),
      })),
  },
  {
    mistake: 'keeps only the last bound of a range',
    caughtBy:
      'filter > the occurred range includes its start and excludes its end, and both bounds hold',
    breakIt: (sound) =>
      withFilter(sound, ({ occurredFrom, ...filter }) =>
        filter.occurredBefore === undefined ? { ...filter, occurredFrom } : filter,
      ),
  },
  {
    mistake: 'includes the end of a range',
    caughtBy:
      'filter > the occurred range includes its start and excludes its end, and both bounds hold',
    breakIt: (sound) =>
      withFilter(sound, (filter) =>
        filter.occurredBefore === undefined
          ? filter
          : { ...filter, occurredBefore: shifted(filter.occurredBefore, 1) },
      ),
  },
  {
    mistake: 'lets the last condition win over the others',
    caughtBy: 'filter > all conditions must hold together',
    breakIt: (sound) =>
      withFilter(sound, (filter) =>
        filter.categories?.length && filter.tags?.length ? { ...filter, categories: [] } : filter,
      ),
  },
  {
    mistake: 'answers a distance in place of the cosine',
    caughtBy:
      'search by vector > tells the cosine, from 1 for the same direction to -1 for the opposite one',
    breakIt: (sound) =>
      withFound(sound, (found) => ({
        ...found,
        ...(found.similarity === undefined ? {} : { similarity: 1 - found.similarity }),
      })),
  },
  {
    mistake: 'answers one record less than the limit',
    caughtBy: 'search by vector > finds the nearest records, as many as the limit says',
    breakIt: (sound) => withQuery(sound, (query) => ({ ...query, limit: query.limit - 1 })),
  },
  {
    mistake: 'compares the first half of a vector only',
    caughtBy: 'search by vector > uses every component of the vectors',
    breakIt: (sound) =>
      withQuery(sound, ({ vector, ...query }) => ({
        ...query,
        vector: vector && zeroVector().map((_, at) => (at < 4 ? (vector[at] as number) : 0)),
      })),
  },
  {
    mistake: 'finds zero vectors at similarity 0',
    caughtBy:
      'search by vector > never finds a record whose vector is zero, which words still find',
    breakIt: (sound, store) =>
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
  {
    mistake: 'searches words among the nearest only',
    caughtBy:
      'search by words > finds the only match of each of fifty unique words, whatever is near by vector',
    breakIt: (sound) =>
      withAnswer(sound, ({ candidates, statistics }, { queries }) => ({
        statistics,
        candidates: candidates.filter(
          ({ found }) => !queries[0]?.vector || found[0]?.similarity !== undefined,
        ),
      })),
  },
  {
    mistake: 'finds words by their beginning',
    caughtBy: 'search by words > finds no record without any of the terms',
    breakIt: (sound, store) => ({
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
  {
    mistake: 'ignores terms outside Latin letters',
    caughtBy:
      'search by words > takes terms of every script, and words of query languages, as they are',
    breakIt: (sound) =>
      withQuery(sound, (query) => ({
        ...query,
        terms: query.terms.map((term) => (/^\w+$/.test(term) ? term : '')),
      })),
  },
  {
    mistake: 'tells whether a term stands in a record, not how often',
    caughtBy:
      'search by words > tells how often each term stands in the record, in the order of the query, and its length',
    breakIt: (sound) =>
      withFound(sound, (found) => ({
        ...found,
        termFrequencies: found.termFrequencies.map((count) => Math.min(count, 1)),
      })),
  },
  {
    mistake: 'cuts the word matches in the order of the store',
    caughtBy: 'search by words > cuts at the limit by BM25 over the statistics of the scope',
    breakIt: (sound) => ({
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
  {
    mistake: 'answers a record once an arm',
    caughtBy:
      'search by both > answers the union of both arms, each record once, and tells which arm found it',
    breakIt: (sound) => ({
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
  },
  {
    mistake: 'tells the similarity of every candidate',
    caughtBy:
      'search by both > answers the union of both arms, each record once, and tells which arm found it',
    breakIt: (sound) =>
      withFound(sound, (found, { vector }) => (vector ? { similarity: 0, ...found } : found)),
  },
  {
    mistake: 'answers what was found again among the turns around it',
    caughtBy:
      'turns around those that were found > come once where windows overlap, and sessions are kept apart',
    breakIt: (sound) => ({
      async search({ around, ...request }) {
        const found = await sound.search(request);
        if (around === undefined) return found;
        const { candidates } = await sound.search({ ...request, around });
        return { ...found, candidates: [...found.candidates, ...candidates] };
      },
    }),
  },
  {
    mistake: 'does not filter the turns around those that were found',
    caughtBy: 'turns around those that were found > pass the filter',
    breakIt: (sound) => ({
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
  {
    mistake: 'has the turns around all that was found',
    caughtBy:
      'turns around those that were found > are those of so many turns as were asked for, the best first',
    breakIt: (sound) => ({
      search: ({ around, ...request }) =>
        sound.search({ ...request, ...(around && { around: { ...around, turns: 1000 } }) }),
    }),
  },
  {
    mistake: 'counts no terms in the turns around those that were found',
    caughtBy:
      'turns around those that were found > tell their length, and how often the terms of each query stand in them, and no arm has found them',
    breakIt: (sound) =>
      withFound(sound, (found) => ({
        ...found,
        termFrequencies:
          found.arms.dense || found.arms.lexical
            ? found.termFrequencies
            : found.termFrequencies.map(() => 0),
      })),
  },
  {
    mistake: 'counts no terms in records that only the vector arm found',
    caughtBy:
      'search by both > counts the terms of the query also in a near record that is not among the best by words',
    breakIt: (sound) =>
      withFound(sound, (found) => ({
        ...found,
        termFrequencies: found.arms.lexical ? found.termFrequencies : [],
      })),
  },
  {
    mistake: 'says what one query found of all of them',
    caughtBy:
      'search by both > of several queries tells what each says of each record that any of them found',
    breakIt: (sound) =>
      withAnswer(sound, ({ candidates, statistics }) => ({
        statistics,
        candidates: candidates.map(({ found, ...candidate }) => ({
          ...candidate,
          found: found.map((own) => ({ ...(found[0] ?? own) })),
        })),
      })),
  },
  {
    mistake: 'searches once where a narrower filter is to be searched too',
    caughtBy:
      'search by both > counts what only a narrower filter finds as found by the first query',
    breakIt: (sound) => ({ search: ({ also: _, ...request }) => sound.search(request) }),
  },
  {
    mistake: 'takes both sides of a window for equally long',
    caughtBy:
      'turns around those that were found > are the window around a turn, with its own bounds before and after',
    breakIt: (sound) => ({
      search: ({ around, ...request }) =>
        sound.search({
          ...request,
          ...(around && { around: { ...around, after: around.before } }),
        }),
    }),
  },
  {
    mistake: 'looks up expired records',
    caughtBy: 'lookUp > sees current records only',
    breakIt: (sound) => ({
      lookUp: (request) => sound.lookUp({ ...request, now: '1970-01-01T00:00:00.000Z' }),
    }),
  },
  {
    mistake: 'looks up near texts of every category',
    caughtBy:
      'lookUp > finds the nearest records of the category, best first, as many as the limit says',
    breakIt: (sound, store) => ({
      async lookUp(request) {
        const matches = await sound.lookUp(request);
        const near = request.probes.map(({ vector = zeroVector(), limit }) =>
          nearRecords(store.rows(request.scope), { vector, limit, now: request.now }),
        );
        return matches.map((match, at) => ({ ...match, nearest: near[at]! }));
      },
    }),
  },
  {
    mistake: 'keeps the matter that a put has changed',
    caughtBy:
      'lookUp > finds the newest current records of the same category and matter, first, as many as the limit says',
    breakIt: (sound) => {
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
  {
    mistake: 'answers the matches of equal probes once',
    caughtBy: 'lookUp > answers one match a probe, in their order',
    breakIt: (sound) => ({
      lookUp: async (request) => {
        const matches = await sound.lookUp(request);
        return matches.filter(({ equal }) => equal !== undefined);
      },
    }),
  },
  {
    mistake: 'takes the mean length of different words',
    caughtBy:
      'search statistics > count records, mean length and the records that hold each term, in the order of the terms',
    breakIt: (sound, store) =>
      withAnswer(sound, ({ candidates, statistics }, { scope }) => {
        const lengths = store.rows(scope).map(({ terms }) => new Set(terms).size);
        const averageLength =
          lengths.reduce((sum, length) => sum + length, 0) / (lengths.length || 1);
        return { candidates, statistics: { ...statistics, averageLength } };
      }),
  },
  {
    mistake: 'answers from what it read before, until it writes itself',
    caughtBy: 'two writers > what one backend committed another on the same store reads at once',
    breakIt(sound) {
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
];
