import type {
  AuditEntry,
  EmbedderIdentity,
  KeptRecord,
  MemoryRecord,
  StoredRecord,
} from '@mneme/core/contract';
import { isMemory } from '@mneme/core/contract';

/** A stored record with everything for the index. */
export interface Row<Kept extends KeptRecord = MemoryRecord> {
  record: Kept;
  contentKey: string;
  vector?: Float32Array;
  /** In the space that is being built. */
  nextVector?: Float32Array;
  terms: readonly string[];
  matter?: string;
}

/** Shared by several {@link inMemoryBackend}s, like a file by several connections. */
export class InMemoryStore {
  embedder: EmbedderIdentity | undefined;
  /** The embedder that the store is being changed to. */
  next: EmbedderIdentity | undefined;
  #audit: AuditEntry[] = [];
  readonly #scopes = new Map<string, ReadonlyMap<string, Row<KeptRecord>>>();

  /** Memories, without the engine's own records. */
  rows(scope: string): Row[] {
    return this.kept(scope).filter((row): row is Row => isMemory(row.record));
  }

  kept(scope: string): Row<KeptRecord>[] {
    return [...(this.#scopes.get(scope)?.values() ?? [])];
  }

  row(scope: string, id: string): Row<KeptRecord> | undefined {
    return this.#scopes.get(scope)?.get(id);
  }

  /** Scopes with a record, sorted by name. */
  names(): string[] {
    return [...this.#scopes.keys()].filter((name) => this.rows(name).length > 0).sort();
  }

  /** Newest first. */
  audit(): AuditEntry[] {
    return [...this.#audit].reverse().sort((left, right) => compare(right.at, left.at));
  }

  /** Replaces everything in the scope, in one step. */
  replace(
    scope: string,
    rows: ReadonlyMap<string, Row<KeptRecord>>,
    audit: readonly AuditEntry[],
  ): void {
    this.#scopes.set(scope, rows);
    this.#audit = [...this.#audit, ...structuredClone(audit)];
  }

  erase(scope: string, receipt: AuditEntry): void {
    this.#scopes.delete(scope);
    this.#audit = this.#audit.filter((entry) => entry.scope !== scope);
    this.#audit.push({ ...receipt });
  }
}

/** The row after a put: a copy of the input, and what stays of the replaced row. */
export function putOver(
  existing: Row<KeptRecord> | undefined,
  { record, contentKey, vector, nextVector, dropsVector, terms, matter }: StoredRecord,
): Row<KeptRecord> {
  const copy = structuredClone(record);
  if (existing !== undefined) {
    copy.accessCount = existing.record.accessCount;
    copy.lastAccessedAt = existing.record.lastAccessedAt;
  }
  const before = dropsVector ? undefined : existing;
  const keptVector = vector === undefined ? before?.vector : Float32Array.from(vector);
  const keptNext = vector === undefined ? before?.nextVector : nextVector;
  return {
    record: withoutUndefined(copy),
    contentKey,
    ...(keptVector === undefined ? {} : { vector: keptVector }),
    ...(keptNext === undefined ? {} : { nextVector: keptNext }),
    terms: [...(terms ?? existing?.terms ?? [])],
    ...(matter === undefined ? {} : { matter }),
  };
}

export function copies<Kept extends KeptRecord>(rows: readonly Row<Kept>[]): Kept[] {
  return rows.map(({ record }) => structuredClone(record));
}

export function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as T;
}

/** By code units, like times and ids. */
export function compare(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
