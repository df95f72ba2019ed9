/** Writes that have started and were not awaited yet, up to a limit, oldest first. */
export class WritesUnderWay {
  readonly #most: number;
  readonly #writes: Promise<void>[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  add(write: Promise<void>): void {
    write.catch(() => {}); // It is awaited later; until then a failure must not count as unhandled.
    this.#writes.push(write);
  }

  /** Waits until another one may start. Rejects if the oldest has failed. */
  async room(): Promise<void> {
    if (this.#writes.length >= this.#most) await this.#writes.shift();
  }

  /** Rejects if the oldest has failed. */
  async all(): Promise<void> {
    for (const write of this.#writes) await write;
  }

  /** Waits until no write is running, whether they succeed or not. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#writes);
  }
}
