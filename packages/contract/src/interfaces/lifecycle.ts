import { MnemeError } from './mneme-error.ts';

type Call<Store> = (store: Store, ...given: never[]) => Promise<unknown>;

/**
 * Guards the calls of a backend between {@link Lifecycle.open} and {@link Lifecycle.close}, which waits for running
 * calls.
 */
export class Lifecycle<Store> {
  readonly #where: string;
  readonly #begun = new Set<Promise<unknown>>();
  #store: Promise<Store> | undefined;
  #closing: Promise<void> | undefined;

  /** `where`: the store, for messages. */
  constructor(where: string) {
    this.#where = where;
  }

  /** Later calls use the result of `make`, also if `open` is called again. */
  open(make: () => Promise<Store>): Promise<void> {
    return this.#track(async () => {
      this.#store = make();
      await this.#store;
    });
  }

  run = <T>(work: (store: Store) => Promise<T>): Promise<T> =>
    this.#track(async () => {
      if (this.#store === undefined)
        throw new MnemeError('unavailable', 'open() was not called: use createMemory');
      return work(await this.#store);
    });

  /** Wraps functions of an open store as methods of the backend. */
  calls<Calls extends Record<string, Call<Store>>>(calls: Calls) {
    const bound = Object.entries(calls).map(([name, call]) => [
      name,
      (...given: never[]) => this.run((store) => call(store, ...given)),
    ]);
    return Object.fromEntries(bound) as {
      [Name in keyof Calls]: Calls[Name] extends (
        store: Store,
        ...given: infer Given
      ) => infer Answer
        ? (...given: Given) => Answer
        : never;
    };
  }

  /** From now on every call rejects with `closed`. `end` closes the rest after the last running call. */
  close(end: () => Promise<void> = async () => {}): Promise<void> {
    this.#closing ??= Promise.allSettled(this.#begun).then(end);
    return this.#closing;
  }

  async #track<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closing !== undefined)
      throw new MnemeError(
        'closed',
        `the memory on ${this.#where} was closed: open it again with createMemory`,
      );
    const running = work();
    this.#begun.add(running);
    try {
      return await running;
    } finally {
      this.#begun.delete(running);
    }
  }
}
