import type { MemoryRecord } from '../contract/index.ts';

/** A record as a search hands it out, and what its code leaves out of its vector. */
interface Known {
  record?: MemoryRecord;
  rest?: Uint8Array;
}

/** Bytes of an entry beside its text. */
const entryBytes = 600;

/**
 * Records that searches have read, by row: the same ones are asked for again and again. They are handed out as they are, so
 * nobody may change them. Of two halves the older one goes when the younger is full.
 */
export class RecordCache {
  readonly #halfBytes: number;
  #younger = new Map<number, Known>();
  #older = new Map<number, Known>();
  #bytes = 0;

  constructor({ budgetBytes }: { budgetBytes: number }) {
    this.#halfBytes = budgetBytes / 2;
  }

  get(row: number): Known | undefined {
    const young = this.#younger.get(row);
    if (young !== undefined) return young;
    const old = this.#older.get(row);
    if (old !== undefined) this.#keep(row, old);
    return old;
  }

  set(row: number, found: Known): void {
    this.#keep(row, { ...this.get(row), ...found });
  }

  /** It was changed, or is gone. */
  forget(row: number): void {
    this.#younger.delete(row);
    this.#older.delete(row);
  }

  #keep(row: number, known: Known): void {
    this.#younger.set(row, known);
    this.#bytes += entryBytes + (known.record?.content.length ?? 0) * 2;
    if (this.#bytes < this.#halfBytes) return;
    this.#older = this.#younger;
    this.#younger = new Map();
    this.#bytes = 0;
  }
}
