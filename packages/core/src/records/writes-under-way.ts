/** Writes that were begun and not waited for yet, at most so many at once, oldest first. */
export class WritesUnderWay {
  readonly #most: number;
  readonly #writes: Promise<void>[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  add(write: Promise<void>): void {
    write.catch(() => {}); // It is waited for later; until then a failure must not count as unhandled.
    this.#writes.push(write);
  }

  /** Waits until one more may begin. Rejects where the oldest has failed. */
  async room(): Promise<void> {
    if (this.#writes.length >= this.#most) await this.#writes.shift();
  }

  /** Rejects as the oldest that has failed. */
  async all(): Promise<void> {
    for (const write of this.#writes) await write;
  }

  /** Nothing is under way any more, whatever came of it. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#writes);
  }
}
