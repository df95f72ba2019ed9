import { randomUUID } from 'node:crypto';
import * as mneme from '@mneme/core/contract';
import * as searching from '@mneme/core/index';
import type { Table } from './table.ts';

/** A record as it lies in the store: one JSON value. */
export interface Entry<Kept extends mneme.KeptRecord = mneme.KeptRecord> {
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

/** What the store remembers of itself. */
export interface Meta {
  /** The last number that was given out. */
  last: number;
  embedder?: mneme.EmbedderIdentity;
  /** The embedder that the store is being changed to. */
  next?: mneme.EmbedderIdentity;
  /** Among the names of cursors that hold numbers, which all scopes share. */
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

  // What lies under a key.

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

  checkVector(vector: ArrayLike<number>, given = this.#embedder): void {
    const { embedder } = this.meta;
    if (embedder === undefined || given === undefined) throw mneme.vectorWithoutEmbedder();
    this.#assertSame(embedder, given);
    mneme.assertDimensions(Float32Array.from(vector), embedder);
  }

  #assertSame(remembered: mneme.EmbedderIdentity, given: mneme.EmbedderIdentity): void {
    if (!mneme.sameEmbedder(remembered, given))
      throw mneme.embedderMismatch(`the ${this.name} store`, { remembered, given });
  }

  // The contract, in its order.

  async open({ embedder }: { embedder?: mneme.EmbedderIdentity }): Promise<void> {
    this.table.transaction(() => {
      const { meta } = this;
      if (meta.embedder !== undefined && embedder) this.#assertSame(meta.embedder, embedder);
      this.table.write(
        { ...meta, secret: meta.secret ?? randomUUID(), embedder: meta.embedder ?? embedder },
        'meta',
      );
    });
    this.#embedder = embedder;
  }

  async search(request: mneme.SearchRequest): Promise<mneme.SearchResponse> {
    for (const { vector } of request.queries)
      if (vector !== undefined) this.checkVector(vector, request.embedder);
    return searchEntries(this.memories(request.scope), request);
  }

