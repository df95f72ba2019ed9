import {
  type AuditEntry,
  assertDimensions,
  type BackendStats,
  type CommitRequest,
  type CommitResult,
  cursorCodec,
  type EmbedderIdentity,
  type EmbeddingMigration,
  embedderMismatch,
  isCurrent,
  isExpired,
  type KeptRow,
  type ListRequest,
  type ListResponse,
  type LookUpMatch,
  type LookUpRequest,
  type MemoryBackend,
  type MemoryCategory,
  type MemoryKind,
  type MemoryRecord,
  MnemeError,
  memoryCategories,
  pageOf,
  passesFilter,
  type Remains,
  type ScanRequest,
  type ScanResponse,
  type ScanRow,
  type SearchRequest,
  type SearchResponse,
  type SessionsRequest,
  type SessionsResponse,
  sameEmbedder,
  vectorWithoutEmbedder,
} from '@mneme/core/contract';
import { listRows } from './in-memory-list.ts';
import { inMemoryMigration } from './in-memory-migration.ts';
import { matchOf, searchRows } from './in-memory-search.ts';
import { sessionsOf, turnsOf } from './in-memory-sessions.ts';
import { compare, InMemoryStore, putOver, withoutUndefined } from './in-memory-store.ts';

/**
 * A whole backend in plain arrays, for tests: every method is its contract written down, and reads every row. Two of
 * them over one `store` act as two connections to one database.
 *
 * @example
 * const backend = inMemoryBackend();
 * await backend.open({ embedder: testEmbedder });
 */
export function inMemoryBackend({
  store = new InMemoryStore(),
}: {
  store?: InMemoryStore;
} = {}): MemoryBackend & Required<Pick<MemoryBackend, 'touch' | 'remains' | 'migration'>> {
  return new InMemoryBackend(store);
}

const scanCursors = cursorCodec('scan', ['string']);

class InMemoryBackend implements MemoryBackend {
  readonly name = 'in-memory';
  readonly #store: InMemoryStore;
  readonly migration: EmbeddingMigration;
  #embedder: EmbedderIdentity | undefined;
  #closed = false;

