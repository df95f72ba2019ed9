/** Collects the best places with their scores, up to a number. Offer places in order: among equals the first wins. */
export class Best {
  readonly #limit: number;
  #found: { place: number; score: number }[] = [];
  /** The lowest score that can still be among them. */
  least = Number.NEGATIVE_INFINITY;

  constructor(limit: number) {
    this.#limit = limit;
  }

  offer(place: number, score: number): void {
    this.#found.push({ place, score });
    // Sorting when it is twice as long costs less than keeping it sorted.
    if (this.#found.length >= 2 * this.#limit) this.taken();
  }

  /** Best first. */
  taken(): { place: number; score: number }[] {
    this.#found.sort((a, b) => b.score - a.score || a.place - b.place);
    if (this.#found.length >= this.#limit) {
      this.#found.length = this.#limit;
      this.least = this.#found.at(-1)?.score ?? Number.POSITIVE_INFINITY;
    }
    return this.#found;
  }
}
