import { randomUUID } from 'node:crypto';
import * as mneme from '@mneme/core/backend';
import { bestTurns } from '@mneme/core/best-turns';
import * as searching from '@mneme/store/index';
import type { Table } from './table.ts';

/** A record in the store: one JSON value. */
export interface Entry<Kept extends mneme.AnyRecord = mneme.AnyRecord> {
  record: Kept;
  contentKey: string;
  terms: string[];
  /** In order of arrival. */
  number: number;
  matter?: string;
  vector?: number[];
  /** In the space that is being built. */
  nextVector?: number[];
}

/** The state of the store itself. */
export interface Meta {
  /** The last number that was given out. */
  last: number;
  embedder?: mneme.EmbedderIdentity;
  /** The embedder that the store is being changed to. */
  next?: mneme.EmbedderIdentity;
  /** In the names of cursors, because some cursors have numbers that all scopes share. */
  secret?: string;
}

/** Without the engine's own records, in order of arrival. */
export function memoriesOf(entries: readonly Entry[]): Entry<mneme.MemoryRecord>[] {
  return entries
    .filter((entry): entry is Entry<mneme.MemoryRecord> => mneme.isMemory(entry.record))
    .sort((one, other) => one.number - other.number);
}

/**
 * A whole backend over a table of keys and JSON values, as a reader of docs/write-a-backend.md would write it: every
 * call reads what it needs, searches through the index of the contract, and writes in one transaction. `documentsOf`,
 * `keysOf` and `migrationOf` are the optional parts.
 */
export class ReferenceBackend implements mneme.MemoryBackend {
  readonly name: string;
  readonly #table: Table;
  #embedder: mneme.EmbedderIdentity | undefined;
  #closed = false;

  constructor(name: string, table: Table) {
    this.name = name;
    this.#table = table;
  }

  get table(): Table {
    if (!this.#closed) return this.#table;
    throw new mneme.MnemeError('closed', `the ${this.name} store was closed: open it again`);
  }

  get meta(): Meta {
    return this.table.read('meta') ?? { last: 0 };
  }

  #records(scope?: string): mneme.MemoryRecord[] {
    return this.memories(scope).map(({ record }) => record);
  }

  memories(scope?: string): Entry<mneme.MemoryRecord>[] {
    return memoriesOf(this.table.readAll('record', ...(scope === undefined ? [] : [scope])));
  }

  checkVector(vector: ArrayLike<number> | undefined, given = this.#embedder): void {
    if (vector === undefined) return;
    const { embedder } = this.meta;
    if (embedder === undefined || given === undefined) throw mneme.vectorWithoutEmbedder();
    this.#assertSame(embedder, given);
    mneme.assertDimensions(Float32Array.from(vector), embedder);
  }

