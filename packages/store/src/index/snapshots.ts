import type { IndexCounts } from '@mneme/core/backend';

/** What a cache holds of one scope. */
interface Cached {
  readonly bytes: number;
  release(): void;
}

/** A cache of scopes by key, within a number of bytes. The least recently used is dropped first. */
export class Snapshots<Kept extends Cached> {
  readonly #budgetBytes: number;
  /** Ordered by last use. The bytes are those of the last {@link trim}. */
  readonly #kept = new Map<string, { kept: Kept; bytes: number }>();
  #bytes = 0;
  #hits = 0;
  #misses = 0;
  #evictions = 0;

  constructor({ budgetBytes }: { budgetBytes: number }) {
    this.#budgetBytes = budgetBytes;
  }

  /** Since it was made. */
  get counts(): IndexCounts {
    const [hits, misses, evictions] = [this.#hits, this.#misses, this.#evictions];
    return { scopes: this.#kept.size, bytes: this.#bytes, hits, misses, evictions };
  }

  get(key: string): Kept | undefined {
    const entry = this.#kept.get(key);
    if (entry === undefined) {
      this.#misses += 1;
      return undefined;
    }
    this.#hits += 1;
    this.#kept.delete(key);
    this.#kept.set(key, entry);
    return entry.kept;
  }

  set(key: string, kept: Kept): void {
    this.drop(key);
    this.#kept.set(key, { kept, bytes: 0 });
  }

  drop(key: string): void {
    const entry = this.#kept.get(key);
    if (entry === undefined) return;
    this.#kept.delete(key);
    this.#bytes -= entry.bytes;
    entry.kept.release();
  }

  /** Measures an entry that has changed, and drops entries beyond the budget. The last used one stays, whatever its size. */
  trim(changed: string): void {
    const entry = this.#kept.get(changed);
    if (entry !== undefined) {
      const { bytes } = entry.kept;
      this.#bytes += bytes - entry.bytes;
      entry.bytes = bytes;
    }
    for (const key of this.#kept.keys()) {
      if (this.#bytes <= this.#budgetBytes || this.#kept.size <= 1) return;
      this.drop(key);
      this.#evictions += 1;
    }
  }

  clear(): void {
    for (const key of this.#kept.keys()) this.drop(key);
  }
}
