/**
 * Entries of several tenants in a limited room. A tenant with too many loses its own oldest entry; if the room is full,
 * the tenant with the most does. So no tenant pushes out another's.
 */
export class Shares<Entry> {
  readonly #limits: { each: number; all: number };
  /** Oldest first. */
  readonly #entries = new Map<string, Set<Entry>>();
  #size = 0;

  constructor(limits: { each: number; all: number }) {
    this.#limits = limits;
  }

  /** The tenant's entries, oldest first. */
  of(tenant: string): Entry[] {
    return [...(this.#entries.get(tenant) ?? [])];
  }

  /** Adds the newest entry of a tenant, or makes it the newest. Returns the entry that had to go. */
  add(tenant: string, entry: Entry): Entry | undefined {
    this.delete(tenant, entry);
    const own = this.#entries.get(tenant) ?? new Set();
    this.#entries.set(tenant, own.add(entry));
    this.#size += 1;
    const { each, all } = this.#limits;
    if (own.size <= each && this.#size <= all) return undefined;
    let [loser, most] = [tenant, own.size];
    if (own.size <= each)
      for (const [name, { size }] of this.#entries) if (size > most) [loser, most] = [name, size];
    const [oldest] = this.#entries.get(loser) ?? [];
    if (oldest !== undefined) this.delete(loser, oldest);
    return oldest;
  }

  has(entry: Entry): boolean {
    return [...this.#entries.values()].some((own) => own.has(entry));
  }

  delete(tenant: string, entry: Entry): void {
    const own = this.#entries.get(tenant);
    if (own === undefined || !own.delete(entry)) return;
    this.#size -= 1;
    if (own.size === 0) this.#entries.delete(tenant);
  }
}