  #assertSame(remembered: mneme.EmbedderIdentity, given: mneme.EmbedderIdentity): void {
    if (!mneme.sameEmbedder(remembered, given))
      throw mneme.embedderMismatch(`the ${this.name} store`, { remembered, given });
  }

  async open({ embedder }: { embedder?: mneme.EmbedderIdentity }): Promise<void> {
    this.table.transaction(() => {
      const { meta } = this;
      if (meta.embedder !== undefined && embedder) this.#assertSame(meta.embedder, embedder);
      this.table.write({ secret: randomUUID(), embedder, ...meta }, 'meta');
    });
    this.#embedder = embedder;
  }

  async search(request: mneme.SearchRequest): Promise<mneme.SearchResponse> {
    for (const { vector } of request.queries) this.checkVector(vector, request.embedder);
    return searchEntries(this.memories(request.scope), request);
  }

  async sessions({ scope, now, ...page }: mneme.SessionsRequest) {
    const found = mneme.sessionsOf(this.#records(scope), now);
    const rows = found.map((item) => ({ item, place: [item.session] }));
    return this.page(rows, { ...page, list: 'sessions', owner: [scope] });
  }

  async lookUp({ scope, now, probes, embedder }: mneme.LookUpRequest) {
    for (const { vector } of probes) this.checkVector(vector, embedder);
    const current = this.memories(scope).filter(({ record }) => mneme.isCurrent(record, now));
    return probes.map((probe) => {
      const vector = probe.vector?.some((component) => component !== 0) ? probe.vector : undefined;
      return mneme.matchAmong(current, probe, (entry) => {
        const quantised = searching.quantise(Float32Array.from(entry.vector ?? []));
        return quantised && vector && searching.exactDot(vector, quantised);
      });
    });
  }

  async commit(request: mneme.CommitRequest): Promise<mneme.CommitResult> {
    return this.table.transaction(() => this.commitWithin(request));
  }

  /** In a transaction that may write more. */
  commitWithin(request: mneme.CommitRequest): mneme.CommitResult {
    const { scope, expect, puts, removals, audit } = request;
    const mismatched = expect
      .filter(({ id, version }) => (this.#entry(scope, id)?.record.version ?? 0) !== version)
      .map(({ id }) => id);
    if (mismatched.length > 0) return { committed: false, mismatched };
    for (const put of puts) this.#put(put, request);
    const removed = removals.filter((id) => this.table.remove('record', scope, id));
    for (const line of audit) this.addLine(line);
    return { committed: true, removed };
  }

  #entry(scope: string, id: string): Entry | undefined {
    return this.table.read<Entry>('record', scope, id);
  }

  #put(put: mneme.StoredRecord, request: mneme.CommitRequest): void {
    const { scope, embedder, nextEmbedder } = request;
    const { record, contentKey, terms, vector, matter } = put;
    const { next } = this.meta;
    const isBuilding = next && nextEmbedder && mneme.sameEmbedder(next, nextEmbedder);
    const nextVector = isBuilding ? put.nextVector : undefined;
    const before = this.#entry(scope, record.id);
    const kept = put.dropsVector ? undefined : before;
    const { accessCount, lastAccessedAt } = (before ?? put).record;
    this.checkVector(vector, embedder);
    const entry: Entry = {
      record: { ...record, accessCount, lastAccessedAt },
      contentKey,
      matter,
      terms: [...(terms ?? before?.terms ?? [])],
      number: before?.number ?? this.nextNumber(),
      vector: vector === undefined ? kept?.vector : [...vector],
      nextVector: vector === undefined ? kept?.nextVector : nextVector && [...nextVector],
    };
    this.table.write(entry, 'record', scope, record.id);
  }

  nextNumber(): number {
    const { meta } = this;
    this.table.write({ ...meta, last: meta.last + 1 }, 'meta');
    return meta.last + 1;
  }

  addLine(line: mneme.AuditEntry): void {
    const number = this.nextNumber();
    this.table.write({ ...line, number }, 'audit', line.scope, String(number));
  }

  async get(scope: string, ids: readonly string[], options: { vectors?: boolean } = {}) {
    const entries = ids.flatMap((id) => this.#entry(scope, id) ?? []);
    return entries.map(
      ({ record, vector }): mneme.RecordWithVector =>
        options.vectors && vector ? { record, vector: Float32Array.from(vector) } : { record },
    );
  }

  async list({ scope, filter, order, turns, ...page }: mneme.ListRequest) {
    const { session = '', from = -Infinity, to = Infinity } = turns ?? {};
    const wanted = turns === undefined ? filter : { ...filter, kinds: ['episode' as const] };
    const rows = this.#records(scope)
      .filter((record) => mneme.passesFilter(record, wanted))
      .filter(({ source: { session: own, sequence = Number.NaN } }) => {
        return turns === undefined || (own === session && sequence >= from && sequence <= to);
      })
      .map((item) => ({ item, place: mneme.placeInList(item, order) }));
    const owner = [order, scope, session];
    return this.page(rows, { ...page, list: 'records', owner, descending: order !== 'first' });
  }

  async scan({ scope, ...page }: mneme.ScanRequest) {
    const found = this.#records(scope).map(mneme.scanRowOf);
    const rows = found.map((item) => ({ item, place: [item.id] }));
    return this.page(rows, { ...page, list: 'rows', owner: [scope] });
  }

  /** One page of a list under its name, which its cursors contain too. */
  page<Item, List extends string>(
    rows: readonly { item: Item; place: mneme.PlaceInOrder }[],
    { list, ...request }: Parameters<typeof mneme.pageInOrder>[2] & { list: List },
  ) {
    const owner = [this.meta.secret ?? '', list, ...request.owner];
    const { page, ...next } = mneme.pageInOrder(rows, ({ place }) => place, { ...request, owner });
    const named = { [list]: page.map(({ item }) => item), ...next };
    return named as Record<List, Item[]> & { nextCursor?: string };
  }

  async touch(scope: string, ids: readonly string[], at: string): Promise<void> {
    this.table.transaction(() => {
      for (const id of ids) {
        const entry = this.#entry(scope, id);
        if (entry === undefined) continue;
        const accessCount = entry.record.accessCount + 1;
        const record = { ...entry.record, accessCount, lastAccessedAt: at };
        this.table.write({ ...entry, record }, 'record', scope, id);
      }
    });
  }

  async scopes(): Promise<string[]> {
    return [...new Set(this.#records().map(({ scope }) => scope))].sort();
  }

  async stats(scope: string | undefined, now: string): Promise<mneme.BackendStats> {
    const { embedder, next } = this.meta;
    const counts = mneme.countsOf(this.#records(scope), now);
    return { ...counts, ...(embedder && { embedder }), ...(next && { nextEmbedder: next }) };
  }

  async audit({ scope, limit }: { scope?: string; limit: number }) {
    const within = scope === undefined ? [] : [scope];
    return this.table
      .readAll<mneme.AuditEntry & { number: number }>('audit', ...within)
      .sort((one, other) => mneme.compareTexts(other.at, one.at) || other.number - one.number)
      .slice(0, limit)
      .map(({ number: _, ...line }) => line);
  }

  async erase(scope: string, receipt: mneme.AuditEntry): Promise<mneme.ErasedScope> {
    return this.table.transaction(() => {
      const records = this.memories(scope).length;
      this.table.removeAll('record', scope);
      const removed = ['store', 'document', 'version', 'audit'].map((what) =>
        this.table.removeAll(what, scope),
      );
      const [stores, documents, versions, auditLines] = removed as [number, number, number, number];
      this.addLine(receipt);
      const counts = { records, stores, documents, versions, auditLines };
      return { records, proof: { counts, checks: [] } };
    });
  }

  async close(): Promise<void> {
    if (!this.#closed) this.#table.close();
    this.#closed = true;
  }
}

/** Each query over all memories of one scope, and the turns around the hits. */
export function searchEntries(
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
  vector?: readonly number[];
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
      code: row.vector && searching.quantise(Float32Array.from(row.vector)),
      head: { ...times, kind: kindOf(row), length: row.terms.length },
    })),
  );
  return index;
}

/** What the 8-bit code of the vector leaves out. */
export function restOf(row: Row | undefined): Uint8Array | undefined {
  return searching.quantise(Float32Array.from(row?.vector ?? []))?.rest;
}
