/** Runs work one at a time. Callers during a run share the next one, because theirs must start after they asked. */
export class NextRun<T> {
  #tail: Promise<unknown> = Promise.resolve();
  #waiting: Promise<T> | undefined;

  /** Resolves after the last run that was asked for. */
  async end(): Promise<void> {
    await this.#tail;
  }

  /** `whenIdle` is called after the last run. */
  run(work: () => Promise<T>, whenIdle: () => void = () => {}): Promise<T> {
    if (this.#waiting === undefined) {
      const waiting = this.#tail.then(() => {
        this.#waiting = undefined;
        return work();
      });
      this.#waiting = waiting;
      const tail: Promise<unknown> = waiting
        .catch(() => {}) // The waiting callers get it.
        .then(() => {
          if (this.#tail === tail) whenIdle();
        });
      this.#tail = tail;
    }
    return this.#waiting;
  }
}
