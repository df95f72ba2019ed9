const kept = 256;

/** By id of a record: the commit that had written it when it was read. */
export type ReadSet = ReadonlyMap<string, string>;

/**
 * What each look-up saw. The number that stands for it takes the place of a revision: the commit that was planned on
 * it replaces a record only if that is still the one that was seen.
 */
export class ReadSets {
  readonly #sets = new Map<number, ReadSet>();
  #last = 0;

  keep(set: ReadSet): number {
    this.#last += 1;
    this.#sets.set(this.#last, set);
    // A plan that was never committed leaves its number behind.
    const oldest = this.#sets.keys().next().value;
    if (this.#sets.size > kept && oldest !== undefined) this.#sets.delete(oldest);
    return this.#last;
  }

  take(number: number | undefined): ReadSet | undefined {
    if (number === undefined) return undefined;
    const set = this.#sets.get(number);
    this.#sets.delete(number);
    return set;
  }
}
