import { MnemeError } from '@mneme/core/backend';
import type { IndexAnswer, IndexFound, IndexSearch, SearchIndex } from '@mneme/store/rows';
import type { SearchIndexStore } from '../../src/index.ts';
import { type IndexedScope, MemoryIndex } from '../../src/search-index/memory-index.ts';

/** Methods that make a mistake, over an index that does everything right. Called once for each handle. */
export type BreakIndex = (
  sound: MemoryIndex,
  store: { kept: Map<string, IndexedScope>; own: Map<string, unknown> },
) => Partial<SearchIndex>;

const noAnswer = () => new MnemeError('unavailable', 'the engine does not answer');

export function brokenIndexStore(breakIt: BreakIndex): SearchIndexStore {
  const store = { kept: new Map<string, IndexedScope>(), own: new Map<string, unknown>() };
  const make = (): SearchIndex => {
    const sound = new MemoryIndex(store.kept);
    const answering = <T>(work: () => Promise<T>) =>
      store.own.has('outage') ? Promise.reject(noAnswer()) : work();
    return {
      name: sound.name,
      follow: (scope, changes) => answering(() => sound.follow(scope, changes)),
      search: (request) => answering(() => sound.search(request)),
      forget: (scope) => answering(() => sound.forget(scope)),
      close: () => sound.close(),
      ...breakIt(sound, store),
    };
  };
  const outage = async (work: () => Promise<void>) => {
    store.own.set('outage', true);
    await work();
    store.own.delete('outage');
  };
  const lose = async () => store.kept.clear();
  return { index: make(), reopen: make, lose, outage, destroy: lose };
}

const changingRequests =
  (change: (request: IndexSearch) => IndexSearch): BreakIndex =>
  (sound) => ({ search: (request) => sound.search(change(request)) });

const changingAnswers =
  (change: (found: IndexFound, limit: number) => IndexFound): BreakIndex =>
  (sound) => ({
    async search(request): Promise<IndexAnswer> {
      const answer = await sound.search(request);
      if (answer.found === undefined) return answer;
      const found = answer.found.map((each, at) => change(each, request.asks[at]?.limit ?? 0));
      return { ...answer, found };
    },
  });

/** A thousand times the limit, cut when the conditions were looked at. */
const cutFirst: BreakIndex = (sound) => ({
  async search({ asks, ...request }) {
    const found: IndexFound[] = [];
    let position: IndexAnswer['position'];
    for (const { where, ...ask } of asks) {
      const all = await sound.search({ ...request, asks: [{ ...ask, where: [] }] });
      const passing = await sound.search({ ...request, asks: [{ ...ask, where, limit: 1000 }] });
      position = all.position;
      const [first] = all.found ?? [];
      const [second] = passing.found ?? [];
      if (first === undefined || second === undefined) return { position };
      const isPassing = (hit: { id: string }, of: 'dense' | 'lexical') =>
        second[of].some(({ id }) => id === hit.id);
      found.push({
        ...first,
        dense: first.dense.filter((hit) => isPassing(hit, 'dense')),
        lexical: first.lexical.filter((hit) => isPassing(hit, 'lexical')),
      });
    }
    return asks.length === 0 ? sound.search({ asks, ...request }) : { position, found };
  },
});

