/** The best so many of what is offered, each a place with its score. Of equals the lower place. */
export class Best {
  readonly #limit: number;
  readonly #places: number[] = [];
  readonly #scores: number[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** What a score must reach to be among them. */
  least = Number.NEGATIVE_INFINITY;

  offer(place: number, score: number): void {
    if (this.#places.length < this.#limit) {
      this.#places.push(place);
      this.#scores.push(score);
      this.#up(this.#places.length - 1);
    } else if (this.#limit > 0 && this.#isWorse(0, place, score)) {
      this.#places[0] = place;
      this.#scores[0] = score;
      this.#down();
    }
    if (this.#places.length === this.#limit) this.least = this.#scores[0] as number;
  }

  /** Best first. */
  taken(): { place: number; score: number }[] {
    return this.#places
      .map((place, at) => ({ place, score: this.#scores[at] as number }))
      .sort((a, b) => b.score - a.score || a.place - b.place);
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
      if (left >= this.#places.length) return;
      const right = left + 1;
      const below =
        right < this.#places.length &&
        this.#isWorse(right, this.#places[left] as number, this.#scores[left] as number)
          ? right
          : left;
      if (!this.#isWorse(below, this.#places[at] as number, this.#scores[at] as number)) return;
      this.#swap(at, below);
      at = below;
    }
  }

  #swap(one: number, other: number): void {
    for (const list of [this.#places, this.#scores])
      [list[one], list[other]] = [list[other] as number, list[one] as number];
  }
}
