import { isMemory, type RecordFilter, type StoredRecord } from '@mneme/core/contract';
import {
  type BrokenBackend,
  changingPuts,
  changingRecords,
  nearRecords,
  withFilter,
} from './broken-backend.ts';

const kindsFilter =
  'filter > kinds: what was said, what is known, or both; with categories only facts';
const hidden =
  'kinds > what the engine keeps of a session is there by its id alone, and changes nothing that anybody counts or finds';

/** What the engine keeps of a session is kept as a fact. */
function asFact({ record, ...put }: StoredRecord): StoredRecord {
  if (isMemory(record)) return { record, ...put };
  return { ...put, record: { ...record, kind: 'fact', category: 'factual_knowledge' } };
}

/** Mistakes about episodes and facts, and about sessions. */
export const brokenKinds: BrokenBackend = {
  [kindsFilter]: {
    'does not filter by kind': (sound) => withFilter(sound, ({ kinds: _, ...filter }) => filter),
    'lets episodes pass a filter of categories': (sound) => ({
      async list(request) {
        const { categories: _, ...filter } = request.filter;
        const passing = new Set((await sound.list(request)).records.map(({ id }) => id));
        const all = await sound.list({ ...request, filter });
        const records = all.records.filter(({ id, kind }) => kind === 'episode' || passing.has(id));
        return { ...all, records };
      },
    }),
  },
  'kinds > a fact whose words are all common is found among hundreds of episodes with rare ones': {
    'filters by kind after the limit': (sound) => ({
      async search({ filter, ...request }) {
        const { kinds, ...rest }: RecordFilter = filter;
        const { candidates, statistics } = await sound.search({ ...request, filter: rest });
        const ofKind = candidates.filter(({ record }) => kinds?.includes(record.kind) !== false);
        return { candidates: ofKind, statistics };
      },
    }),
  },
  'filter > evidence: facts that rest on any of the ids, and on no other name of them': {
    'finds evidence as it finds a tag': (sound) =>
      withFilter(sound, ({ tags = [], where = [], ...filter }) => {
        const evidence = where.flat().flatMap((text) => {
          const [name, id, more] = JSON.parse(text) as string[];
          return name === 'evidence' && more === '' ? [id as string] : [];
        });
        return { ...filter, tags: [...tags, ...evidence], ...(evidence.length === 0 && { where }) };
      }),
  },
  'kinds > a look-up finds no episode, whatever it says, but by its external id': {
    'looks episodes up as near texts': (sound, store) => ({
      async lookUp(request) {
        const matches = await sound.lookUp(request);
        const near = request.probes.map(({ vector, limit }) =>
          vector === undefined
            ? []
            : nearRecords(store.rows(request.scope), { vector, limit, now: request.now }),
        );
        return matches.map((match, at) => ({ ...match, nearest: near[at] ?? [] }));
      },
    }),
  },
  'kinds > an episode has no category, and a fact keeps what it rests on and who extracted it': {
    'loses what a fact rests on': changingRecords(({ evidence: _, ...record }) => record),
  },
  'kinds > counts current records of each kind, and categories of facts': {
    'counts the categories of all records together, whatever their kind': (sound) => ({
      async stats(scope, now) {
        const stats = await sound.stats(scope, now);
        return { ...stats, byKind: { episode: 0, fact: stats.current } };
      },
    }),
  },
  [hidden]: {
    'keeps what the engine keeps among the memories': changingPuts(asFact),
    'ignores the version of what the engine keeps': (sound) => ({
      commit: (request) =>
        sound.commit(
          request.puts.some(({ record }) => !isMemory(record))
            ? { ...request, expect: [] }
            : request,
        ),
    }),
  },
  'sessions > the turns of a session come in order of sequence from either end, whole, facts left out':
    {
      'takes facts said in a session for its turns': (sound, store) => ({
        async list(request) {
          const page = await sound.list(request);
          const facts = store
            .rows(request.scope)
            .map(({ record }) => record)
            .filter(
              ({ kind, source }) => kind === 'fact' && source.session === request.turns?.session,
            );
          return request.turns ? { records: [...page.records, ...facts] } : page;
        },
      }),
    },
  'sessions > pages of turns neither repeat nor skip, also where several stand at one place and others write':
    {
      'orders turns by when they were stored': (sound) => ({
        async list(request) {
          const page = await sound.list(request);
          return { ...page, records: page.records.sort((a, b) => (a.id < b.id ? 1 : -1)) };
        },
      }),
      'skips the other turns of the place where a page ended': (sound) => {
        let last = 0;
        return {
          async list(request) {
            const page = await sound.list(request);
            const records = page.records.filter(
              ({ source }) => request.cursor === undefined || source.sequence !== last,
            );
            last = page.records.at(-1)?.source.sequence ?? 0;
            return { ...page, records };
          },
        };
      },
    },
  'sessions > turns pass the filter: no expired and no replaced one unless asked for': {
    'answers turns that have expired': (sound) => ({
      list: (request) =>
        sound.list({ ...request, filter: { ...request.filter, includeExpired: true } }),
    }),
  },
  'sessions > tells of each session how many current turns it has, when they were said, and their places':
    {
      'counts the turns that have expired': (sound) => ({
        sessions: (request) => sound.sessions({ ...request, now: '1970-01-01T00:00:00.000Z' }),
      }),
    },
  'sessions > pages of sessions neither repeat nor skip, and the last one has no cursor': {
    'gives every page of sessions a cursor': (sound) => ({
      async sessions(request) {
        const page = await sound.sessions(request);
        return page.sessions.length === 0 ? page : { nextCursor: 'x', ...page };
      },
    }),
  },
};
