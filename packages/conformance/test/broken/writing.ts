import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  cursorCodec,
  isMemory,
  type ListRequest,
  type MemoryRecord,
  passesFilter,
} from '@mneme/core/contract';
import { zeroVector } from '../../src/memory-backend/builders.ts';
import { everything } from '../../src/memory-backend/steps.ts';
import { type BrokenBackend, changingPuts, changingRecords } from './broken-backend.ts';

const nothing = { expect: [], puts: [], removals: [], audit: [] };

/** Mistakes of commit, touch, erase and the pages of list. */
export const brokenWriting: BrokenBackend = {
  'get > gives back every field as it was put': {
    'loses tags': changingRecords((record) => ({ ...record, tags: [] })),
    'loses metadata': changingRecords(({ metadata: _, ...record }) => record),
    'keeps of a source only the keys that it knows': changingRecords(
      ({ source: { speaker, session, sequence, externalId }, ...record }) => ({
        ...record,
        source: { speaker, session, sequence, externalId },
      }),
    ),
    'stores times to the second': changingRecords((record) => ({
      ...record,
      occurredAt: `${record.occurredAt.slice(0, 19)}.000Z`,
    })),
  },
  'get > keeps tags in the order given': {
    'sorts tags': changingRecords((record) => ({ ...record, tags: [...record.tags].sort() })),
  },
  'get > keeps content of every script and form unchanged': {
    'composes decomposed letters': changingRecords((record) => ({
      ...record,
      content: record.content.normalize('NFC'),
    })),
  },
  'commit and the index > keeps the vector of a record that is put without one': {
    'loses the vector of a put without one': changingPuts((put) => ({
      ...put,
      vector: put.vector ?? zeroVector(),
    })),
  },
  'commit and the index > drops the vector of a record where a put without one says so': {
    'keeps the vector of another text': changingPuts(({ dropsVector: _, ...put }) => put),
  },
  'commit and the index > keeps the terms of a record that is put without them': {
    'loses the terms of a put without them': changingPuts((put) => ({
      ...put,
      terms: put.terms ?? [],
    })),
  },
  'commit and the index > changed terms take the place of the old ones': {
    'keeps old terms beside the new ones': changingPuts((put, stored) => ({
      ...put,
      ...(put.terms && { terms: [...(stored?.terms ?? []), ...put.terms] }),
    })),
  },
  'commit and the index > a changed vector takes the place of the old one': {
    'keeps the old vector': changingPuts((put, stored) => ({
      ...put,
      vector: stored?.vector ? Float32Array.from(stored.vector) : put.vector,
    })),
  },
  'commit and the index > superseding is seen by filters although vector and terms stay': {
    'filters vectors by fields as they were when the vector was written': (sound) => {
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
  'commit > keeps the access fields of a record that it replaces, and takes those of a new one': {
    'replaces a record by removing it first': (sound) => ({
      async commit(request) {
        const removals = request.puts.map(({ record }) => record.id);
        await sound.commit({ ...request, expect: [], puts: [], audit: [], removals });
        return sound.commit(request);
      },
    }),
  },
  'commit > replaces the whole record of an id that exists': {
    'merges a replaced record into the new one': changingPuts(({ record, ...put }, stored) => ({
      ...put,
      record: {
        ...stored?.record,
        ...record,
        source: { ...stored?.record.source, ...record.source },
      },
    })),
  },
  'commit > replaces the key that lookUp compares': {
    'keeps the first key of a record': changingPuts((put, stored) => ({
      ...put,
      contentKey: stored?.contentKey ?? put.contentKey,
    })),
  },
  'commit > counts removals that were there, and lets the others be': {
    'counts every removal that was asked for': (sound) => ({
      async commit(request) {
        const result = await sound.commit(request);
        return result.committed ? { ...result, removed: [...request.removals] } : result;
      },
    }),
  },
  'search statistics > follow changed terms and removals': {
    'leaves the words of removed records in the statistics': (sound) => {
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
  'commit, all or nothing > a vector of the wrong length in the middle rejects with invalid_input and nothing is written':
    {
      'writes put by put': (sound) => ({
        async commit(request) {
          for (const put of request.puts) {
            await sound.commit({ ...request, puts: [put], removals: [], audit: [] });
          }
          return sound.commit({ ...request, puts: [] });
        },
      }),
    },
  'two writers > commits without an expectation all arrive, from both': {
    'reads a scope, and writes it back whole a moment later': (sound, store) => ({
      async commit(request) {
        const before = [...store.values];
        await nextTurn();
        store.values.clear();
        for (const [key, value] of before) store.values.set(key, value);
        return sound.commit(request);
      },
    }),
  },
  'scope isolation > a removal or a touch with the ids of another scope changes nothing there': {
    'removes an id wherever it is': (sound, store) => ({
      async commit(request) {
        for (const scope of store.names()) {
          await sound.commit({ ...nothing, scope, removals: request.removals });
        }
        return sound.commit(request);
      },
    }),
  },
  'scope isolation > a put with the id of another scope leaves that record alone': {
    'moves a record to the scope that puts its id': (sound, store) => ({
      async commit(request) {
        const removals = request.puts.map(({ record }) => record.id);
        for (const scope of store.names().filter((name) => name !== request.scope)) {
          await sound.commit({ ...nothing, scope, removals });
        }
        return sound.commit(request);
      },
    }),
  },
  'touch > counts each id as often as it is given, at that time, and changes nothing else': {
    'counts an id that is given twice once': (sound) => ({
      touch: (scope, ids, at) => sound.touch(scope, [...new Set(ids)], at),
    }),
    'counts the first touch only': (sound) => {
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
  'erase > removes every record of the scope and tells how many there were': {
    'erases records and leaves their audit lines': (sound, store) => ({
      async erase(scope, receipt) {
        const removals = store.rows(scope).map(({ record }) => record.id);
        await sound.commit({ ...nothing, scope, removals, audit: [receipt] });
        return { records: removals.length };
      },
    }),
  },
  'erase > leaves one audit line, under the scope of the receipt': {
    'erases without a receipt': (sound) => ({
      async erase(scope, receipt) {
        const result = await sound.erase(scope, receipt);
        await sound.erase(receipt.scope, { ...receipt, scope: 'nowhere' });
        return result;
      },
    }),
  },
  'scope isolation > writes and erasure of one scope leave another as it was': {
    'erases every scope': (sound, store) => ({
      async erase(scope, receipt) {
        const result = await sound.erase(scope, receipt);
        for (const name of store.names()) await sound.erase(name, receipt);
        return result;
      },
    }),
  },
  'erase > says of removed bytes that none is left, or why some may be': {
    'says that bytes are pending and not why': () => ({
      remains: async () => ({ bytes: 'pending' }),
    }),
  },
  'erase > leaves no byte in the store, of what was there, replaced or removed before': {
    'keeps a journal of all that was ever written': (sound, store) => ({
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
  'list > a page never repeats or skips while others write (newest)': {
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
  'list > pages by newest without repeating or skipping, also among equal times': {
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
  },
  'list > a page full by chance is the last one when nothing follows (newest)': {
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
  },
  'list > rejects a cursor that it cannot read with invalid_input, naming the field': {
    'takes an unreadable cursor for none': (sound) => ({
      list: (request) =>
        sound.list(request).catch(() => sound.list({ ...request, cursor: undefined })),
    }),
  },
  'list > importance orders by stored importance, then as newest': {
    'orders by importance in name only': (sound) => ({
      list: (request) => sound.list({ ...request, order: 'newest' }),
    }),
  },
};
