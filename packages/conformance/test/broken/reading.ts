import {
  type AuditEntry,
  cursorCodec,
  historyOf,
  isMemory,
  type ListRequest,
  MnemeError,
} from '@mneme/core/backend';
import type { BreakIt, BrokenBackend } from './broken-backend.ts';

/** Mistakes of opening, closing, lists and what is read by id. */
export const brokenReading: BrokenBackend = {
  'open > refuses an embedder': {
    'opens with any embedder': (sound, store) => ({
      open: ({ embedder }) =>
        sound.open({ embedder: embedder && (store.meta.embedder ?? embedder) }),
    }),
    'does not say which two embedders differ': (sound) => ({
      open: (options) =>
        sound.open(options).catch(() => {
          throw new MnemeError('embedder_mismatch', 'the store was filled with another embedder');
        }),
    }),
    'remembers the embedder that it refuses': (sound, store) => ({
      async open(options) {
        await sound.open(options).finally(() => {
          store.meta.embedder = options.embedder;
        });
      },
    }),
  },
  'open > remembers': {
    'forgets its embedder': (sound) => ({
      stats: async (scope, now) => ({ ...(await sound.stats(scope, now)), embedder: undefined }),
    }),
  },
  'get: every field': {
    'answers null for what is absent': (sound) => ({
      get: async (...asked) =>
        (await sound.get(...asked)).map(({ record, ...row }) => ({
          ...row,
          record: Object.assign({ expiresAt: null, supersededBy: null }, record),
        })),
    }),
    'answers in the order of the store': (sound) => ({
      get: (scope, ids) => sound.get(scope, [...ids].sort()),
    }),
    'loses zero vectors': (sound) => ({
      async get(scope, ids, options) {
        const rows = await sound.get(scope, ids, options);
        return rows.map(({ record, vector }) =>
          vector?.some((component) => component !== 0) ? { record, vector } : { record },
        );
      },
    }),
  },
  'commit > changes of a put': {
    'hands out its own objects': (_, store) => ({
      get: async (scope, ids) =>
        ids.flatMap((id) => store.row(scope, id) ?? []).map(({ record }) => ({ record })),
    }),
  },
  'many records > two thousand ids': {
    'answers the first nine hundred ids only': (sound) => ({
      get: (scope, ids) => sound.get(scope, ids.slice(0, 900)),
    }),
  },
  'history: all records': {
    'follows supersededBy forwards only': (sound) => ({
      async history(scope, id) {
        const [row] = await sound.get(scope, [id]);
        const record = row?.record;
        if (record !== undefined && !isMemory(record)) return [];
        if (record?.supersededBy === undefined) return record === undefined ? [] : [record];
        return [record, ...(await this.history!(scope, record.supersededBy))];
      },
    }),
  },
  'many records > a history': {
    'gives up a history after fifty steps': (sound) => ({
      history: async (scope, id) => (await historyOf(sound, scope, id)).slice(0, 50),
    }),
  },
  'scan: what': {
    'starts the next page of a scan at the last id instead of behind it': (sound) => ({
      async scan({ cursor = '', ...request }) {
        const { rows } = await sound.scan({ ...request, limit: 1000 });
        const rest = rows.filter(({ id }) => id >= cursor);
        const nextCursor = rest.length > request.limit ? rest[request.limit - 1]?.id : undefined;
        return { rows: rest.slice(0, request.limit), nextCursor };
      },
    }),
  },
  'pages > of scan': {
    'scans by position': (sound) => ({
      async scan({ cursor = '0', ...request }) {
        const { rows } = await sound.scan({ ...request, limit: 1000 });
        const end = Number(cursor) + request.limit;
        return {
          rows: rows.slice(Number(cursor), end),
          ...(end < rows.length ? { nextCursor: String(end) } : {}),
        };
      },
    }),
  },
  'pages > a cursor': {
    'scans from the start where it cannot read a cursor': (sound) => ({
      scan: (request) =>
        sound.scan(request).catch(() => sound.scan({ ...request, cursor: undefined })),
    }),
    'takes an unreadable cursor for none': (sound) => ({
      list: (request) =>
        sound.list(request).catch(() => sound.list({ ...request, cursor: undefined })),
    }),
  },
  'pages > of newest': {
    'pages by position': (sound) => ({
      async list({ cursor = '0', ...request }: ListRequest) {
        const { records } = await sound.list({ ...request, limit: 1000 });
        const end = Number(cursor) + request.limit;
        return {
          records: records.slice(Number(cursor), end),
          ...(end < records.length ? { nextCursor: String(end) } : {}),
        };
      },
    }),
  },
  'list: in order': {
    'pages by time alone': (sound) => ({
      async list({ cursor, ...request }: ListRequest) {
        const { records } = await sound.list({ ...request, limit: 1000 });
        const rest = records.filter(({ createdAt }) => cursor === undefined || createdAt < cursor);
        const page = rest.slice(0, request.limit);
        const last = page.at(-1);
        return {
          records: page,
          ...(last && rest.length > page.length ? { nextCursor: last.createdAt } : {}),
        };
      },
    }),
    'gives a cursor with every full page': (sound) => ({
      async list(request) {
        const page = await sound.list(request);
        const last = page.records.at(-1);
        if (page.nextCursor !== undefined || last === undefined) return page;
        const { importance, createdAt, id } = last;
        const cursors = cursorCodec(request.order, ['number', 'string', 'string']);
        const nextCursor = cursors.encode([importance, createdAt, id], [request.scope]);
        return page.records.length === request.limit ? { ...page, nextCursor } : page;
      },
    }),
    'orders by importance in name only': (sound) => ({
      list: (request) => sound.list({ ...request, order: 'newest' }),
    }),
  },
  'list, sessions': {
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
    'excludes the turn at the end of a range': excludingTurns('to'),
    'excludes the turn at the beginning of a range': excludingTurns('from'),
    'counts the turns that have expired': (sound) => ({
      sessions: (request) => sound.sessions({ ...request, now: '1970-01-01T00:00:00.000Z' }),
    }),
    'gives every page of sessions a cursor': (sound) => ({
      async sessions(request) {
        const page = await sound.sessions(request);
        return page.sessions.length === 0 ? page : { nextCursor: 'x', ...page };
      },
    }),
    'orders turns by when they were stored': (sound) => ({
      async list(request) {
        const page = await sound.list(request);
        return { ...page, records: page.records.sort((a, b) => (a.id < b.id ? 1 : -1)) };
      },
    }),
  },
  'scopes > are in order': {
    'orders scopes as they came': (sound) => ({
      scopes: async () => (await sound.scopes()).reverse(),
    }),
    'lists scopes that have audit lines alone': (_, store) => ({
      scopes: async () => [
        ...new Set([...store.names(), ...store.all<AuditEntry>('audit').map(({ scope }) => scope)]),
      ],
    }),
  },
  'stats, scopes': {
    'counts the categories of all records together, whatever their kind': (sound) => ({
      async stats(scope, now) {
        const stats = await sound.stats(scope, now);
        return { ...stats, byKind: { episode: 0, fact: stats.current } };
      },
    }),
  },
  'audit: lines': {
    'limits audit lines before it picks the scope': (sound) => ({
      audit: async ({ scope, limit }) =>
        (await sound.audit({ limit })).filter(
          (entry) => scope === undefined || entry.scope === scope,
        ),
    }),
    'keeps one audit line an instant': (sound) => ({
      audit: async (request) =>
        (await sound.audit(request)).filter(
          ({ at }, index, lines) => index === 0 || lines[index - 1]?.at !== at,
        ),
    }),
  },
  'close > makes every': {
    'goes on answering after close': () => ({ close: async () => undefined }),
  },
  'close > may be called again': {
    'cannot be closed twice': (sound) => {
      let closed = false;
      return {
        async close() {
          if (closed) throw new MnemeError('closed', 'closed already');
          closed = true;
          await sound.close();
        },
      };
    },
  },
  'two writers > a commit of one': {
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

/** The turn at this bound is not in the list. */
function excludingTurns(bound: 'from' | 'to'): BreakIt {
  return (sound) => ({
    async list(request) {
      const page = await sound.list(request);
      const end = request.turns?.[bound];
      const records = page.records.filter(
        ({ source }) => end === undefined || source.sequence !== end,
      );
      return { ...page, records };
    },
  });
}
