import { MnemeError, throwIfAborted } from '../interfaces/index.ts';

/** A lost race means that another writer succeeded, so this many in a row indicate a bug. */
const maxAttempts = 100;

interface Writing {
  /** What other writers may change, and what is done to it; used in the error after too many lost races. */
  what: string;
  meanwhile: string;
  /** From the second attempt on, writers of this process with the same key wait for each other. */
  queue?: { queues: Queues; key: string };
  signal?: AbortSignal;
}

/**
 * Reads, decides and writes, again and again until nothing has changed between reading and writing. `attempt` returns
 * `undefined` if another writer was faster.
 */
export async function untilCommitted<T>(
  attempt: () => Promise<T | undefined>,
  { what, meanwhile, queue, signal }: Writing,
): Promise<T> {
  const upTo = async (attempts: number) => {
    for (let number = 0; number < attempts; number++) {
      throwIfAborted(signal);
      const done = await attempt();
      if (done !== undefined) return done;
    }
    return undefined;
  };
  const first = await upTo(1);
  if (first !== undefined) return first;
  const others = () => upTo(maxAttempts - 1);
  const done = await (queue === undefined ? others() : queue.queues.run(queue.key, others));
  if (done !== undefined) return done;
  throw new MnemeError(
    'conflict',
    `other writers changed ${what} ${maxAttempts} times in a row while ${meanwhile}: try again`,
  );
}

/** Runs work for the same key one after the other, in the order of the calls. */
export class Queues {
  readonly #last = new Map<string, Promise<void>>();

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const done = before.then(work);
    const over = done.then(
      () => {},
      () => {},
    );
    this.#last.set(key, over);
    try {
      return await done;
    } finally {
      if (this.#last.get(key) === over) this.#last.delete(key);
    }
  }
}
