import { DatabaseSync } from 'node:sqlite';
import {
  type AuditEntry,
  assertDimensions,
  type BackendStats,
  type Candidate,
  type CommitRequest,
  type CommitResult,
  cursorCodec,
  type EmbedderIdentity,
  type EmbeddingMigration,
  embedderMismatch,
  type Found,
  isCurrent,
  isExpired,
  isMemory,
  type KeptRow,
  type KeyBackend,
  type ListRequest,
  type LookUpMatch,
  type LookUpProbe,
  type LookUpRequest,
  type MemoryBackend,
  type MemoryRecord,
  MnemeError,
  memoryCategories,
  otherSpace,
  pageOf,
  passesFilter,
  type RecordFilter,
  type ScanRow,
  type SearchRequest,
  type SearchResponse,
  type SessionsRequest,
  type StoredKey,
  type StoredRecord,
  sameEmbedder,
  vectorWithoutEmbedder,
} from '@mneme/core/contract';
import {
  AskedQuery,
  bestTurns,
  CodeMemory,
  exactDot,
  kindNumber,
  quantise,
  RowIndex,
} from '@mneme/core/index';

/** A record as it lies in the store: one JSON value. */
interface Entry<Kept extends KeptRow['record'] = KeptRow['record']> {
  record: Kept;
  contentKey: string;
  terms: string[];
  /** In order of arrival. */
  number: number;
  matter?: string;
  vector?: number[];
  nextVector?: number[];
}

interface Meta {
  last: number;
  embedder?: EmbedderIdentity;
  next?: EmbedderIdentity;
}

const lines = cursorCodec('list', ['string']);

/**
 * A whole backend over a table of keys and JSON values, as a reader of docs/write-a-backend.md would write it: every
 * call reads what it needs, searches through the index of the contract, and writes in one transaction.
 */
export function toyBackend(path: string): MemoryBackend & { readonly keys: KeyBackend } {
  return new ToyBackend(path);
}

class ToyBackend implements MemoryBackend {
  readonly name = 'toy';
  readonly migration: EmbeddingMigration;
  readonly keys: KeyBackend;
  readonly #path: string;
  #database: DatabaseSync | undefined;
  #embedder: EmbedderIdentity | undefined;
  #closed = false;

  constructor(path: string) {
    this.#path = path;
    this.migration = migrationOf(this);
    this.keys = keysOf(this);
  }

  // What lies under a key.

