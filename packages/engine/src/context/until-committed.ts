import { throwIfAborted } from '../contract/index.ts';
import { maxAttempts, outrun } from './outrun.ts';
import type { Turns } from './turns.ts';

interface Writing {
  /** What other writers may change, and what is done to it; used in the error after too many lost races. */
  what: string;
  meanwhile: string;
  /** From the second attempt on, writers of this process with the same key take turns. */
  queue?: { turns: Turns; key: string };
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
  const done = await (queue === undefined ? others() : queue.turns.take(queue.key, others));
  if (done === undefined) throw outrun(what, meanwhile);
  return done;
}
