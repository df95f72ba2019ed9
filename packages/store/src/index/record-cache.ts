import type { MemoryRecord } from '@mneme/core/backend';

/** A record as a search returns it, and the rest of its vector. */
export interface KnownRecord {
  record?: MemoryRecord;
  rest?: Uint8Array;
}

/** Bytes of an entry, without its texts and its vector. */
const entryBytes = 1400;

/**
 * Caches records that searches have read, by row, because the same ones are read again and again. Callers share them,
 * so nobody may change them. It has two halves: when the newer one is full, the older one is dropped.
 */
export class RecordCache<Key = number> {
  readonly #halfBytes: number;
  #newer = new Map<Key, KnownRecord>();
  #older = new Map<Key, KnownRecord>();
  #bytes = 0;
  #olderBytes = 0;

  constructor({ budgetBytes }: { budgetBytes: number }) {
    this.#halfBytes = budgetBytes / 2;
  }

  get bytes(): number {
    return this.#bytes + this.#olderBytes;
  }

  get(row: Key): KnownRecord | undefined {
    const recent = this.#newer.get(row);
    if (recent !== undefined) return recent;
    const old = this.#older.get(row);
    if (old !== undefined) this.#keep(row, old);
    return old;
  }

  set(row: Key, found: KnownRecord): void {
    this.#keep(row, { ...this.get(row), ...found });
  }

  /** The row was changed or removed. */
  forget(row: Key): void {
    const known = this.#newer.get(row);
    if (known !== undefined) this.#bytes -= bytesOf(known);
    this.#newer.delete(row);
    this.#older.delete(row);
  }

  #keep(row: Key, known: KnownRecord): void {
    const before = this.#newer.get(row);
    this.#newer.set(row, known);
    this.#bytes += bytesOf(known) - (before === undefined ? 0 : bytesOf(before));
    if (this.#bytes < this.#halfBytes) return;
    this.#older = this.#newer;
    this.#olderBytes = this.#bytes;
    this.#newer = new Map();
    this.#bytes = 0;
  }
}

function bytesOf({ record, rest }: KnownRecord): number {
  return entryBytes + (record?.content.length ?? 0) * 2 + (rest?.byteLength ?? 0);
}
