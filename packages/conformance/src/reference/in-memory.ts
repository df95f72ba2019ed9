import type {
  BackendWithDocuments,
  DocumentBackend,
  MemoryBackend,
  MemoryRecord,
} from '@mneme/core/backend';
import { type Entry, type Meta, memoriesOf, ReferenceBackend } from './backend.ts';
import { type DocumentRow, documentsOf, type StoreRow, type VersionRow } from './documents.ts';
import { migrationOf } from './migration.ts';
import { keyOf, keysBelow, type Table } from './table.ts';

interface StoredDocuments extends StoreRow {
  documents: DocumentRow[];
  /** In the order in which they were written. */
  versions: VersionRow[];
}

const byNumber = (one: { number: number }, other: { number: number }) => one.number - other.number;

/** The stored values. Two backends over one store act as two connections to one database. */
export class InMemoryStore implements Table {
  /** By key. */
  readonly values = new Map<string, unknown>();
  /** In a transaction: the state before it. */
  #before: Map<string, unknown> | undefined;

  read<T>(...key: string[]): T | undefined {
    return structuredClone(this.values.get(keyOf(key)) as T | undefined);
  }

  readAll<T>(...prefix: string[]): T[] {
    return structuredClone(this.all<T>(...prefix));
  }

  /** The stored values themselves, for a test that changes them. */
  all<T>(...prefix: string[]): T[] {
    return this.#keys(prefix).map((key) => this.values.get(key) as T);
  }

  write(value: unknown, ...key: string[]): void {
    this.#set(keyOf(key), JSON.parse(JSON.stringify(value)));
  }

  remove(...key: string[]): boolean {
    const isThere = this.values.has(keyOf(key));
    this.#set(keyOf(key), undefined);
    return isThere;
  }

  removeAll(...prefix: string[]): number {
    const keys = this.#keys(prefix);
    for (const key of keys) this.#set(key, undefined);
    return keys.length;
  }

  transaction<T>(work: () => T): T {
    const before = new Map<string, unknown>();
    this.#before = before;
    try {
      return work();
    } catch (error) {
      this.#before = undefined;
      for (const [key, value] of before) this.#set(key, value);
      throw error;
    } finally {
      this.#before = undefined;
    }
  }

  close(): void {}

  /** Not a copy, as in {@link all}. */
  get meta(): Meta {
    if (!this.values.has(keyOf(['meta']))) this.write({ last: 0 }, 'meta');
    return this.values.get(keyOf(['meta'])) as Meta;
  }

  /** The stored memories (not copies), without the engine's own records, in order of arrival. */
  rows(scope: string): Entry<MemoryRecord>[] {
    return memoriesOf(this.all('record', scope));
  }

  /** The stored entries (not copies), including the engine's own records. */
  entries(scope: string): Entry[] {
    return this.all('record', scope);
  }

  /** The stored entry, not a copy. */
  row(scope: string, id: string): Entry | undefined {
    return this.values.get(keyOf(['record', scope, id])) as Entry | undefined;
  }

  /** Scopes with a record, sorted by name. */
  names(): string[] {
    return [...new Set(memoriesOf(this.all('record')).map(({ record }) => record.scope))].sort();
  }

  /** The document stores of a scope or of all, oldest first, with their stored contents (not copies). */
  stores(scope?: string): StoredDocuments[] {
    const rows = this.all<StoreRow>('store', ...(scope === undefined ? [] : [scope]));
    return rows.sort(byNumber).map((row) => {
      const { scope, id } = row.info;
      const versions = this.all<VersionRow>('version', scope, id).sort(byNumber);
      return { ...row, documents: this.all<DocumentRow>('document', scope, id), versions };
    });
  }

  #keys(prefix: readonly string[]): string[] {
    const [from, to] = keysBelow(prefix);
    return [...this.values.keys()].filter((key) => key >= from && key < to).sort();
  }

  #set(key: string, value: unknown): void {
    if (this.#before?.has(key) === false) this.#before.set(key, this.values.get(key));
    if (value === undefined) this.values.delete(key);
    else this.values.set(key, value);
  }
}

const remainsOf = (backend: ReferenceBackend) => async () => {
  backend.table.read('meta');
  return { bytes: 'removed' as const };
};

/**
 * A backend in plain memory, for tests: the records of a {@link ReferenceBackend}.
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
  const backend = new ReferenceBackend('in-memory', store);
  return Object.assign(backend, {
    migration: migrationOf(backend),
    remains: remainsOf(backend),
  });
}

/** Its documents, without the records. */
export function inMemoryDocumentBackend({
  store = new InMemoryStore(),
}: {
  store?: InMemoryStore;
} = {}): BackendWithDocuments & DocumentBackend {
  const backend = new ReferenceBackend('in-memory', store);
  const place = {
    ...documentsOf(backend),
    name: backend.name,
    remains: remainsOf(backend),
    open: backend.open.bind(backend),
    erase: backend.erase.bind(backend),
    close: backend.close.bind(backend),
  };
  return Object.assign(place, { documents: place });
}
