import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import * as mneme from '@mneme/core/contract';
import * as searching from '@mneme/core/index';
import { documentsOf } from './toy-documents.ts';

/** A record as it lies in the store: one JSON value. */
interface Entry<Kept extends mneme.KeptRow['record'] = mneme.KeptRow['record']> {
  record: Kept;
  contentKey: string;
  terms: string[];
  /** In order of arrival. */
  number: number;
  matter?: string;
  vector?: number[];
}

interface Meta {
  last: number;
  embedder?: mneme.EmbedderIdentity;
  /** Among the names of cursors that hold numbers, which all scopes share. */
  secret?: string;
}

/**
 * A whole backend over a table of keys and JSON values, as a reader of docs/write-a-backend.md would write it: every
 * call reads what it needs, searches through the index of the contract, and writes in one transaction.
 */
export function toyBackend(path: string): ToyBackend {
  return new ToyBackend(path);
}

export class ToyBackend implements mneme.MemoryBackend {
  readonly name = 'toy';
  readonly documents: mneme.DocumentBackend;
  readonly keys: mneme.KeyBackend;
  readonly #path: string;
  #database: DatabaseSync | undefined;
  #embedder: mneme.EmbedderIdentity | undefined;
  #closed = false;

  constructor(path: string) {
    this.#path = path;
    this.documents = documentsOf(this);
    this.keys = keysOf(this);
  }

  // What lies under a key.

  get database(): DatabaseSync {
    if (this.#closed)
      throw new mneme.MnemeError('closed', `${this.#path} was closed: open it again`);
    if (this.#database === undefined) {
      this.#database = new DatabaseSync(this.#path, { timeout: 10_000 });
      this.#database.exec('CREATE TABLE IF NOT EXISTS entries (key TEXT PRIMARY KEY, value TEXT)');
    }
    return this.#database;
  }

  /** All or nothing, and nobody else meanwhile. */
  transaction<T>(work: () => T): T {
    const { database } = this;
    database.exec('BEGIN IMMEDIATE');
    try {
      const done = work();
      database.exec('COMMIT');
      return done;
    } catch (error) {
      database.exec('ROLLBACK');
      throw error;
    }
  }

  read<T>(...key: string[]): T | undefined {
    const row = this.database.prepare('SELECT value FROM entries WHERE key = ?').get(keyOf(key));
    return row && (JSON.parse(row.value as string) as T);
  }

  /** Of all keys that begin so, in their order. */
  readAll<T>(...prefix: string[]): T[] {
    const from = keyOf(prefix).slice(0, -1);
    return this.database
      .prepare('SELECT value FROM entries WHERE key >= ? AND key < ? ORDER BY key')
      .all(`${from},`, `${from}-`)
      .map((row) => JSON.parse(row.value as string) as T);
  }

  write(value: unknown, ...key: string[]): void {
    this.database
      .prepare('INSERT OR REPLACE INTO entries (key, value) VALUES (?, ?)')
      .run(keyOf(key), JSON.stringify(value));
  }

  remove(...key: string[]): boolean {
    return this.database.prepare('DELETE FROM entries WHERE key = ?').run(keyOf(key)).changes > 0;
  }

  removeAll(...prefix: string[]): number {
    const from = keyOf(prefix).slice(0, -1);
    const remove = this.database.prepare('DELETE FROM entries WHERE key >= ? AND key < ?');
    return Number(remove.run(`${from},`, `${from}-`).changes);
  }

  get meta(): Meta {
    return this.read('meta') ?? { last: 0 };
  }

  kept(scope?: string): Entry[] {
    return this.readAll<Entry>('record', ...(scope === undefined ? [] : [scope])).sort(
      (a, b) => a.number - b.number,
    );
  }

  #records(scope?: string): mneme.MemoryRecord[] {
    return this.memories(scope).map(({ record }) => record);
  }

  memories(scope?: string): Entry<mneme.MemoryRecord>[] {
    return this.kept(scope).filter((entry): entry is Entry<mneme.MemoryRecord> =>
      mneme.isMemory(entry.record),
    );
  }

  checkVector(vector: ArrayLike<number>, given = this.#embedder): void {
    const { embedder } = this.meta;
    if (embedder === undefined || given === undefined) throw mneme.vectorWithoutEmbedder();
    this.#assertSame(embedder, given);
    mneme.assertDimensions(Float32Array.from(vector), embedder);
  }

  #assertSame(remembered: mneme.EmbedderIdentity, given: mneme.EmbedderIdentity): void {
    if (!mneme.sameEmbedder(remembered, given))
      throw mneme.embedderMismatch(this.#path, { remembered, given });
  }

  // The contract, in its order.

  async open({ embedder }: { embedder?: mneme.EmbedderIdentity }): Promise<void> {
    this.transaction(() => {
      const { meta } = this;
      if (meta.embedder !== undefined && embedder) this.#assertSame(meta.embedder, embedder);
      this.write({ secret: randomUUID(), embedder, ...meta }, 'meta');
    });
    this.#embedder = embedder;
  }

