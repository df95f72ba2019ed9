/** Collects the best places with their scores, up to a number. Among equals the lower place wins. */
export class Best {
  readonly #limit: number;
  readonly #places: Int32Array;
  readonly #scores: Float64Array;
  #count = 0;

  constructor(limit: number) {
    this.#limit = limit;
    this.#places = new Int32Array(limit);
    this.#scores = new Float64Array(limit);
  }

  /** The lowest score that is still among them. */
  least = Number.NEGATIVE_INFINITY;

  offer(place: number, score: number): void {
    if (this.#count < this.#limit) {
      this.#places[this.#count] = place;
      this.#scores[this.#count] = score;
      this.#up(this.#count++);
    } else if (this.#limit > 0 && this.#isWorse(0, place, score)) {
      this.#places[0] = place;
      this.#scores[0] = score;
      this.#down();
    }
    if (this.#count === this.#limit && this.#limit > 0) this.least = this.#scores[0] as number;
  }

  /** Best first. */
  taken(): { place: number; score: number }[] {
    const taken: { place: number; score: number }[] = [];
    for (let at = 0; at < this.#count; at++)
      taken.push({ place: this.#places[at] as number, score: this.#scores[at] as number });
    return taken.sort((a, b) => b.score - a.score || a.place - b.place);
  }

  /** A heap with the worst on top. */
  #isWorse(at: number, place: number, score: number): boolean {
    const own = this.#scores[at] as number;
    return own < score || (own === score && (this.#places[at] as number) > place);
  }

  #up(start: number): void {
    for (let at = start; at > 0; ) {
      const above = (at - 1) >> 1;
      if (!this.#isWorse(at, this.#places[above] as number, this.#scores[above] as number)) return;
      this.#swap(at, above);
      at = above;
    }
  }

  #down(): void {
    for (let at = 0; ; ) {
      const left = 2 * at + 1;
      if (left >= this.#count) return;
      const right = left + 1;
      const below =
        right < this.#count &&
        this.#isWorse(right, this.#places[left] as number, this.#scores[left] as number)
          ? right
          : left;
      if (!this.#isWorse(below, this.#places[at] as number, this.#scores[at] as number)) return;
      this.#swap(at, below);
      at = below;
    }
  }

  #swap(one: number, other: number): void {
    const place = this.#places[one] as number;
    const score = this.#scores[one] as number;
    this.#places[one] = this.#places[other] as number;
    this.#scores[one] = this.#scores[other] as number;
    this.#places[other] = place;
    this.#scores[other] = score;
  }
}
