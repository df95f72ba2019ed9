import { type AuditEntry, historyOf, isMemory, MnemeError } from '@mneme/core/contract';
import type { BrokenBackend } from './broken-backend.ts';

/** Mistakes of open, get, history, scan, vectors, scopes, stats, audit and close. */
export const brokenReading: BrokenBackend = {
  'open > refuses an embedder that differs in anything, naming both, and writes nothing': {
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
  'open > remembers the embedder and lets the same one in again': {
    'forgets its embedder': (sound) => ({
      stats: async (scope, now) => ({ ...(await sound.stats(scope, now)), embedder: undefined }),
    }),
  },
  'get > leaves out what was left out, and never answers null': {
    'answers null for what is absent': (sound) => ({
      get: async (scope, ids) =>
        (await sound.get(scope, ids)).map(({ record }) => ({
          record: Object.assign({ expiresAt: null, supersededBy: null }, record),
        })),
    }),
  },
  'get > answers in the order of the ids and leaves out unknown ones': {
    'answers in the order of the store': (sound) => ({
      get: (scope, ids) => sound.get(scope, [...ids].sort()),
    }),
  },
  'get > answers expired and superseded records too': {
    'hides expired records from get': (sound) => ({
      get: async (scope, ids) =>
        (await sound.get(scope, ids)).filter(({ record }) => record.expiresAt === undefined),
    }),
  },
  'get > answers two thousand ids at once': {
    'answers the first nine hundred ids only': (sound) => ({
      get: (scope, ids) => sound.get(scope, ids.slice(0, 900)),
    }),
  },
  'get > answers copies: neither what was put nor what was answered changes the store': {
    'hands out its own objects': (_, store) => ({
      get: async (scope, ids) =>
        ids.flatMap((id) => store.row(scope, id) ?? []).map(({ record }) => ({ record })),
    }),
  },
  'history > answers the whole chain from any of its records, in any order': {
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
  'history > follows a chain of a hundred': {
    'gives up a history after fifty steps': (sound) => ({
      history: async (scope, id) => (await historyOf(sound, scope, id)).slice(0, 50),
    }),
  },
  'scan > tells what pruning needs of every record, expired and superseded ones too': {
    'scans current records only': (sound) => ({
      async scan(request) {
        const { rows, ...page } = await sound.scan(request);
        return { ...page, rows: rows.filter(({ supersededBy }) => supersededBy === undefined) };
      },
    }),
    'scans a version that is one behind': (sound) => ({
      async scan(request) {
        const { rows, ...page } = await sound.scan(request);
        return { ...page, rows: rows.map((row) => ({ ...row, version: row.version - 1 })) };
      },
    }),
  },
  'scan > pages by id, and the last page has no cursor, full or not': {
    'starts the next page of a scan at the last id instead of behind it': (sound) => ({
      async scan({ cursor = '', ...request }) {
        const { rows } = await sound.scan({ ...request, limit: 1000 });
        const rest = rows.filter(({ id }) => id >= cursor);
        const nextCursor = rest.length > request.limit ? rest[request.limit - 1]?.id : undefined;
        return { rows: rest.slice(0, request.limit), nextCursor };
      },
    }),
  },
  'scan > a page never repeats or skips while others write and remove': {
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
  'scan > rejects a cursor that it cannot read with invalid_input, naming the field': {
    'scans from the start where it cannot read a cursor': (sound) => ({
      scan: (request) =>
        sound.scan(request).catch(() => sound.scan({ ...request, cursor: undefined })),
    }),
  },
  'vectors > keeps a zero vector, and leaves out a record without one': {
    'loses zero vectors': (sound) => ({
      async get(scope, ids, options) {
        const rows = await sound.get(scope, ids, options);
        return rows.map(({ record, vector }) =>
          vector?.some((component) => component !== 0) ? { record, vector } : { record },
        );
      },
    }),
  },
  'scopes > answers every scope that holds a record, in order of name': {
    'orders scopes as they came': (sound) => ({
      scopes: async () => (await sound.scopes()).reverse(),
    }),
  },
  'scopes > leaves out a scope whose last record is gone, or that has audit lines alone': {
    'lists scopes that have audit lines alone': (_, store) => ({
      scopes: async () => [
        ...new Set([...store.names(), ...store.all<AuditEntry>('audit').map(({ scope }) => scope)]),
      ],
    }),
  },
  'stats > counts current, superseded and expired records, and the current ones by category': {
    'counts superseded records as current': (sound) => ({
      async stats(scope, now) {
        const stats = await sound.stats(scope, now);
        return { ...stats, current: stats.current + stats.superseded };
      },
    }),
  },
  'audit > answers lines as they were written, newest first, up to the limit': {
    'answers audit lines oldest first': (sound) => ({
      audit: async (request) => (await sound.audit(request)).reverse(),
    }),
  },
  'audit > of one scope tells nothing of another, also when the limit is small': {
    'limits audit lines before it picks the scope': (sound) => ({
      audit: async ({ scope, limit }) =>
        (await sound.audit({ limit })).filter(
          (entry) => scope === undefined || entry.scope === scope,
        ),
    }),
  },
  'close > makes every further call reject with closed': {
    'goes on answering after close': () => ({ close: async () => undefined }),
  },
  'close > may be called again, also at the same time': {
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
  'vectors > answers the vectors that were put, by id': {
    'rounds vectors': (sound) => ({
      async get(scope, ids, options) {
        const rows = await sound.get(scope, ids, options);
        const round = (component: number) => Math.round(component * 127) / 127;
        return rows.map(({ record, vector }) => ({
          record,
          ...(vector && { vector: vector.map(round) }),
        }));
      },
    }),
  },
  'audit > keeps every action, and all lines of one instant': {
    'keeps one audit line an instant': (sound) => ({
      audit: async (request) =>
        (await sound.audit(request)).filter(
          ({ at }, index, lines) => index === 0 || lines[index - 1]?.at !== at,
        ),
    }),
  },
  'list > newest orders by createdAt, then by id, both descending': {
    'orders newest by the last change': (sound) => ({
      async list(request) {
        const page = await sound.list(request);
        const records = page.records.sort((left, right) =>
          left.updatedAt > right.updatedAt ? -1 : 1,
        );
        return { ...page, records };
      },
    }),
  },
};