  async search(request: mneme.SearchRequest): Promise<mneme.SearchResponse> {
    const { queries, filter, also = [], around, embedder } = request;
    for (const { vector } of queries) if (vector !== undefined) this.checkVector(vector, embedder);
    const entries = this.memories(request.scope);
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
    return this.transaction(() => this.commitWithin(request));
  }

  /** In a transaction that may write more. */
  commitWithin(request: mneme.CommitRequest): mneme.CommitResult {
    const { scope, expect, puts, removals, audit } = request;
    const mismatched = expect
      .filter(({ id, version }) => (this.#entry(scope, id)?.record.version ?? 0) !== version)
      .map(({ id }) => id);
    if (mismatched.length > 0) return { committed: false, mismatched };
    for (const put of puts) this.#put(put, request);
    const removed = removals.filter((id) => this.remove('record', scope, id));
    for (const line of audit) this.addLine(line);
    return { committed: true, removed };
  }

  #entry(scope: string, id: string): Entry | undefined {
    return this.read<Entry>('record', scope, id);
  }

  #put(put: mneme.StoredRecord, { scope, embedder }: mneme.CommitRequest): void {
    const { record, contentKey, terms, vector, matter } = put;
    const before = this.#entry(scope, record.id);
    const kept = put.dropsVector ? undefined : before;
    if (vector !== undefined) this.checkVector(vector, embedder);
    const entry: Entry = {
      record: { ...record },
      contentKey,
      matter,
      terms: [...(terms ?? before?.terms ?? [])],
      number: before?.number ?? this.nextNumber(),
      vector: vector === undefined ? kept?.vector : [...vector],
    };
    if (before !== undefined) {
      entry.record.accessCount = before.record.accessCount;
      entry.record.lastAccessedAt = before.record.lastAccessedAt;
    }
    this.write(entry, 'record', scope, record.id);
  }

  nextNumber(): number {
    const { meta } = this;
    this.write({ ...meta, last: meta.last + 1 }, 'meta');
    return meta.last + 1;
  }

  addLine(line: mneme.AuditEntry): void {
    this.write(line, 'audit', String(this.nextNumber()).padStart(12, '0'));
  }

  async get(scope: string, ids: readonly string[], options: { vectors?: boolean } = {}) {
    return ids
      .flatMap((id) => this.#entry(scope, id) ?? [])
      .map(
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

  async scopes(): Promise<string[]> {
    return [...new Set(this.#records().map(({ scope }) => scope))].sort();
  }

  async stats(scope: string | undefined, now: string): Promise<mneme.BackendStats> {
    const { embedder } = this.meta;
    return { ...mneme.countsOf(this.#records(scope), now), ...(embedder && { embedder }) };
  }

  async audit({ scope, limit }: { scope?: string; limit: number }): Promise<mneme.AuditEntry[]> {
    return this.readAll<mneme.AuditEntry>('audit')
      .filter((line) => scope === undefined || line.scope === scope)
      .map((line, number) => ({ line, key: `${line.at} ${String(number).padStart(12, '0')}` }))
      .sort((a, b) => (a.key < b.key ? 1 : -1))
      .slice(0, limit)
      .map(({ line }) => line);
  }

  async erase(scope: string, receipt: mneme.AuditEntry): Promise<mneme.ErasedScope> {
    return this.transaction(() => {
      const records = this.memories(scope).length;
      this.removeAll('record', scope);
      const [stores, documents, versions] = ['store', 'document', 'version'].map((what) =>
        this.removeAll(what, scope),
      ) as [number, number, number];
      const kept = this.readAll<mneme.AuditEntry>('audit').filter((line) => line.scope !== scope);
      const auditLines = this.removeAll('audit') - kept.length;
      for (const line of [...kept, receipt]) this.addLine(line);
      const counts = { records, stores, documents, versions, auditLines };
      return { records, proof: { counts, checks: [] } };
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#database?.close();
    this.#database = undefined;
  }
}

/** Keys sort by their parts, and no part can imitate two. */
function keyOf(parts: readonly string[]): string {
  return JSON.stringify(parts);
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

function keysOf(toy: ToyBackend): mneme.KeyBackend {
  const all = () => toy.readAll<mneme.StoredKey & { number: number }>('key');
  const bare = ({ number: _, ...key }: mneme.StoredKey & { number: number }): mneme.StoredKey =>
    key;
  return {
    async addKey(key) {
      toy.transaction(() => toy.write({ ...key, number: all().length }, 'key', key.id));
    },
    async getKey(id) {
      const key = toy.read<mneme.StoredKey & { number: number }>('key', id);
      return key && bare(key);
    },
    async listKeys(scope) {
      return all()
        .filter((key) => scope === undefined || key.scope === scope)
        .sort((a, b) => a.number - b.number)
        .map(bare);
    },
    async revokeKey(id, at) {
      return toy.transaction(() => {
        const key = toy.read<mneme.StoredKey>('key', id);
        if (key === undefined) return false;
        toy.write({ revokedAt: at, ...key }, 'key', id);
        return true;
      });
    },
  };
}
