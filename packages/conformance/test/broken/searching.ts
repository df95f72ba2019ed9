import { shifted, zeroVector } from '../../src/memory-backend/builders.ts';
import { searchRows } from '../../src/memory-backend/in-memory-search.ts';
import { passesFilter } from '../../src/memory-backend/passes-filter.ts';
import { everything } from '../../src/memory-backend/steps.ts';
import { type BrokenBackend, withAnswer, withFilter } from './broken-backend.ts';

/** Mistakes of search, neighbours and lookUp, and of the filters. */
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
      withAnswer(sound, ({ candidates, statistics }) => ({
        statistics,
        candidates: candidates.map((candidate) => ({
          ...candidate,
          ...(candidate.similarity === undefined ? {} : { similarity: 1 - candidate.similarity }),
        })),
      })),
  },
  {
    mistake: 'answers one record less than the limit',
    caughtBy: 'search by vector > finds the nearest records, as many as the limit says',
    breakIt: (sound) => ({
      search: ({ dense, ...request }) =>
        sound.search({ ...request, ...(dense && { dense: { ...dense, limit: dense.limit - 1 } }) }),
    }),
  },
  {
    mistake: 'compares the first half of a vector only',
    caughtBy: 'search by vector > uses every component of the vectors',
    breakIt: (sound) => ({
      search({ dense, ...request }) {
        const vector = dense && zeroVector().map((_, at) => (at < 4 ? dense.vector[at]! : 0));
        return sound.search({
          ...request,
          ...(dense && vector && { dense: { ...dense, vector } }),
        });
      },
    }),
  },
  {
    mistake: 'finds zero vectors at similarity 0',
    caughtBy:
      'search by vector > never finds a record whose vector is zero, which words still find',
    breakIt: (sound, store) =>
      withAnswer(sound, ({ candidates, statistics }, { scope, dense }) => ({
        statistics,
        candidates: [
          ...candidates,
          ...store.rows(scope).flatMap(({ record, vector }) =>
            dense && vector?.every((component) => component === 0)
              ? [
                  {
                    record,
                    similarity: 0,
                    arms: { dense: true, lexical: false },
                    termFrequencies: [],
                    length: 1,
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
      withAnswer(sound, ({ candidates, statistics }, { dense }) => ({
        statistics,
        candidates: candidates.filter(({ similarity }) => !dense || similarity !== undefined),
      })),
  },
  {
    mistake: 'finds words by their beginning',
    caughtBy: 'search by words > finds no record without any of the terms',
    breakIt: (sound, store) => ({
      async search(request) {
        const response = await sound.search(request);
        const terms = request.lexical?.terms ?? [];
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
          arms: { dense: false, lexical: true },
          termFrequencies: [1],
          length: 1,
        }));
        return { ...response, candidates: [...response.candidates, ...found] };
      },
    }),
  },
  {
    mistake: 'ignores terms outside Latin letters',
    caughtBy:
      'search by words > takes terms of every script, and words of query languages, as they are',
    breakIt: (sound) => ({
      search: ({ lexical, ...request }) =>
        sound.search({
          ...request,
          ...(lexical && {
            lexical: {
              ...lexical,
              terms: lexical.terms.map((term) => (/^\w+$/.test(term) ? term : '')),
            },
          }),
        }),
    }),
  },
  {
    mistake: 'tells whether a term stands in a record, not how often',
    caughtBy:
      'search by words > tells how often each term stands in the record, in the order of the query, and its length',
    breakIt: (sound) =>
      withAnswer(sound, ({ candidates, statistics }) => ({
        statistics,
        candidates: candidates.map(({ termFrequencies, ...candidate }) => ({
          ...candidate,
          termFrequencies: termFrequencies.map((count) => Math.min(count, 1)),
        })),
      })),
  },
  {
    mistake: 'cuts the word matches in the order of the store',
    caughtBy: 'search by words > cuts at the limit by BM25 over the statistics of the scope',
    breakIt: (sound) => ({
      async search({ lexical, ...request }) {
        const response = await sound.search({
          ...request,
          ...(lexical && { lexical: { ...lexical, limit: 1000 } }),
        });
        const candidates = response.candidates
          .sort((left, right) => (left.record.id < right.record.id ? -1 : 1))
          .slice(0, lexical?.limit);
        return { ...response, candidates };
      },
    }),
  },
  {
    mistake: 'answers a record once an arm',
    caughtBy:
      'search by both > answers the union of both arms, each record once, and tells which arm found it',
    breakIt: (sound) => ({
      async search({ dense, lexical, ...request }) {
        const near = await sound.search({ ...request, dense });
        const words = await sound.search({ ...request, lexical });
        return { ...words, candidates: [...near.candidates, ...words.candidates] };
      },
    }),
  },
  {
    mistake: 'tells the similarity of every candidate',
    caughtBy:
      'search by both > answers the union of both arms, each record once, and tells which arm found it',
    breakIt: (sound) =>
      withAnswer(sound, ({ candidates, statistics }, { dense }) => ({
        statistics,
        candidates: dense
          ? candidates.map((candidate) => ({ similarity: 0, ...candidate }))
          : candidates,
      })),
  },
  {
    mistake: 'answers neighbours once a window',
    caughtBy:
      'neighbours > answers each record once where windows overlap, and keeps sessions apart',
    breakIt: (sound) => ({
      neighbours: async (request) => {
        const windows = request.turns.map((turn) =>
          sound.neighbours({ ...request, turns: [turn] }),
        );
        return (await Promise.all(windows)).flat();
      },
    }),
  },
  {
    mistake: 'does not filter neighbours',
    caughtBy: 'neighbours > applies the filter, also to the turn itself',
    breakIt: (sound) => ({
      neighbours: (request) => sound.neighbours({ ...request, filter: everything }),
    }),
  },
  {
    mistake: 'counts no terms in neighbours',
    caughtBy:
      'neighbours > tells the length of each record, and how often the terms of the query stand in it',
    breakIt: (sound) => ({
      neighbours: ({ terms: _, ...request }) => sound.neighbours(request),
    }),
  },
  {
    mistake: 'counts no terms in records that only the vector arm found',
    caughtBy:
      'search by both > counts the terms of the query also in a near record that is not among the best by words',
    breakIt: (sound) =>
      withAnswer(sound, ({ candidates, statistics }) => ({
        statistics,
        candidates: candidates.map((candidate) => ({
          ...candidate,
          termFrequencies: candidate.arms.lexical ? candidate.termFrequencies : [],
        })),
      })),
  },
  {
    mistake: 'takes both sides of a window for equally long',
    caughtBy: 'neighbours > answers the window around a turn, with its own bounds before and after',
    breakIt: (sound) => ({
      neighbours: (request) => sound.neighbours({ ...request, after: request.before }),
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
        const near = request.probes.map(({ vector, limit }) =>
          searchRows(store.rows(request.scope), {
            scope: request.scope,
            filter: { now: request.now },
            dense: { vector: vector ?? zeroVector(), limit },
          }).candidates.map(({ record, similarity = 0 }) => ({ record, similarity })),
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