/** Mistakes that an index could make, by a part of the name of the case that must catch them. */
export const brokenIndexes: Record<string, Record<string, BreakIndex>> = {
  'takes the rows of a new scope': {
    'overlooks removed rows': (sound) => ({
      follow: (scope, changes) => sound.follow(scope, { ...changes, removed: [] }),
    }),
    'takes the first row of each change': (sound) => ({
      follow: (scope, changes) =>
        sound.follow(scope, { ...changes, changed: changes.changed.slice(0, 1) }),
    }),
  },
  'puts a changed row in the place of the one before': {
    'merges the fields of a row': (sound, { kept }) => ({
      follow: (scope, changes) =>
        sound.follow(scope, {
          ...changes,
          changed: changes.changed.map((each) => ({
            ...each,
            fields: { ...kept.get(scope)?.rows.get(each.id)?.fields, ...each.fields },
          })),
        }),
    }),
    'keeps the vector of a row that has none any more': (sound, { kept }) => ({
      follow: (scope, changes) =>
        sound.follow(scope, {
          ...changes,
          changed: changes.changed.map((each) => {
            const { vector } = kept.get(scope)?.rows.get(each.id) ?? {};
            return { ...(vector && { vector }), ...each };
          }),
        }),
    }),
    'answers the first version of a row': changingAnswers((found) => ({
      ...found,
      lexical: found.lexical.map(({ id }) => ({ id, version: 1 })),
    })),
  },
  'does not take a row of a lower version': {
    'takes what comes last': (sound, { kept }) => ({
      follow(scope, changes) {
        for (const { id } of changes.changed) kept.get(scope)?.rows.delete(id);
        return sound.follow(scope, changes);
      },
    }),
  },
  'takes nothing where it is elsewhere': {
    'takes what does not begin where it is': (sound, { kept }) => ({
      follow(scope, changes) {
        const own = kept.get(scope);
        if (own && changes.since) own.position = changes.since;
        return sound.follow(scope, changes);
      },
    }),
    'says that it took what it did not': (sound) => ({
      async follow(scope, changes) {
        await sound.follow(scope, changes);
        return changes.to;
      },
    }),
  },
  'forgets what it has where changes begin anew': {
    'keeps the rows of the epoch before': (sound, { kept }) => ({
      async follow(scope, changes) {
        const before = [...(kept.get(scope)?.rows.values() ?? [])];
        const changed = changes.since ? changes.changed : [...before, ...changes.changed];
        return sound.follow(scope, { ...changes, changed });
      },
    }),
  },
  'takes thousands of rows in pages': {
    'has room for a thousand rows': (sound, { kept }) => ({
      async follow(scope, changes) {
        const position = await sound.follow(scope, changes);
        const rows = kept.get(scope)?.rows ?? new Map();
        for (const id of [...rows.keys()].slice(1_000)) rows.delete(id);
        return position;
      },
    }),
    'begins anew in each process': (sound) => {
      let isFirst = true;
      return {
        follow(scope, { since, ...changes }) {
          const isNew = isFirst;
          isFirst = false;
          return sound.follow(scope, isNew || !since ? changes : { since, ...changes });
        },
      };
    },
  },
  'of several feeders at once': {
    'moves on before it has taken the rows': (sound, { kept }) => ({
      async follow(scope, { changed, ...changes }) {
        const position = await sound.follow(scope, { ...changes, changed: [] });
        await new Promise(setImmediate);
        if (position?.revision === changes.to.revision)
          for (const row of changed.slice(0, 9)) kept.get(scope)?.rows.set(row.id, row);
        return position;
      },
    }),
  },
  'says where it is where it has not seen enough': {
    'answers though it is behind': (sound, { kept }) => ({
      async search(request) {
        const { position } = kept.get(request.scope) ?? {};
        return sound.search(position ? { ...request, at: position } : request);
      },
    }),
    'overlooks another epoch': (sound, { kept }) => ({
      async search({ at, ...request }) {
        const { position } = kept.get(request.scope) ?? {};
        return sound.search({
          ...request,
          at: { ...at, ...(position && { epoch: position.epoch }) },
        });
      },
    }),
  },
  'sees what it followed in another process at once': {
    'reads from a copy of its own': (_, { kept }) => {
      let copy: MemoryIndex | undefined;
      return {
        async search(request) {
          copy ??= new MemoryIndex(structuredClone(kept));
          return copy.search(request);
        },
      };
    },
  },
  'finds the nearest rows by cosine': {
    'gives the nearest row last': changingAnswers((found) => ({
      ...found,
      dense: found.dense.toReversed(),
    })),
    'compares by the product of long vectors': (sound) => ({
      follow: (scope, changes) =>
        sound.follow(scope, {
          ...changes,
          changed: changes.changed.map(({ vector, ...each }) => {
            const isLong = Math.hypot(...(vector ?? [])) > 10;
            return {
              ...each,
              ...(vector && {
                vector: isLong ? new Float32Array([1, 0, 0, 0, 0, 0, 0, 0]) : vector,
              }),
            };
          }),
        }),
    }),
    'gives more than the limit': changingRequests(({ asks, ...request }) => ({
      ...request,
      asks: asks.map((ask) => ({ ...ask, limit: ask.limit + 1 })),
    })),
  },
  'finds the best rows by words': {
    'gives the best row last': changingAnswers((found) => ({
      ...found,
      lexical: found.lexical.toReversed(),
    })),
    'needs all words': changingRequests(({ asks, ...request }) => ({
      ...request,
      asks: asks.map(({ terms, ...ask }) => ({ ...ask, terms: terms.slice(0, 1) })),
    })),
  },
  'counts the words of the whole scope': {
    'counts what passes': (sound, { kept }) => ({
      async search(request) {
        const answer = await sound.search(request);
        for (const each of answer.found ?? []) each.statistics.count = each.lexical.length;
        return kept.size > 0 ? answer : { position: undefined };
      },
    }),
  },
  'finds only what passes all conditions': {
    'cuts before it looks at the conditions': cutFirst,
    'looks at the first condition': changingRequests(({ asks, ...request }) => ({
      ...request,
      asks: asks.map(({ where, ...ask }) => ({ ...ask, where: where.slice(0, 1) })),
    })),
    'overlooks missing fields': changingRequests(({ asks, ...request }) => ({
      ...request,
      asks: asks.map(({ where, ...ask }) => ({
        ...ask,
        where: where.map((each) =>
          'from' in each ? { field: each.field, from: each.from ?? 0 } : each,
        ),
      })),
    })),
    'includes the end of a range': changingRequests(({ asks, ...request }) => ({
      ...request,
      asks: asks.map(({ where, ...ask }) => ({
        ...ask,
        where: where.map((each) =>
          'below' in each && each.below !== undefined ? { ...each, below: each.below + 1 } : each,
        ),
      })),
    })),
  },
  'answers each search of a request': {
    'answers the first search only': (sound) => ({
      search: ({ asks, ...request }) => sound.search({ ...request, asks: asks.slice(0, 1) }),
    }),
  },
  'finds nothing of another scope': {
    'compares scopes without case and blanks': (sound) => {
      const of = (scope: string) => scope.trim().toLowerCase();
      return {
        follow: (scope, changes) => sound.follow(of(scope), changes),
        search: (request) => sound.search({ ...request, scope: of(request.scope) }),
      };
    },
  },
  'of three hundred rows finds the ten nearest': {
    'looks at half of the rows': changingAnswers((found) => ({
      ...found,
      dense: found.dense.filter((_, place) => place % 2 === 0),
    })),
  },
  'and follow reject with unavailable': {
    'takes changes when the engine does not answer': (sound) => ({
      follow: (scope, changes) => sound.follow(scope, changes),
    }),
    'finds nothing when the engine does not answer': (sound) => ({
      search: (request) => sound.search(request),
    }),
    'never asks again': (sound, { own }) => {
      let hasFailed = false;
      return {
        async follow(scope, changes) {
          hasFailed ||= own.has('outage');
          if (hasFailed) throw noAnswer();
          return sound.follow(scope, changes);
        },
      };
    },
  },
  'after a loss says that it has nothing': {
    'remembers where it was': (sound) => {
      const positions = new Map<string, IndexAnswer['position']>();
      return {
        async follow(scope, changes) {
          positions.set(scope, await sound.follow(scope, changes));
          return positions.get(scope);
        },
        async search(request) {
          const { found = [] } = await sound.search(request);
          return { position: positions.get(request.scope), found };
        },
      };
    },
  },
  'forget removes a scope': {
    'forgets nothing': () => ({ forget: async () => undefined }),
    'forgets every scope': (_, { kept }) => ({ forget: async () => kept.clear() }),
    'fails for a scope that it does not have': (sound, { kept }) => ({
      async forget(scope) {
        if (!kept.has(scope)) throw new MnemeError('not_found', 'no such scope');
        await sound.forget(scope);
      },
    }),
  },
  'close makes every later call reject': {
    'goes on when it was closed': () => ({ close: async () => undefined }),
    'forgets when it was closed': () => ({ forget: async () => undefined }),
  },
};
