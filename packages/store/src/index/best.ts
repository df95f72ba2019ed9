/** Collects the best places with their scores, up to a number. Offer places in order: among equals the first wins. */
export class Best {
  readonly #limit: number;
  /** A heap with the worst on top. */
  readonly #places: Int32Array;
  readonly #scores: Float64Array;
  /** Only a higher score can still be among them. */
  least: number;

  constructor(limit: number) {
    this.#limit = limit;
    this.#places = new Int32Array(limit);
    this.#scores = new Float64Array(limit).fill(Number.NEGATIVE_INFINITY);
    this.least = limit > 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  }

  offer(place: number, score: number): void {
    if (score <= this.least) return;
    let at = 0;
    for (;;) {
      const below = this.#worseBelow(at);
      if (below >= this.#limit || (this.#scores[below] as number) >= score) break;
      this.#places[at] = this.#places[below] as number;
      this.#scores[at] = this.#scores[below] as number;
      at = below;
    }
    this.#places[at] = place;
    this.#scores[at] = score;
    this.least = this.#scores[0] as number;
  }

  /** Best first. */
  taken(): { place: number; score: number }[] {
    return Array.from(this.#scores, (score, at) => ({ place: this.#places[at] as number, score }))
      .filter(({ score }) => score !== Number.NEGATIVE_INFINITY)
      .sort((a, b) => b.score - a.score || a.place - b.place);
  }

  #worseBelow(at: number): number {
    const left = 2 * at + 1;
    const right = left + 1;
    if (right >= this.#limit) return left;
    const difference = (this.#scores[right] as number) - (this.#scores[left] as number);
    const isRight =
      difference < 0 ||
      (difference === 0 && (this.#places[right] as number) > (this.#places[left] as number));
    return isRight ? right : left;
  }
}
