/** A cache of scopes by key, within a number of bytes. The least recently used is dropped first. */
export class Snapshots<Kept extends { readonly bytes: number; release(): void }> {
  readonly #budgetBytes: number;
  /** Ordered by last use. */
  readonly #kept = new Map<string, Kept>();

  constructor({ budgetBytes }: { budgetBytes: number }) {
    this.#budgetBytes = budgetBytes;
  }

  get(key: string): Kept | undefined {
    const kept = this.#kept.get(key);
    if (kept === undefined) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    return kept;
  }

  set(key: string, kept: Kept): void {
    this.drop(key);
    this.#kept.set(key, kept);
  }

  drop(key: string): void {
    this.#kept.get(key)?.release();
    this.#kept.delete(key);
  }

  /** Drops entries beyond the budget. The last used one stays, whatever its size. */
  trim(): void {
    let bytes = 0;
    for (const kept of this.#kept.values()) bytes += kept.bytes;
    for (const key of this.#kept.keys()) {
      if (bytes <= this.#budgetBytes || this.#kept.size <= 1) return;
      bytes -= this.#kept.get(key)?.bytes ?? 0;
      this.drop(key);
    }
  }

  clear(): void {
    for (const key of this.#kept.keys()) this.drop(key);
  }
}