  get database(): DatabaseSync {
    if (this.#closed) throw new MnemeError('closed', `${this.#path} was closed: open it again`);
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

  get meta(): Meta {
    return this.read('meta') ?? { last: 0 };
  }

  kept(scope?: string): Entry[] {
    return this.readAll<Entry>('record', ...(scope === undefined ? [] : [scope])).sort(
      (a, b) => a.number - b.number,
    );
  }

  memories(scope?: string): Entry<MemoryRecord>[] {
    return this.kept(scope).filter((entry): entry is Entry<MemoryRecord> => isMemory(entry.record));
  }

  #checkVector(vector: ArrayLike<number>, given = this.#embedder): void {
    const { embedder } = this.meta;
    if (embedder === undefined || given === undefined) throw vectorWithoutEmbedder();
    this.#assertSame(embedder, given);
    assertDimensions(Float32Array.from(vector), embedder);
  }

  #assertSame(remembered: EmbedderIdentity, given: EmbedderIdentity): void {
    if (!sameEmbedder(remembered, given)) throw embedderMismatch(this.#path, { remembered, given });
  }

  // The contract, in its order.

  async open({ embedder }: { embedder?: EmbedderIdentity }): Promise<void> {
    this.transaction(() => {
      const { meta } = this;
      if (embedder === undefined) return;
      if (meta.embedder !== undefined) this.#assertSame(meta.embedder, embedder);
      this.write({ ...meta, embedder }, 'meta');
    });
    this.#embedder = embedder;
  }

  async search(request: SearchRequest): Promise<SearchResponse> {
    const { queries, filter, also = [], around, embedder } = request;
    for (const { vector } of queries) if (vector !== undefined) this.#checkVector(vector, embedder);
    const entries = this.memories(request.scope);
    const index = indexOf(entries);
    const passes = passing(entries, filter);
    const asked = queries.map((query) => new AskedQuery(index, query));
    for (const [at, query] of queries.entries()) asked[at]?.look(passes, query);
    for (const more of also) asked[0]?.look(passing(entries, more.filter), more);
    const restAt = (place: number) =>
      quantise(Float32Array.from(entries[place]?.vector ?? []))?.rest;
    for (const query of asked) query.compare(restAt);
    const statistics = asked.map((query) => query.statistics);
    const candidatesAt = (places: readonly number[]): Candidate[] => {
      const found = asked.map((query) => query.foundAt(places));
      return places.map((place, at) => {
        const { record, terms } = entries[place] as Entry<MemoryRecord>;
        return { record, length: terms.length, found: found.map((each) => each[at] as Found) };
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

  async sessions({ scope, now, limit, cursor }: SessionsRequest) {
    const [after = ''] = lines.decode(cursor, ['sessions', scope]) ?? [];
    const turns = this.memories(scope).map(({ record }) => record);
    const named = Map.groupBy(
      turns.filter((turn) => turn.kind === 'episode' && isCurrent(turn, now)),
      ({ source }) => source.session ?? '',
    );
    const rest = [...named.keys()].filter((name) => name > after).sort();
    const { page, ...next } = pageOf(rest, limit, (name) =>
      lines.encode([name], ['sessions', scope]),
    );
    const sessions = page.map((session) => {
      const of = named.get(session) ?? [];
      const times = of.map(({ occurredAt }) => occurredAt).sort();
      const places = of.map(({ source }) => source.sequence ?? 0);
      return {
        session,
        turns: of.length,
        firstAt: times[0] ?? '',
        lastAt: times.at(-1) ?? '',
        firstSequence: Math.min(...places),
        lastSequence: Math.max(...places),
      };
    });
    return { sessions, ...next };
  }

  async lookUp({ scope, now, probes, embedder }: LookUpRequest): Promise<LookUpMatch[]> {
    for (const { vector } of probes) if (vector !== undefined) this.#checkVector(vector, embedder);
    const current = this.memories(scope).filter(({ record }) => isCurrent(record, now));
    return probes.map((probe) => matchOf(current, probe));
  }

  async commit(request: CommitRequest): Promise<CommitResult> {
    const { scope, expect, puts, removals, audit } = request;
    return this.transaction(() => {
      const mismatched = expect
        .filter(({ id, version }) => (this.#entry(scope, id)?.record.version ?? 0) !== version)
        .map(({ id }) => id);
      if (mismatched.length > 0) return { committed: false, mismatched };
      for (const put of puts) this.#put(put, request);
      const removed = removals.filter((id) => this.remove('record', scope, id));
      for (const line of audit) this.#addLine(line);
      return { committed: true, removed };
    });
  }

  #entry(scope: string, id: string): Entry | undefined {
    return this.read<Entry>('record', scope, id);
  }

  #put(put: StoredRecord, { scope, embedder, nextEmbedder }: CommitRequest): void {
    const { record, contentKey, terms, vector, nextVector, matter } = put;
    const before = this.#entry(scope, record.id);
    const kept = put.dropsVector ? undefined : before;
    const { next } = this.meta;
    if (vector !== undefined) this.#checkVector(vector, embedder);
    const isBuilding = next && nextEmbedder && sameEmbedder(next, nextEmbedder);
    const entry: Entry = {
      record: { ...record },
      contentKey,
      matter,
      terms: [...(terms ?? before?.terms ?? [])],
      number: before?.number ?? this.#nextNumber(),
      vector: vector === undefined ? kept?.vector : [...vector],
      nextVector:
        vector === undefined
          ? kept?.nextVector
          : isBuilding && nextVector
            ? [...nextVector]
            : undefined,
    };
    if (before !== undefined) {
      entry.record.accessCount = before.record.accessCount;
      entry.record.lastAccessedAt = before.record.lastAccessedAt;
    }
    this.write(entry, 'record', scope, record.id);
  }

  #nextNumber(): number {
    const { meta } = this;
    this.write({ ...meta, last: meta.last + 1 }, 'meta');
    return meta.last + 1;
  }

  #addLine(line: AuditEntry): void {
    this.write(line, 'audit', String(this.#nextNumber()).padStart(12, '0'));
  }

  async get(scope: string, ids: readonly string[], options: { vectors?: boolean } = {}) {
    return ids
      .flatMap((id) => this.#entry(scope, id) ?? [])
      .map(
        ({ record, vector }): KeptRow =>
          options.vectors && vector ? { record, vector: Float32Array.from(vector) } : { record },
      );
  }

  async list({ scope, filter, order, turns, limit, cursor }: ListRequest) {
    const wanted = turns === undefined ? filter : { ...filter, kinds: ['episode' as const] };
    const inOrder = this.memories(scope)
      .map(({ record }) => record)
      .filter((record) => passesFilter(record, wanted))
      .filter(({ source: { session, sequence } }) => {
        if (turns === undefined) return true;
        if (session !== turns.session || sequence === undefined) return false;
        return sequence >= (turns.from ?? sequence) && sequence <= (turns.to ?? sequence);
      })
      .sort((a, b) => compare(placeIn(order, a), placeIn(order, b)));
    const owner = [order, scope, turns?.session ?? ''];
    const [after] = lines.decode(cursor, owner) ?? [];
    const start = after === undefined ? undefined : (JSON.parse(after) as Place);
    const rest = inOrder.filter(
      (record) => start === undefined || compare(placeIn(order, record), start) > 0,
    );
    const { page, ...next } = pageOf(rest, limit, (last) =>
      lines.encode([JSON.stringify(placeIn(order, last))], owner),
    );
    return { records: [...page], ...next };
  }

  async scan({ scope, limit, cursor }: { scope: string; limit: number; cursor?: string }) {
    const [after = ''] = lines.decode(cursor, ['scan', scope]) ?? [];
    const rest = this.memories(scope)
      .map(({ record }) => scanRow(record))
      .filter(({ id }) => id > after)
      .sort((a, b) => compare([a.id], [b.id]));
    const { page, ...next } = pageOf(rest, limit, ({ id }) => lines.encode([id], ['scan', scope]));
    return { rows: [...page], ...next };
  }

  async scopes(): Promise<string[]> {
    return [...new Set(this.memories().map(({ record }) => record.scope))].sort();
  }

  async stats(scope: string | undefined, now: string): Promise<BackendStats> {
    const records = this.memories(scope).map(({ record }) => record);
    const current = records.filter((record) => isCurrent(record, now));
    const { embedder, next } = this.meta;
    const count = (holds: (record: MemoryRecord) => boolean, of = current) =>
      of.filter(holds).length;
    return {
      current: current.length,
      superseded: count(({ supersededBy }) => supersededBy !== undefined, records),
      expired: count((record) => isExpired(record, now), records),
      byKind: {
        episode: count(({ kind }) => kind === 'episode'),
        fact: count(({ kind }) => kind === 'fact'),
      },
      byCategory: Object.fromEntries(
        memoryCategories.map((name) => [name, count(({ category }) => category === name)]),
      ) as BackendStats['byCategory'],
      ...(embedder && { embedder }),
      ...(next && { nextEmbedder: next }),
    };
  }

  async audit({ scope, limit }: { scope?: string; limit: number }): Promise<AuditEntry[]> {
    return this.readAll<AuditEntry>('audit')
      .reverse()
      .sort((a, b) => compare([b.at], [a.at]))
      .filter((line) => scope === undefined || line.scope === scope)
      .slice(0, limit);
  }

  async erase(scope: string, receipt: AuditEntry): Promise<{ records: number }> {
    return this.transaction(() => {
      const records = this.memories(scope).length;
      for (const { record } of this.kept(scope)) this.remove('record', scope, record.id);
      const kept = this.readAll<AuditEntry>('audit').filter((line) => line.scope !== scope);
      const from = keyOf(['audit']).slice(0, -1);
      this.database
        .prepare('DELETE FROM entries WHERE key >= ? AND key < ?')
        .run(`${from},`, `${from}-`);
      for (const line of [...kept, receipt]) this.#addLine(line);
      return { records };
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

/** Places in it are those of the list. */
function indexOf(entries: readonly Entry<MemoryRecord>[]): RowIndex {
  const dimensions = entries.find(({ vector }) => vector !== undefined)?.vector?.length;
  const index = new RowIndex({ dimensions, memory: new CodeMemory() });
  index.put(
    entries.map(({ record, number, terms, vector }) => ({
      number,
      terms: terms.join(' '),
      code: vector && quantise(Float32Array.from(vector)),
      head: {
        kind: kindNumber(record.category),
        importance: record.importance,
        length: terms.length,
        occurredAt: 0,
        expiresAt: 0,
        validTo: 0,
      },
    })),
  );
  return index;
}

function passing(entries: readonly Entry<MemoryRecord>[], filter: RecordFilter): Uint8Array {
  return Uint8Array.from(entries, ({ record }) => (passesFilter(record, filter) ? 1 : 0));
}

function matchOf(current: readonly Entry<MemoryRecord>[], probe: LookUpProbe): LookUpMatch {
  const { category, contentKey, vector, externalId, matter, turn, limit } = probe;
  const same = current.filter(
    ({ record }) => category !== undefined && record.category === category,
  );
  const near = (entry: Entry<MemoryRecord>) => {
    const quantised = entry.vector && quantise(Float32Array.from(entry.vector));
    const hasDirection = vector?.some((component) => component !== 0);
    return quantised && vector && hasDirection ? exactDot(vector, quantised) : undefined;
  };
  const match: LookUpMatch = {
    nearest: (contentKey === undefined ? [] : same)
      .flatMap((entry) => {
        const similarity = near(entry);
        return similarity === undefined ? [] : [{ record: entry.record, similarity }];
      })
      .sort((a, b) => b.similarity - a.similarity)
      .slice(0, limit),
    sameMatter: (contentKey === undefined ? [] : same)
      .filter((entry) => matter !== undefined && entry.matter === matter)
      .sort((a, b) => compare([b.record.createdAt], [a.record.createdAt]))
      .slice(0, limit)
      .map((entry) => {
        const similarity = near(entry);
        return { record: entry.record, ...(similarity === undefined ? {} : { similarity }) };
      }),
    atTurn: current
      .map(({ record }) => record)
      .filter(
        ({ kind, source }) =>
          turn !== undefined &&
          kind === 'episode' &&
          source.session === turn.session &&
          source.sequence === turn.sequence,
      )
      .sort((a, b) => compare([a.id], [b.id])),
  };
  const equal =
    contentKey === undefined ? undefined : same.find((entry) => entry.contentKey === contentKey);
  if (equal !== undefined) match.equal = equal.record;
  const sameId = current.find(
    ({ record }) => externalId !== undefined && record.source.externalId === externalId,
  );
  if (sameId !== undefined) match.sameExternalId = sameId.record;
  return match;
}

type Place = readonly (string | number)[];

/** Which way it goes, then what is compared: a place behind another one compares as larger. */
function placeIn(order: ListRequest['order'], record: MemoryRecord): Place {
  const { importance, createdAt, id, source } = record;
  if (order === 'first') return ['up', source.sequence ?? 0, id];
  if (order === 'last') return ['down', source.sequence ?? 0, id];
  return ['down', order === 'importance' ? importance : 0, createdAt, id];
}

function compare(a: Place, b: Place): number {
  const sign = a[0] === 'down' ? -1 : 1;
  const at = a.findIndex((part, index) => part !== b[index]);
  if (at < 0) return 0;
  return (a[at] as string) < (b[at] as string) ? -sign : sign;
}

function scanRow(record: MemoryRecord): ScanRow {
  const { id, version, kind, category, importance, confirmedAt } = record;
  const { expiresAt, supersededBy, lastAccessedAt } = record;
  const row = { id, version, kind, category, importance, confirmedAt };
  return JSON.parse(JSON.stringify({ ...row, expiresAt, supersededBy, lastAccessedAt })) as ScanRow;
}

/** A second vector in each value; what lacks it is pending. */
function migrationOf(toy: ToyBackend): EmbeddingMigration {
  const isNow = (next: EmbedderIdentity) => {
    const { embedder } = toy.meta;
    return embedder !== undefined && sameEmbedder(embedder, next);
  };
  const requireNext = (asked: EmbedderIdentity) => {
    const { next: building } = toy.meta;
    if (building === undefined || !sameEmbedder(building, asked))
      throw otherSpace('the toy store', { building, asked });
  };
  const fieldOf = (next: EmbedderIdentity) => (isNow(next) ? 'vector' : 'nextVector');
  const lacking = (next: EmbedderIdentity) =>
    toy.memories().filter((entry) => entry[fieldOf(next)] === undefined);
  const save = (entry: Entry) => toy.write(entry, 'record', entry.record.scope, entry.record.id);
  return {
    stragglersMs: 0,
    async begin(next) {
      return toy.transaction(() => {
        if (isNow(next)) return { switched: true, done: 0, pending: lacking(next).length };
        if (toy.meta.next === undefined) toy.write({ ...toy.meta, next }, 'meta');
        requireNext(next);
        const pending = lacking(next).length;
        return { switched: false, done: toy.memories().length - pending, pending };
      });
    },
    async pending({ next, limit, cursor }) {
      if (!isNow(next)) requireNext(next);
      const [after = ''] = lines.decode(cursor, ['pending']) ?? [];
      const rest = lacking(next)
        .map(({ record }) => ({
          key: keyOf([record.scope, record.id]),
          kind: 'record' as const,
          record,
        }))
        .filter(({ key }) => key > after)
        .sort((a, b) => compare([a.key], [b.key]));
      const { page, ...more } = pageOf(rest, limit, ({ key }) => lines.encode([key], ['pending']));
      return { texts: [...page], ...more };
    },
    async fill({ next, vectors }) {
      return toy.transaction(() => {
        if (!isNow(next)) requireNext(next);
        const entries = new Map(
          lacking(next).map((entry) => [keyOf([entry.record.scope, entry.record.id]), entry]),
        );
        let taken = 0;
        for (const { text, vector } of vectors) {
          const entry = entries.get(text.key);
          if (entry === undefined || text.kind !== 'record') continue;
          if (entry.record.content !== text.record.content) continue;
          save({ ...entry, [fieldOf(next)]: [...vector] });
          taken += 1;
        }
        return taken;
      });
    },
    async finish(next) {
      return toy.transaction(() => {
        if (isNow(next)) return true;
        requireNext(next);
        if (lacking(next).length > 0) return false;
        for (const { nextVector, ...entry } of toy.memories())
          save({ ...entry, vector: nextVector });
        const { next: embedder, ...meta } = toy.meta;
        toy.write({ ...meta, embedder }, 'meta');
        return true;
      });
    },
    async clear() {
      void toy.database;
    },
    async abandon(next) {
      toy.transaction(() => {
        const { next: building, ...meta } = toy.meta;
        if (building === undefined || !sameEmbedder(building, next)) return;
        for (const { nextVector: _, ...entry } of toy.memories()) save(entry);
        toy.write(meta, 'meta');
      });
    },
  };
}

function keysOf(toy: ToyBackend): KeyBackend {
  const all = () => toy.readAll<StoredKey & { number: number }>('key');
  const bare = ({ number: _, ...key }: StoredKey & { number: number }): StoredKey => key;
  return {
    async addKey(key) {
      toy.transaction(() => toy.write({ ...key, number: all().length }, 'key', key.id));
    },
    async getKey(id) {
      const key = toy.read<StoredKey & { number: number }>('key', id);
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
        const key = toy.read<StoredKey>('key', id);
        if (key === undefined) return false;
        toy.write({ revokedAt: at, ...key }, 'key', id);
        return true;
      });
    },
  };
}
