/** A small cache of computed texts: when it is full, it is cleared. */
export class Remembered {
  readonly #texts = new Map<string, string>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  clear(): void {
    this.#texts.clear();
  }

  get(name: string, work: () => string): string {
    const known = this.#texts.get(name);
    if (known !== undefined) return known;
    const text = work();
    if (this.#texts.size >= this.#most) this.#texts.clear();
    this.#texts.set(name, text);
    return text;
  }
}
