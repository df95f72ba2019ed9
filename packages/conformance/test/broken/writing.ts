import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  cursorCodec,
  isMemory,
  type KeptRecord,
  type ListRequest,
  type MemoryRecord,
  passesFilter,
} from '@mneme/core/contract';
import { zeroVector } from '../../src/memory-backend/builders.ts';
import { putOver, type Row } from '../../src/memory-backend/in-memory-store.ts';
import { everything } from '../../src/memory-backend/steps.ts';
import { type BrokenBackend, changingPuts, changingRecords } from './broken-backend.ts';

const nothing = { expect: [], puts: [], removals: [], audit: [] };

/** Mistakes of commit, touch, erase and the pages of list. */
export const brokenWriting: BrokenBackend[] = [
  {
    mistake: 'loses tags',
    caughtBy: 'get > gives back every field as it was put',
    breakIt: changingRecords((record) => ({ ...record, tags: [] })),
  },
  {
    mistake: 'loses metadata',
    caughtBy: 'get > gives back every field as it was put',
    breakIt: changingRecords(({ metadata: _, ...record }) => record),
  },
  {
    mistake: 'sorts tags',
    caughtBy: 'get > keeps tags in the order given',
    breakIt: changingRecords((record) => ({ ...record, tags: [...record.tags].sort() })),
  },
  {
    mistake: 'keeps of a source only the keys that it knows',
    caughtBy: 'get > gives back every field as it was put',
    breakIt: changingRecords(
      ({ source: { speaker, session, sequence, externalId }, ...record }) => ({
        ...record,
        source: { speaker, session, sequence, externalId },
      }),
    ),
  },
  {
    mistake: 'composes decomposed letters',
    caughtBy: 'get > keeps content of every script and form unchanged',
    breakIt: changingRecords((record) => ({ ...record, content: record.content.normalize('NFC') })),
  },
  {
    mistake: 'stores times to the second',
    caughtBy: 'get > gives back every field as it was put',
    breakIt: changingRecords((record) => ({
      ...record,
      occurredAt: `${record.occurredAt.slice(0, 19)}.000Z`,
    })),
  },
  {
    mistake: 'loses the vector of a put without one',
    caughtBy: 'commit and the index > keeps the vector of a record that is put without one',
    breakIt: changingPuts((put) => ({ ...put, vector: put.vector ?? zeroVector() })),
  },
  {
    mistake: 'keeps the vector of another text',
    caughtBy: 'commit and the index > drops the vector of a record where a put without one says so',
    breakIt: changingPuts(({ dropsVector: _, ...put }) => put),
  },
  {
    mistake: 'loses the terms of a put without them',
    caughtBy: 'commit and the index > keeps the terms of a record that is put without them',
    breakIt: changingPuts((put) => ({ ...put, terms: put.terms ?? [] })),
  },
  {
    mistake: 'keeps old terms beside the new ones',
    caughtBy: 'commit and the index > changed terms take the place of the old ones',
    breakIt: (sound, store) => ({
      commit: (request) =>
        sound.commit({
          ...request,
          puts: request.puts.map((put) => ({
            ...put,
            ...(put.terms && {
              terms: [...(store.row(request.scope, put.record.id)?.terms ?? []), ...put.terms],
            }),
          })),
        }),
    }),
  },
  {
    mistake: 'keeps the old vector',
    caughtBy: 'commit and the index > a changed vector takes the place of the old one',
    breakIt: (sound, store) => ({
      commit: (request) =>
        sound.commit({
          ...request,
          puts: request.puts.map((put) => ({
            ...put,
            vector: store.row(request.scope, put.record.id)?.vector ?? put.vector,
          })),
        }),
    }),
  },
  {
    mistake: 'filters vectors by fields as they were when the vector was written',
    caughtBy:
      'commit and the index > superseding is seen by filters although vector and terms stay',
    breakIt(sound) {
      const asWritten = new Map<string, MemoryRecord>();
      return {
        async commit(request) {
          for (const { record, vector } of request.puts)
            if (vector && isMemory(record)) asWritten.set(record.id, record);
          return sound.commit(request);
        },
        async search(request) {
          if (request.queries[0]?.vector === undefined) return sound.search(request);
          const { candidates, statistics } = await sound.search({ ...request, filter: everything });
          const passing = candidates.filter(({ record }) =>
            passesFilter(asWritten.get(record.id) ?? record, request.filter),
          );
          return { candidates: passing, statistics };
        },
      };
    },
  },
  {
    mistake: 'replaces a record by removing it first',
    caughtBy:
      'commit > keeps the access fields of a record that it replaces, and takes those of a new one',
    breakIt: (sound) => ({
      async commit(request) {
        const removals = request.puts.map(({ record }) => record.id);
        await sound.commit({ ...request, expect: [], puts: [], audit: [], removals });
        return sound.commit(request);
      },
    }),
  },
  {
    mistake: 'merges a replaced record into the new one',
    caughtBy: 'commit > replaces the whole record of an id that exists',
    breakIt: (sound, store) => ({
      commit: (request) =>
        sound.commit({
          ...request,
          puts: request.puts.map((put) => {
            const old = store.row(request.scope, put.record.id)?.record;
            return {
              ...put,
              record: { ...old, ...put.record, source: { ...old?.source, ...put.record.source } },
            };
          }),
        }),
    }),
  },
  {
    mistake: 'keeps the first key of a record',
    caughtBy: 'commit > replaces the key that lookUp compares',
    breakIt: (sound, store) => ({
      commit: (request) =>
        sound.commit({
          ...request,
          puts: request.puts.map((put) => ({
            ...put,
            contentKey: store.row(request.scope, put.record.id)?.contentKey ?? put.contentKey,
          })),
        }),
    }),
  },
  {
    mistake: 'counts every removal that was asked for',
    caughtBy: 'commit > counts removals that were there, and lets the others be',
    breakIt: (sound) => ({
      async commit(request) {
        const result = await sound.commit(request);
        return result.committed ? { ...result, removed: [...request.removals] } : result;
      },
    }),
  },
  {
    mistake: 'leaves the words of removed records in the statistics',
    caughtBy: 'search statistics > follow changed terms and removals',
    breakIt(sound) {
      let removedInAll = 0;
      return {
        async commit(request) {
          const result = await sound.commit(request);
          if (result.committed) removedInAll += result.removed.length;
          return result;
        },
        async search(request) {
          const { candidates, statistics } = await sound.search(request);
          return {
            candidates,
            statistics: statistics.map(({ count, ...more }) => ({
              ...more,
              count: count + removedInAll,
            })),
          };
        },
      };
    },
  },
  {
    mistake: 'writes put by put',
    caughtBy:
      'commit, all or nothing > a vector of the wrong length in the middle rejects with invalid_input and nothing is written',
    breakIt: (sound) => ({
      async commit(request) {
        for (const put of request.puts) {
          await sound.commit({ ...request, puts: [put], removals: [], audit: [] });
        }
        return sound.commit({ ...request, puts: [] });
      },
    }),
  },
  {
    mistake: 'reads a scope, and writes it back whole a moment later',
    caughtBy: 'two writers > commits without an expectation all arrive, from both',
    breakIt: (_, store) => ({
      async commit({ scope, puts, removals, audit }) {
        const rows = new Map<string, Row<KeptRecord>>(
          store.kept(scope).map((row) => [row.record.id, row]),
        );
        await nextTurn();
        for (const put of puts) rows.set(put.record.id, putOver(rows.get(put.record.id), put));
        const removed = removals.filter((id) => rows.delete(id));
        store.replace(scope, rows, audit);
        return { committed: true, removed };
      },
    }),
  },
  {
    mistake: 'removes an id wherever it is',
    caughtBy:
      'scope isolation > a removal or a touch with the ids of another scope changes nothing there',
    breakIt: (sound, store) => ({
      async commit(request) {
        for (const scope of store.names()) {
          await sound.commit({ ...nothing, scope, removals: request.removals });
        }
        return sound.commit(request);
      },
    }),
  },
  {
    mistake: 'moves a record to the scope that puts its id',
    caughtBy: 'scope isolation > a put with the id of another scope leaves that record alone',
    breakIt: (sound, store) => ({
      async commit(request) {
        const removals = request.puts.map(({ record }) => record.id);
        for (const scope of store.names().filter((name) => name !== request.scope)) {
          await sound.commit({ ...nothing, scope, removals });
        }
        return sound.commit(request);
      },
    }),
  },
  {
    mistake: 'counts the first touch only',
    caughtBy: 'touch > counts one access of each id at that time, and changes nothing else',
    breakIt(sound) {
      const touched = new Set<string>();
      return {
        async touch(scope, ids, at) {
          await sound.touch(
            scope,
            ids.filter((id) => !touched.has(id)),
            at,
          );
          for (const id of ids) touched.add(id);
        },
      };
    },
  },
  {
    mistake: 'erases records and leaves their audit lines',
    caughtBy: 'erase > removes every record of the scope and tells how many there were',
    breakIt: (sound, store) => ({
      async erase(scope, receipt) {
        const removals = store.rows(scope).map(({ record }) => record.id);
        await sound.commit({ ...nothing, scope, removals, audit: [receipt] });
        return { records: removals.length };
      },
    }),
  },
  {
    mistake: 'erases without a receipt',
    caughtBy: 'erase > leaves one audit line, under the scope of the receipt',
    breakIt: (sound, store) => ({
      async erase(scope, receipt) {
        const result = await sound.erase(scope, receipt);
        store.erase(receipt.scope, { ...receipt, scope: 'nowhere' });
        return result;
      },
    }),
  },
  {
    mistake: 'erases every scope',
    caughtBy: 'scope isolation > writes and erasure of one scope leave another as it was',
    breakIt: (sound, store) => ({
      async erase(scope, receipt) {
        const result = await sound.erase(scope, receipt);
        for (const name of store.names()) store.erase(name, receipt);
        return result;
      },
    }),
  },
  {
    mistake: 'says that bytes are pending and not why',
    caughtBy: 'erase > says of removed bytes that none is left, or why some may be',
    breakIt: () => ({ remains: async () => ({ bytes: 'pending' }) }),
  },
  {
    mistake: 'keeps a journal of all that was ever written',
    caughtBy: 'erase > leaves no byte in the store, of what was there, replaced or removed before',
    breakIt: (sound, store) => ({
      async commit(request) {
        const puts = request.puts.map((put) => ({
          ...put,
          record: { ...put.record, scope: 'journal' },
        }));
        await sound.commit({ ...nothing, scope: 'journal', puts });
        return sound.commit(request);
      },
      scopes: async () => store.names().filter((name) => name !== 'journal'),
    }),
  },
  {
    mistake: 'pages by position',
    caughtBy: 'list > a page never repeats or skips while others write (newest)',
    breakIt: (sound) => ({
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
  {
    mistake: 'pages by time alone',
    caughtBy: 'list > pages by newest without repeating or skipping, also among equal times',
    breakIt: (sound) => ({
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
  },
  {
    mistake: 'gives a cursor with every full page',
    caughtBy: 'list > a page full by chance is the last one when nothing follows (newest)',
    breakIt: (sound) => ({
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
  },
  {
    mistake: 'takes an unreadable cursor for none',
    caughtBy: 'list > rejects a cursor that it cannot read with invalid_input, naming the field',
    breakIt: (sound) => ({
      list: (request) =>
        sound.list(request).catch(() => sound.list({ ...request, cursor: undefined })),
    }),
  },
  {
    mistake: 'orders by importance in name only',
    caughtBy: 'list > importance orders by stored importance, then as newest',
    breakIt: (sound) => ({ list: (request) => sound.list({ ...request, order: 'newest' }) }),
  },
];