  constructor(store: InMemoryStore) {
    this.#store = store;
    this.migration = inMemoryMigration(() => this.#opened());
  }

  async open({ embedder }: { embedder?: EmbedderIdentity }): Promise<void> {
    const store = this.#opened();
    if (embedder === undefined) return;
    assertSameEmbedder(store.embedder, embedder);
    store.embedder = { ...embedder };
    this.#embedder = embedder;
  }

  async search(request: SearchRequest): Promise<SearchResponse> {
    for (const { vector } of request.queries)
      if (vector !== undefined) this.#assertVector(vector, request.embedder);
    return searchRows(this.#opened().rows(request.scope), request);
  }

  async sessions(request: SessionsRequest): Promise<SessionsResponse> {
    return sessionsOf(this.#opened().rows(request.scope), request);
  }

  async lookUp({ scope, now, probes }: LookUpRequest): Promise<LookUpMatch[]> {
    const store = this.#opened();
    const current = store.rows(scope).filter(({ record }) => isCurrent(record, now));
    return probes.map((probe) => matchOf(current, probe));
  }

  async commit({
    scope,
    expect,
    embedder,
    nextEmbedder,
    puts,
    removals,
    audit,
  }: CommitRequest): Promise<CommitResult> {
    const store = this.#opened();
    const mismatched = expect.filter(
      ({ id, version }) => (store.row(scope, id)?.record.version ?? 0) !== version,
    );
    if (mismatched.length > 0)
      return { committed: false, mismatched: mismatched.map(({ id }) => id) };
    const isBuilding = store.next && nextEmbedder && sameEmbedder(store.next, nextEmbedder);
    const rows = new Map(store.kept(scope).map((row) => [row.record.id, row]));
    for (const put of puts) {
      if (put.vector !== undefined) this.#assertVector(put.vector, embedder);
      const nextVector = isBuilding ? put.nextVector : undefined;
      rows.set(put.record.id, putOver(rows.get(put.record.id), { ...put, nextVector }));
    }
    const removed = removals.filter((id) => rows.delete(id));
    store.replace(scope, rows, audit);
    return { committed: true, removed };
  }

  async get(
    scope: string,
    ids: readonly string[],
    { vectors = false }: { vectors?: boolean } = {},
  ): Promise<KeptRow[]> {
    const store = this.#opened();
    const rows = ids.flatMap((id) => store.row(scope, id) ?? []);
    return structuredClone(
      rows.map(({ record, vector }) => (vectors && vector ? { record, vector } : { record })),
    );
  }

  async list({ filter, ...page }: ListRequest): Promise<ListResponse> {
    const rows = this.#opened().rows(page.scope);
    if (page.turns !== undefined) return turnsOf(rows, { ...page, filter, turns: page.turns });
    return listRows(
      rows.filter(({ record }) => passesFilter(record, filter)),
      page,
    );
  }

  async scan({ scope, cursor, limit }: ScanRequest): Promise<ScanResponse> {
    const [after] = scanCursors.decode(cursor, [scope]) ?? [''];
    const rest = this.#opened()
      .rows(scope)
      .map(({ record }) => scanRow(record))
      .filter(({ id }) => id > after)
      .sort((left, right) => compare(left.id, right.id));
    const { page, ...next } = pageOf(rest, limit, ({ id }) => scanCursors.encode([id], [scope]));
    return { rows: [...page], ...next };
  }

  async touch(scope: string, ids: readonly string[], at: string): Promise<void> {
    const store = this.#opened();
    for (const id of ids) {
      const record = store.row(scope, id)?.record;
      if (record === undefined) continue;
      record.accessCount += 1;
      record.lastAccessedAt = at;
    }
  }

  async scopes(): Promise<string[]> {
    return this.#opened().names();
  }

  async stats(scope: string | undefined, now: string): Promise<BackendStats> {
    const store = this.#opened();
    const names = scope === undefined ? store.names() : [scope];
    const records = names.flatMap((name) => store.rows(name).map((row) => row.record));
    const current = records.filter((record) => isCurrent(record, now));
    const kindOf = (kind: MemoryKind) => current.filter((record) => record.kind === kind).length;
    const countOf = (category: MemoryCategory) =>
      current.filter((record) => record.category === category).length;
    return {
      current: current.length,
      superseded: records.filter((record) => record.supersededBy !== undefined).length,
      expired: records.filter((record) => isExpired(record, now)).length,
      byKind: { episode: kindOf('episode'), fact: kindOf('fact') },
      byCategory: Object.fromEntries(
        memoryCategories.map((category) => [category, countOf(category)]),
      ) as Record<MemoryCategory, number>,
      ...(store.embedder === undefined ? {} : { embedder: { ...store.embedder } }),
      ...(store.next === undefined ? {} : { nextEmbedder: { ...store.next } }),
    };
  }

  async audit({ scope, limit }: { scope?: string; limit: number }): Promise<AuditEntry[]> {
    const entries = this.#opened()
      .audit()
      .filter((entry) => scope === undefined || entry.scope === scope);
    return structuredClone(entries.slice(0, limit));
  }

  async erase(scope: string, receipt: AuditEntry): Promise<{ records: number }> {
    const store = this.#opened();
    const records = store.rows(scope).length;
    store.erase(scope, receipt);
    return { records };
  }

  async remains(): Promise<Remains> {
    this.#opened();
    return { bytes: 'removed' };
  }

  async close(): Promise<void> {
    this.#closed = true;
  }

  #opened(): InMemoryStore {
    if (this.#closed)
      throw new MnemeError('closed', 'the in-memory store was closed: open another one');
    return this.#store;
  }

  #assertVector(vector: Float32Array, given = this.#embedder): void {
    const { embedder } = this.#opened();
    if (embedder === undefined || given === undefined) throw vectorWithoutEmbedder();
    assertSameEmbedder(embedder, given);
    assertDimensions(vector, embedder);
  }
}

function scanRow({
  id,
  version,
  kind,
  category,
  importance,
  confirmedAt,
  expiresAt,
  supersededBy,
  lastAccessedAt,
}: MemoryRecord): ScanRow {
  return withoutUndefined({
    id,
    version,
    kind,
    category,
    importance,
    confirmedAt,
    expiresAt,
    supersededBy,
    lastAccessedAt,
  });
}

function assertSameEmbedder(
  remembered: EmbedderIdentity | undefined,
  given: EmbedderIdentity,
): void {
  if (remembered === undefined || sameEmbedder(remembered, given)) return;
  throw embedderMismatch('the in-memory store', { remembered, given });
}
