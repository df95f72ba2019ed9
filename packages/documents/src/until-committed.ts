import { throwIfAborted } from '@mneme/engine/context';
import { MnemeError } from '@mneme/engine/contract';
import type { DocumentContext } from './document-context.ts';

/** Among processes the one that is faster wins; within one, turns are taken. So many losses in a row mean a fault. */
const maxAttempts = 100;

/**
 * Reads, decides and writes until the write finds what was read. `attempt` answers `undefined` where another writer
 * was faster. From the second attempt on, writers of this memory wait for each other and not against each other.
 */
export async function untilCommitted<T extends object>(
  { turns }: DocumentContext,
  { key, signal }: { key: string; signal?: AbortSignal },
  attempt: () => Promise<T | undefined>,
): Promise<T> {
  throwIfAborted(signal);
  const first = await attempt();
  if (first !== undefined) return first;
  return turns.take(key, async () => {
    for (let number = 1; number < maxAttempts; number++) {
      throwIfAborted(signal);
      const done = await attempt();
      if (done !== undefined) return done;
    }
    throw new MnemeError(
      'conflict',
      `other writers were faster ${maxAttempts} times in a row: nothing was written; try again later`,
    );
  });
}
