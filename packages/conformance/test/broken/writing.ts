import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type CommitRequest,
  isMemory,
  type MemoryRecord,
  passesFilter,
  type StoredRecord,
} from '@mneme/core/backend';
import type { InMemoryStore } from '../../src/index.ts';
import { everything } from '../../src/memory-backend/steps.ts';
import {
  type BreakIt,
  type BrokenBackend,
  changingCommits,
  changingPuts,
  changingRecords,
} from './broken-backend.ts';

const nothing = { expect: [], puts: [], removals: [], audit: [] };

/** The ids that are not as expected, as a driver would find them out before it writes. */
function mismatchedIn(store: InMemoryStore, { scope, expect }: CommitRequest): string[] {
  return expect
    .filter(({ id, version }) => (store.row(scope, id)?.record.version ?? 0) !== version)
    .map(({ id }) => id);
}

/** What the engine keeps of a session is kept as a fact. */
function asFact({ record, ...put }: StoredRecord): StoredRecord {
  if (isMemory(record)) return { record, ...put };
  return { ...put, record: { ...record, kind: 'fact', category: 'factual_knowledge' } };
}

/** Mistakes of commit, touch and erase. */
export const brokenWriting: BrokenBackend = {
  'get: every field': {
    'stores times to the second': changingRecords((record) => ({
      ...record,
      occurredAt: `${record.occurredAt.slice(0, 19)}.000Z`,
    })),
    'sorts tags': changingRecords((record) => ({ ...record, tags: [...record.tags].sort() })),
    'composes decomposed letters': changingRecords((record) => ({
      ...record,
      content: record.content.normalize('NFC'),
    })),
    'replaces a record by removing it first': (sound) => ({
      async commit(request) {
        const removals = request.puts.map(({ record }) => record.id);
        await sound.commit({ ...request, expect: [], puts: [], audit: [], removals });
        return sound.commit(request);
      },
    }),
    'merges a replaced record into the new one': changingPuts(({ record, ...put }, stored) => ({
      ...put,
      record: {
        ...stored?.record,
        ...record,
        source: { ...stored?.record.source, ...record.source },
      },
    })),
    'removes an id wherever it is': (sound, store) => ({
      async commit(request) {
        for (const scope of store.names()) {
          await sound.commit({ ...nothing, scope, removals: request.removals });
        }
        return sound.commit(request);
      },
    }),
    'ignores the version of what the engine keeps': (sound) => ({
      commit: (request) =>
        sound.commit(
          request.puts.some(({ record }) => !isMemory(record))
            ? { ...request, expect: [] }
            : request,
        ),
    }),
    'counts an id that is given twice once': (sound) => ({
      touch: (scope, ids, at) => sound.touch(scope, [...new Set(ids)], at),
    }),
    'raises the version of what is read': (sound, store) => ({
      async touch(scope, ids, at) {
        await sound.touch(scope, ids, at);
        for (const id of ids) {
          const row = store.row(scope, id);
          if (row !== undefined) row.record.version += 1;
        }
      },
    }),
  },
  'search: both arms': {
    'keeps what the engine keeps among the memories': changingPuts(asFact),
    'loses the terms of a put without them': changingPuts((put) => ({
      ...put,
      terms: put.terms ?? [],
    })),
    'keeps old terms beside the new ones': changingPuts((put, stored) => ({
      ...put,
      ...(put.terms && { terms: [...(stored?.terms ?? []), ...put.terms] }),
    })),
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
  'lookUp: equal': {
    'keeps the first key of a record': changingPuts((put, stored) => ({
      ...put,
      contentKey: stored?.contentKey ?? put.contentKey,
    })),
  },
  'commit: writes': {
    'counts every removal that was asked for': (sound) => ({
      async commit(request) {
        const result = await sound.commit(request);
        return result.committed ? { ...result, removed: [...request.removals] } : result;
      },
    }),
    'writes what is as expected, and leaves out the rest': (sound, store) => ({
      async commit(request) {
        const mismatched = mismatchedIn(store, request);
        if (mismatched.length === 0) return sound.commit(request);
        await sound.commit({
          ...request,
          expect: [],
          puts: request.puts.filter(({ record }) => !mismatched.includes(record.id)),
          removals: request.removals.filter((id) => !mismatched.includes(id)),
        });
        return { committed: false, mismatched };
      },
    }),
    'writes the audit of a commit that it refuses': (sound) => ({
      async commit(request) {
        const result = await sound.commit(request);
        if (!result.committed)
          await sound.commit({ ...request, expect: [], puts: [], removals: [] });
        return result;
      },
    }),
    'takes expected version 0 for none': changingCommits((request) => ({
      expect: request.expect.filter(({ version }) => version > 0),
    })),
    'takes a record that has gone for one that is as expected': changingCommits(
      (request, store) => ({
        expect: request.expect.filter(({ id }) => store.row(request.scope, id) !== undefined),
      }),
    ),
    'looks for expected records among the current ones': changingCommits((request, store) => ({
      expect: request.expect.filter(
        ({ id }) => store.row(request.scope, id)?.record.supersededBy === undefined,
      ),
    })),
    'refuses a commit where anything in the scope has changed': (sound, store) => {
      let known = 0;
      return {
        async commit(request) {
          const { expect, scope } = request;
          const there = store.rows(scope).length;
          if (expect.length > 0 && there !== known)
            return { committed: false, mismatched: expect.map(({ id }) => id) };
          const result = await sound.commit(request);
          if (expect.length > 0) known = store.rows(scope).length;
          return result;
        },
      };
    },
    'remembers versions after an erasure': (sound) => {
      const versions = new Map<string, number>();
      return {
        async commit(request) {
          const mismatched = request.expect
            .filter(({ id, version }) => (versions.get(id) ?? 0) !== version)
            .map(({ id }) => id);
          if (mismatched.length > 0) return { committed: false, mismatched };
          for (const { record } of request.puts) versions.set(record.id, record.version);
          for (const id of request.removals) versions.delete(id);
          return sound.commit({ ...request, expect: [] });
        },
      };
    },
  },
  'commit > a vector': {
    'writes put by put': (sound) => ({
      async commit(request) {
        for (const put of request.puts) {
          await sound.commit({ ...request, puts: [put], removals: [], audit: [] });
        }
        return sound.commit({ ...request, puts: [] });
      },
    }),
  },
  'commit > a put with': {
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
  'erase: removes': {
    'erases records and leaves their audit lines': (sound, store) => ({
      async erase(scope, receipt) {
        const removals = store.rows(scope).map(({ record }) => record.id);
        await sound.commit({ ...nothing, scope, removals, audit: [receipt] });
        return { records: removals.length };
      },
    }),
    'counts what the engine keeps of its own': (sound, store) => ({
      async erase(scope, receipt) {
        const records = store.entries(scope).length;
        return { ...(await sound.erase(scope, receipt)), records };
      },
    }),
    'counts the records of every scope': (sound, store) => ({
      async erase(scope, receipt) {
        const records = store.names().flatMap((name) => store.rows(name)).length;
        return { ...(await sound.erase(scope, receipt)), records };
      },
    }),
    'erases without a receipt': (sound) => ({
      async erase(scope, receipt) {
        const result = await sound.erase(scope, receipt);
        await sound.erase(receipt.scope, { ...receipt, scope: 'nowhere' });
        return result;
      },
    }),
  },
  'erase > reports': {
    'says that bytes are pending and not why': () => ({
      remains: async () => ({ bytes: 'pending' }),
    }),
  },
  'erase > leaves no byte of current': {
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
  'two writers > commits without': {
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
  'two writers > if parallel puts': {
    'checks what is expected and writes a moment later': checkingEarly,
  },
  'two writers > if parallel commits': {
    'writes the records of a commit one by one': (sound, store) => ({
      async commit(request) {
        const mismatched: string[] = [];
        for (const put of request.puts) {
          const { id } = put.record;
          const expect = request.expect.filter((expected) => expected.id === id);
          await nextTurn();
          const result = await sound.commit({ ...request, expect, puts: [put], removals: [] });
          if (!result.committed) mismatched.push(...mismatchedIn(store, request));
        }
        return mismatched.length > 0
          ? { committed: false, mismatched }
          : sound.commit({ ...request, expect: [], puts: [], audit: [] });
      },
    }),
  },
  'two writers > parallel commits': {
    'lets only one commit of a scope be under way': (sound, store) => {
      const { underWay } = sharedBy(store);
      return {
        async commit(request) {
          if (underWay.has(request.scope))
            return { committed: false, mismatched: request.expect.map(({ id }) => id) };
          underWay.add(request.scope);
          await nextTurn();
          underWay.delete(request.scope);
          return sound.commit(request);
        },
      };
    },
  },
};

function checkingEarly(...[sound, store]: Parameters<BreakIt>): ReturnType<BreakIt> {
  return {
    async commit(request) {
      const mismatched = mismatchedIn(store, request);
      if (mismatched.length > 0) return { committed: false, mismatched };
      await nextTurn();
      return sound.commit({ ...request, expect: [] });
    },
  };
}

const shared = new WeakMap<InMemoryStore, { underWay: Set<string> }>();

/** What all broken backends over one store know. */
function sharedBy(store: InMemoryStore): { underWay: Set<string> } {
  const known = shared.get(store) ?? { underWay: new Set<string>() };
  shared.set(store, known);
  return known;
}
