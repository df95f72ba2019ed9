/**
 * Turns pushed events into an async iterable. Events wait until they are read. Leaving the loop early calls `onReturn`
 * once.
 */
export class EventQueue<Event> implements AsyncIterableIterator<Event> {
  readonly #events: Event[] = [];
  readonly #onReturn: () => void;
  #ended: { error?: unknown } | undefined;
  #wake: (() => void) | undefined;

  constructor({ onReturn }: { onReturn: () => void }) {
    this.#onReturn = onReturn;
  }

  push(event: Event): void {
    if (this.#ended) return;
    this.#events.push(event);
    this.#wake?.();
  }

  /** Ends the loop after the waiting events; with an error, it throws. */
  end(outcome: { error?: unknown } = {}): void {
    this.#ended ??= outcome;
    this.#wake?.();
  }

  async next(): Promise<IteratorResult<Event>> {
    for (;;) {
      const event = this.#events.shift();
      if (event !== undefined) return { done: false, value: event };
      if (this.#ended) {
        const { error } = this.#ended;
        this.#ended = {};
        if (error !== undefined) throw error;
        return { done: true, value: undefined };
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#wake = undefined;
    }
  }

  async return(): Promise<IteratorResult<Event>> {
    if (!this.#ended) this.#onReturn();
    this.#ended = {};
    this.#events.length = 0;
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