  async sessions(request: mneme.SessionsRequest) {
    const found = mneme.sessionsOf(this.#records(request.scope), request.now);
    const owner = ['sessions', request.scope];
    const { page, ...next } = mneme.pageInOrder(found, ({ session }) => [session], {
      ...request,
      owner,
    });
    return { sessions: [...page], ...next };
  }

  async lookUp({
    scope,
    now,
    probes,
    embedder,
  }: mneme.LookUpRequest): Promise<mneme.LookUpMatch[]> {
    for (const { vector } of probes) if (vector !== undefined) this.checkVector(vector, embedder);
    const current = this.memories(scope).filter(({ record }) => mneme.isCurrent(record, now));
    return probes.map((probe) =>
      mneme.matchAmong(current, probe, (entry) => {
        const quantised = entry.vector && searching.quantise(Float32Array.from(entry.vector));
        const { vector } = probe;
        const hasDirection = vector?.some((component) => component !== 0);
        return quantised && vector && hasDirection
          ? searching.exactDot(vector, quantised)
          : undefined;
      }),
    );
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
    if (vector !== undefined) this.checkVector(vector, embedder);
    const entry: Entry = {
      record: withoutUndefined({ ...record, accessCount, lastAccessedAt }),
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
    this.table.write(line, 'audit', String(this.nextNumber()).padStart(12, '0'));
  }

  async get(scope: string, ids: readonly string[], options: { vectors?: boolean } = {}) {
    const entries = ids.flatMap((id) => this.#entry(scope, id) ?? []);
    return entries.map(
      ({ record, vector }): mneme.KeptRow =>
        options.vectors && vector ? { record, vector: Float32Array.from(vector) } : { record },
    );
  }

  async list(request: mneme.ListRequest) {
    const { scope, filter, order, turns } = request;
    const wanted = turns === undefined ? filter : { ...filter, kinds: ['episode' as const] };
    const records = this.#records(scope)
      .filter((record) => mneme.passesFilter(record, wanted))
      .filter(({ source: { session, sequence } }) => {
        if (turns === undefined) return true;
        if (session !== turns.session || sequence === undefined) return false;
        return sequence >= (turns.from ?? sequence) && sequence <= (turns.to ?? sequence);
      });
    const owner = [order, scope, turns?.session ?? ''];
    const found = { ...request, owner, descending: order !== 'first' };
    const { page, ...next } = mneme.pageInOrder(
      records,
      (each) => mneme.placeInList(each, order),
      found,
    );
    return { records: [...page], ...next };
  }

  async scan(request: mneme.ScanRequest) {
    const rows = this.#records(request.scope).map(mneme.scanRowOf);
    const owner = ['scan', request.scope];
    const { page, ...next } = mneme.pageInOrder(rows, ({ id }) => [id], { ...request, owner });
    return { rows: [...page], ...next };
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
    return {
      ...mneme.countsOf(this.#records(scope), now),
      ...(embedder && { embedder }),
      ...(next && { nextEmbedder: next }),
    };
  }

  async audit({ scope, limit }: { scope?: string; limit: number }): Promise<mneme.AuditEntry[]> {
    return this.table
      .readAll<mneme.AuditEntry>('audit')
      .filter((line) => scope === undefined || line.scope === scope)
      .map((line, number) => ({ line, key: `${line.at} ${String(number).padStart(12, '0')}` }))
      .sort((a, b) => (a.key < b.key ? 1 : -1))
      .slice(0, limit)
      .map(({ line }) => line);
  }

  async erase(scope: string, receipt: mneme.AuditEntry): Promise<mneme.ErasedScope> {
    return this.table.transaction(() => {
      const records = this.memories(scope).length;
      this.table.removeAll('record', scope);
      const [stores, documents, versions] = ['store', 'document', 'version'].map((what) =>
        this.table.removeAll(what, scope),
      ) as [number, number, number];
      const kept = this.table
        .readAll<mneme.AuditEntry>('audit')
        .filter((line) => line.scope !== scope);
      const auditLines = this.table.removeAll('audit') - kept.length;
      for (const line of [...kept, receipt]) this.addLine(line);
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
  const index = indexOf(
    entries.map(({ record, ...row }) => ({
      ...row,
      kind: searching.kindNumber(record.category),
    })),
  );
  const passes = passing(entries, filter);
  const asked = queries.map((query) => new searching.AskedQuery(index, query));
  for (const [at, query] of queries.entries()) asked[at]?.look(passes, query);
  for (const more of also) asked[0]?.look(passing(entries, more.filter), more);
  for (const query of asked) query.compare((place) => restOf(entries[place]));
  const statistics = asked.map((query) => query.statistics);
  const candidatesAt = (places: readonly number[]): mneme.Candidate[] => {
    const found = asked.map((query) => query.foundAt(places));
    return places.map((place, at) => {
      const { record, terms } = entries[place] as Entry<mneme.MemoryRecord>;
      return {
        record,
        length: terms.length,
        found: found.map((each) => each[at] as mneme.Found),
      };
    });
  };
  const places = [...new Set(asked.flatMap((query) => query.places()))];
  const candidates = candidatesAt(places);
  index.release();
  if (around === undefined) return { candidates, statistics };
  const turns = searching.bestTurns({ candidates, statistics }, around);
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
  number: number;
  terms: readonly string[];
  vector?: readonly number[];
  kind: number;
}

/** Places in it are those of the list. */
export function indexOf(rows: readonly Row[]): searching.RowIndex {
  const dimensions = rows.find(({ vector }) => vector !== undefined)?.vector?.length;
  const index = new searching.RowIndex({ dimensions, memory: new searching.CodeMemory() });
  const times = { importance: 0, occurredAt: 0, expiresAt: 0, validTo: 0 };
  index.put(
    rows.map(({ number, terms, vector, kind }) => ({
      number,
      terms: terms.join(' '),
      code: vector && searching.quantise(Float32Array.from(vector)),
      head: { ...times, kind, length: terms.length },
    })),
  );
  return index;
}

/** What the 8-bit code of the vector leaves out. */
export function restOf(row: { vector?: readonly number[] } | undefined): Uint8Array | undefined {
  return searching.quantise(Float32Array.from(row?.vector ?? []))?.rest;
}

function passing(
  entries: readonly Entry<mneme.MemoryRecord>[],
  filter: mneme.RecordFilter,
): Uint8Array {
  return Uint8Array.from(entries, ({ record }) => (mneme.passesFilter(record, filter) ? 1 : 0));
}

/** An absent field and one that is undefined are the same. */
function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as T;
}
