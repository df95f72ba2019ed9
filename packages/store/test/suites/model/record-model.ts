import * as mneme from '@mneme/core/backend';
import { bestTurns } from '@mneme/core/best-turns';
import * as searching from '@mneme/store/index';
import type { PlaceInOrder } from '../../../src/records/list-order.ts';
import { testEmbedder } from '../records/builders.ts';
import { countsOf, matchAmong, pageInOrder, placeInList, sessionsOf } from './one-by-one.ts';

interface Entry<Kept extends mneme.AnyRecord = mneme.AnyRecord> {
  record: Kept;
  contentKey: string;
  terms: readonly string[];
  matter?: string | undefined;
  vector?: Float32Array | undefined;
}

/** What a store of records must answer, as plainly as it can be said: lists in memory, each read as a whole. */
export class RecordModel {
  readonly #entries: Entry[] = [];
  #lines: mneme.AuditEntry[] = [];

  /** Records of a scope, including the engine's own, in order of arrival. */
  known(scope: string): mneme.AnyRecord[] {
    return this.#entries.map(({ record }) => record).filter((record) => record.scope === scope);
  }

  #memories(scope?: string): Entry<mneme.MemoryRecord>[] {
    return this.#entries
      .filter((entry): entry is Entry<mneme.MemoryRecord> => mneme.isMemory(entry.record))
      .filter(({ record }) => record.scope === (scope ?? record.scope));
  }

  #records(scope?: string): mneme.MemoryRecord[] {
    return this.#memories(scope).map(({ record }) => record);
  }

  #find(scope: string, id: string): Entry | undefined {
    return this.#entries.find(({ record }) => record.scope === scope && record.id === id);
  }

  async search(request: mneme.SearchRequest): Promise<mneme.SearchResponse> {
    return searchEntries(this.#memories(request.scope), request);
  }

  async sessions({ scope, now, ...page }: mneme.SessionsRequest) {
    const found = sessionsOf(this.#records(scope), now);
    return pageOf(found, ({ session }) => [session], { ...page, list: 'sessions' });
  }

  async lookUp({ scope, now, probes }: mneme.LookUpRequest) {
    const current = this.#memories(scope).filter(({ record }) => mneme.isCurrent(record, now));
    return probes.map((probe) => {
      const vector = probe.vector?.some((component) => component !== 0) ? probe.vector : undefined;
      return matchAmong(current, probe, (entry) => {
        const quantised = entry.vector && searching.quantise(entry.vector);
        return quantised && vector && searching.exactDot(vector, quantised);
      });
    });
  }

  async commit(request: mneme.CommitRequest): Promise<mneme.CommitResult> {
    const { scope, expect, puts, removals, audit } = request;
    const mismatched = expect
      .filter(({ id, version }) => (this.#find(scope, id)?.record.version ?? 0) !== version)
      .map(({ id }) => id);
    if (mismatched.length > 0) return { committed: false, mismatched };
    for (const put of puts) this.#put(put);
    const removed = removals.filter((id) => {
      const entry = this.#find(scope, id);
      if (entry) this.#entries.splice(this.#entries.indexOf(entry), 1);
      return entry !== undefined;
    });
    this.add(...audit);
    return { committed: true, removed };
  }

  #put({ record, contentKey, terms, vector, matter, dropsVector }: mneme.StoredRecord): void {
    const before = this.#find(record.scope, record.id);
    const { accessCount, lastAccessedAt } = (before ?? { record }).record;
    const entry: Entry = {
      record: { ...record, accessCount, lastAccessedAt },
      ...{ contentKey, matter, terms: terms ?? before?.terms ?? [] },
      vector: vector ?? (dropsVector ? undefined : before?.vector),
    };
    if (before === undefined) this.#entries.push(entry);
    else Object.assign(before, entry);
  }

  /** Adds lines to the audit. */
  add(...lines: readonly mneme.AuditEntry[]): void {
    this.#lines.push(...lines);
  }

  async get(scope: string, ids: readonly string[], options: { vectors?: boolean } = {}) {
    const entries = ids.flatMap((id) => this.#find(scope, id) ?? []);
    return entries.map(
      ({ record, vector }): mneme.RecordWithVector =>
        options.vectors && vector ? { record, vector } : { record },
    );
  }

  async list({ scope, filter, order, turns, ...page }: mneme.ListRequest) {
    const { session = '', from = -Infinity, to = Infinity } = turns ?? {};
    const wanted = turns === undefined ? filter : { ...filter, kinds: ['episode' as const] };
    const found = this.#records(scope)
      .filter((record) => mneme.passesFilter(record, wanted))
      .filter(({ source: { session: own, sequence = Number.NaN } }) => {
        return turns === undefined || (own === session && sequence >= from && sequence <= to);
      });
    const placeOf = (record: mneme.MemoryRecord) => placeInList(record, order);
    return pageOf(found, placeOf, { ...page, list: 'records', descending: order !== 'first' });
  }

  async history(scope: string, id: string): Promise<mneme.MemoryRecord[]> {
    const records = this.#records(scope);
    const found = new Set(records.filter((record) => record.id === id));
    for (const one of found)
      for (const other of records)
        if (one.supersededBy === other.id || other.supersededBy === one.id) found.add(other);
    return [...found];
  }

  async scan({ scope, ...page }: mneme.ScanRequest) {
    const found = this.#records(scope).map(mneme.scanRowOf);
    return pageOf(found, ({ id }) => [id], { ...page, list: 'rows' });
  }

  async touch(scope: string, ids: readonly string[], at: string): Promise<void> {
    for (const id of ids) {
      const entry = this.#find(scope, id);
      if (entry === undefined) continue;
      const accessCount = entry.record.accessCount + 1;
      entry.record = { ...entry.record, accessCount, lastAccessedAt: at };
    }
  }

  async scopes(): Promise<string[]> {
    return [...new Set(this.#records().map(({ scope }) => scope))].sort();
  }

  async stats(scope: string | undefined, now: string): Promise<mneme.BackendStats> {
    return { ...countsOf(this.#records(scope), now), embedder: testEmbedder };
  }

  async audit({ scope, limit }: { scope?: string; limit: number }) {
    return this.#lines
      .filter((line) => line.scope === (scope ?? line.scope))
      .reverse()
      .sort((one, other) => mneme.compareTexts(other.at, one.at))
      .slice(0, limit);
  }

  async erase(scope: string, receipt: mneme.AuditEntry): Promise<mneme.ErasedScope> {
    const records = this.#memories(scope).length;
    const left = this.#entries.filter(({ record }) => record.scope !== scope);
    this.#entries.splice(0, Infinity, ...left);
    this.#lines = [...this.#lines.filter((line) => line.scope !== scope), receipt];
    return { records };
  }
}

/** One page of a list, under its name. */
export function pageOf<Item, List extends string>(
  items: readonly Item[],
  placeOf: (item: Item) => PlaceInOrder,
  { list, ...request }: Omit<Parameters<typeof pageInOrder>[2], 'owner'> & { list: List },
) {
  const { page, ...next } = pageInOrder(items, placeOf, { ...request, owner: [] });
  return { [list]: page, ...next } as Record<List, Item[]> & { nextCursor?: string };
}

/** Each query over all memories of one scope, and the turns around the hits. */
function searchEntries(
  entries: readonly Entry<mneme.MemoryRecord>[],
  { queries, filter, also = [], around }: mneme.SearchRequest,
): mneme.SearchResponse {
  const index = indexOf(entries, ({ record }) => searching.kindNumber(record.category));
  const passing = (wanted: mneme.RecordFilter) =>
    Uint8Array.from(entries, ({ record }) => Number(mneme.passesFilter(record, wanted)));
  const passes = passing(filter);
  const asked = queries.map((query) => new searching.AskedQuery(index, query));
  for (const [at, query] of queries.entries()) asked[at]?.look(passes, query);
  for (const more of also) asked[0]?.look(passing(more.filter), more);
  for (const query of asked) query.compare((place) => restOf(entries[place]));
  const statistics = asked.map((query) => query.statistics);
  const candidatesAt = (places: readonly number[]): mneme.Candidate[] => {
    const found = asked.map((query) => query.foundAt(places));
    return places.map((place, at) => {
      const { record, terms } = entries[place] as Entry<mneme.MemoryRecord>;
      return { record, length: terms.length, found: found.map((each) => each[at] as mneme.Found) };
    });
  };
  const places = [...new Set(asked.flatMap((query) => query.places()))];
  const candidates = candidatesAt(places);
  index.release();
  if (around === undefined) return { candidates, statistics };
  const turns = bestTurns({ candidates, statistics }, around);
  const beside = [...entries.keys()].filter((place) => {
    const { session, sequence = Number.NaN } = entries[place]?.record.source ?? {};
    const isBeside = turns.some(
      (turn) =>
        turn.session === session &&
        sequence >= turn.sequence - around.before &&
        sequence <= turn.sequence + around.after,
    );
    return isBeside && passes[place] === 1 && !places.includes(place);
  });
  return { candidates: [...candidates, ...candidatesAt(beside)], statistics };
}

interface Row {
  terms: readonly string[];
  vector?: Float32Array | undefined;
}

/** Places in it are those of the list. */
export function indexOf<Found extends Row>(rows: readonly Found[], kindOf: (row: Found) => number) {
  const dimensions = rows.find(({ vector }) => vector !== undefined)?.vector?.length;
  const index = new searching.RowIndex({ dimensions, memory: new searching.CodeMemory() });
  const times = { importance: 0, occurredAt: 0, expiresAt: 0, validTo: 0 };
  index.put(
    rows.map((row, at) => ({
      number: at + 1,
      terms: row.terms.join(' '),
      code: row.vector && searching.quantise(row.vector),
      head: { ...times, kind: kindOf(row), length: row.terms.length },
    })),
  );
  return index;
}

/** What the 8-bit code of the vector leaves out. */
export function restOf(row: Row | undefined): Uint8Array | undefined {
  return row?.vector && searching.quantise(row.vector)?.rest;
}
