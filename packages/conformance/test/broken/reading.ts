import { historyOf, isMemory, MnemeError } from '@mneme/core/contract';
import type { BrokenBackend } from './broken-backend.ts';

/** Mistakes of open, get, history, scan, vectors, scopes, stats, audit and close. */
export const brokenReading: BrokenBackend[] = [
  {
    mistake: 'opens with any embedder',
    caughtBy:
      'open > refuses an embedder that differs in anything, naming both, and writes nothing',
    breakIt: (sound, store) => ({
      open: ({ embedder }) => sound.open({ embedder: embedder && (store.embedder ?? embedder) }),
    }),
  },
  {
    mistake: 'does not say which two embedders differ',
    caughtBy:
      'open > refuses an embedder that differs in anything, naming both, and writes nothing',
    breakIt: (sound) => ({
      open: (options) =>
        sound.open(options).catch(() => {
          throw new MnemeError('embedder_mismatch', 'the store was filled with another embedder');
        }),
    }),
  },
  {
    mistake: 'remembers the embedder that it refuses',
    caughtBy:
      'open > refuses an embedder that differs in anything, naming both, and writes nothing',
    breakIt: (sound, store) => ({
      async open(options) {
        await sound.open(options).finally(() => {
          store.embedder = options.embedder;
        });
      },
    }),
  },
  {
    mistake: 'forgets its embedder',
    caughtBy: 'open > remembers the embedder and lets the same one in again',
    breakIt: (sound) => ({
      stats: async (scope, now) => ({ ...(await sound.stats(scope, now)), embedder: undefined }),
    }),
  },
  {
    mistake: 'answers null for what is absent',
    caughtBy: 'get > leaves out what was left out, and never answers null',
    breakIt: (sound) => ({
      get: async (scope, ids) =>
        (await sound.get(scope, ids)).map(({ record }) => ({
          record: Object.assign({ expiresAt: null, supersededBy: null }, record),
        })),
    }),
  },
  {
    mistake: 'answers in the order of the store',
    caughtBy: 'get > answers in the order of the ids and leaves out unknown ones',
    breakIt: (sound) => ({ get: (scope, ids) => sound.get(scope, [...ids].sort()) }),
  },
  {
    mistake: 'hides expired records from get',
    caughtBy: 'get > answers expired and superseded records too',
    breakIt: (sound) => ({
      get: async (scope, ids) =>
        (await sound.get(scope, ids)).filter(({ record }) => record.expiresAt === undefined),
    }),
  },
  {
    mistake: 'answers the first nine hundred ids only',
    caughtBy: 'get > answers two thousand ids at once',
    breakIt: (sound) => ({ get: (scope, ids) => sound.get(scope, ids.slice(0, 900)) }),
  },
  {
    mistake: 'hands out its own objects',
    caughtBy: 'get > answers copies: neither what was put nor what was answered changes the store',
    breakIt: (_, store) => ({
      get: async (scope, ids) => ids.flatMap((id) => store.row(scope, id) ?? []),
    }),
  },
  {
    mistake: 'follows supersededBy forwards only',
    caughtBy: 'history > answers the whole chain from any of its records, in any order',
    breakIt: (sound) => ({
      async history(scope, id) {
        const [row] = await sound.get(scope, [id]);
        const record = row?.record;
        if (record !== undefined && !isMemory(record)) return [];
        if (record?.supersededBy === undefined) return record === undefined ? [] : [record];
        return [record, ...(await this.history!(scope, record.supersededBy))];
      },
    }),
  },
  {
    mistake: 'gives up a history after fifty steps',
    caughtBy: 'history > follows a chain of a hundred',
    breakIt: (sound) => ({
      history: async (scope, id) => (await historyOf(sound, scope, id)).slice(0, 50),
    }),
  },
  {
    mistake: 'scans current records only',
    caughtBy: 'scan > tells what pruning needs of every record, expired and superseded ones too',
    breakIt: (sound) => ({
      async scan(request) {
        const { rows, ...page } = await sound.scan(request);
        return { ...page, rows: rows.filter(({ supersededBy }) => supersededBy === undefined) };
      },
    }),
  },
  {
    mistake: 'starts the next page of a scan at the last id instead of behind it',
    caughtBy: 'scan > pages by id, and the last page has no cursor, full or not',
    breakIt: (sound) => ({
      async scan({ cursor = '', ...request }) {
        const { rows } = await sound.scan({ ...request, limit: 1000 });
        const rest = rows.filter(({ id }) => id >= cursor);
        const nextCursor = rest.length > request.limit ? rest[request.limit - 1]?.id : undefined;
        return { rows: rest.slice(0, request.limit), nextCursor };
      },
    }),
  },
  {
    mistake: 'scans by position',
    caughtBy: 'scan > a page never repeats or skips while others write and remove',
    breakIt: (sound) => ({
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
  {
    mistake: 'scans from the start where it cannot read a cursor',
    caughtBy: 'scan > rejects a cursor that it cannot read with invalid_input, naming the field',
    breakIt: (sound) => ({
      scan: (request) =>
        sound.scan(request).catch(() => sound.scan({ ...request, cursor: undefined })),
    }),
  },
  {
    mistake: 'scans a version that is one behind',
    caughtBy: 'scan > tells what pruning needs of every record, expired and superseded ones too',
    breakIt: (sound) => ({
      async scan(request) {
        const { rows, ...page } = await sound.scan(request);
        return { ...page, rows: rows.map((row) => ({ ...row, version: row.version - 1 })) };
      },
    }),
  },
  {
    mistake: 'loses zero vectors',
    caughtBy: 'vectors > keeps a zero vector, and leaves out a record without one',
    breakIt: (sound) => ({
      async get(scope, ids, options) {
        const rows = await sound.get(scope, ids, options);
        return rows.map(({ record, vector }) =>
          vector?.some((component) => component !== 0) ? { record, vector } : { record },
        );
      },
    }),
  },
  {
    mistake: 'orders scopes as they came',
    caughtBy: 'scopes > answers every scope that holds a record, in order of name',
    breakIt: (sound) => ({ scopes: async () => (await sound.scopes()).reverse() }),
  },
  {
    mistake: 'lists scopes that have audit lines alone',
    caughtBy:
      'scopes > leaves out a scope whose last record is gone, or that has audit lines alone',
    breakIt: (_, store) => ({
      scopes: async () => [
        ...new Set([...store.names(), ...store.audit().map(({ scope }) => scope)]),
      ],
    }),
  },
  {
    mistake: 'counts superseded records as current',
    caughtBy:
      'stats > counts current, superseded and expired records, and the current ones by category',
    breakIt: (sound) => ({
      async stats(scope, now) {
        const stats = await sound.stats(scope, now);
        return { ...stats, current: stats.current + stats.superseded };
      },
    }),
  },
  {
    mistake: 'answers audit lines oldest first',
    caughtBy: 'audit > answers lines as they were written, newest first, up to the limit',
    breakIt: (sound) => ({ audit: async (request) => (await sound.audit(request)).reverse() }),
  },
  {
    mistake: 'limits audit lines before it picks the scope',
    caughtBy: 'audit > of one scope tells nothing of another, also when the limit is small',
    breakIt: (sound) => ({
      audit: async ({ scope, limit }) =>
        (await sound.audit({ limit })).filter(
          (entry) => scope === undefined || entry.scope === scope,
        ),
    }),
  },
  {
    mistake: 'goes on answering after close',
    caughtBy: 'close > makes every further call reject with closed',
    breakIt: () => ({ close: async () => undefined }),
  },
  {
    mistake: 'cannot be closed twice',
    caughtBy: 'close > may be called again, also at the same time',
    breakIt(sound) {
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
  {
    mistake: 'rounds vectors',
    caughtBy: 'vectors > answers the vectors that were put, by id',
    breakIt: (sound) => ({
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
  {
    mistake: 'keeps one audit line an instant',
    caughtBy: 'audit > keeps every action, and all lines of one instant',
    breakIt: (sound) => ({
      audit: async (request) =>
        (await sound.audit(request)).filter(
          ({ at }, index, lines) => index === 0 || lines[index - 1]?.at !== at,
        ),
    }),
  },
  {
    mistake: 'orders newest by the last change',
    caughtBy: 'list > newest orders by createdAt, then by id, both descending',
    breakIt: (sound) => ({
      async list(request) {
        const page = await sound.list(request);
        const records = page.records.sort((left, right) =>
          left.updatedAt > right.updatedAt ? -1 : 1,
        );
        return { ...page, records };
      },
    }),
  },
];
