import {
  type CommitRequest,
  isMemory,
  type MemoryBackend,
  type MemoryRecord,
  passesFilter,
  type RecordFilter,
  type SearchQuery,
  type SearchRequest,
  type SearchResponse,
  type StoredRecord,
} from '@mneme/core/backend';
import { InMemoryStore, inMemoryBackend, type MemoryBackendStore } from '../../src/index.ts';
import { cosine } from '../../src/memory-backend/builders.ts';
import type { Misreading } from '../../src/memory-backend/misreadings.ts';
import { everything } from '../../src/memory-backend/steps.ts';
import { type Entry, searchEntries } from '../../src/reference/backend.ts';

/** Mistakes that a driver could make, by a part of the name of the one case that must catch them. */
export type BrokenBackend = Record<string, Record<string, BreakIt>>;

/** The methods that make a mistake, over a backend that does everything right. Called once a backend. */
export type BreakIt = (sound: SoundBackend, store: InMemoryStore) => Partial<MemoryBackend>;

export type SoundBackend = ReturnType<typeof inMemoryBackend>;

/** The sound backend with some methods of its own. */
export function override(sound: MemoryBackend, changes: Partial<MemoryBackend>): MemoryBackend {
  return new Proxy(sound, {
    get(target, key) {
      if (Object.hasOwn(changes, key)) return Reflect.get(changes, key);
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** A store whose backends all make the mistake. */
export function brokenStore(breakIt: BreakIt, store: InMemoryStore): MemoryBackendStore {
  const make = () => {
    const sound = inMemoryBackend({ store });
    return override(sound, breakIt(sound, store));
  };
  return {
    backend: make(),
    reopen: make,
    bytes: async () => [Buffer.from(JSON.stringify([...store.values]))],
    destroy: async () => undefined,
  };
}

/** Search and list have what this is true of in the place of what passes the filter. */
export function passing(passes: Misreading['passes']): BreakIt {
  return (sound, store) => {
    const rowsOf = ({ scope, filter }: { scope: string; filter: RecordFilter }) =>
      store.rows(scope).filter(({ record }) => passes(record, filter));
    return {
      async search(request) {
        const { statistics } = await sound.search(request);
        const asked = { ...request, filter: everything };
        return { candidates: searchEntries(rowsOf(request), asked).candidates, statistics };
      },
      async list(request) {
        const own = new InMemoryStore();
        own.write(store.meta, 'meta');
        for (const row of rowsOf(request)) own.write(row, 'record', request.scope, row.record.id);
        return inMemoryBackend({ store: own }).list({ ...request, filter: everything });
      },
    };
  };
}

/** Every query of a search is changed before it is asked. */
export function withQuery(
  sound: MemoryBackend,
  change: (query: SearchQuery) => SearchQuery,
): Partial<MemoryBackend> {
  return {
    search: (request) => sound.search({ ...request, queries: request.queries.map(change) }),
  };
}

/** The answer of a search is changed before it is given. */
export function withAnswer(
  sound: MemoryBackend,
  change: (response: SearchResponse, request: SearchRequest) => SearchResponse,
): Partial<MemoryBackend> {
  return { search: async (request) => change(await sound.search(request), request) };
}

/** The nearest current records, whatever they are. */
export function nearRecords(
  rows: readonly Entry<MemoryRecord>[],
  { vector, limit, now }: { vector: Float32Array; limit: number; now: string },
): { record: MemoryRecord; similarity: number }[] {
  return rows
    .filter(({ record }) => passesFilter(record, { now }))
    .map((row) => ({
      record: row.record,
      similarity: cosine(vector, Float32Array.from(row.vector ?? [])),
    }))
    .sort((left, right) => right.similarity - left.similarity)
    .slice(0, limit);
}

/** Every record is changed before it is written. */
export function changingRecords(change: (record: MemoryRecord) => MemoryRecord): BreakIt {
  return changingPuts(({ record, ...put }) => ({
    ...put,
    record: isMemory(record) ? change(record) : record,
  }));
}

/** Every put is changed before it is written. */
export function changingPuts(
  change: (put: StoredRecord, stored: Entry | undefined) => StoredRecord,
): BreakIt {
  return changingCommits(({ scope, puts }, store) => ({
    puts: puts.map((put) => change(put, store.row(scope, put.record.id))),
  }));
}

/** Some of each commit is changed before it is written. */
export function changingCommits(
  change: (request: CommitRequest, store: InMemoryStore) => Partial<CommitRequest>,
): BreakIt {
  return (sound, store) => ({
    commit: (request) => sound.commit({ ...request, ...change(request, store) }),
  });
}
