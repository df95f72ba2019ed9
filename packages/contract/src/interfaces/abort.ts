import { MnemeError } from './mneme-error.ts';

/** Rejects with `aborted` once the signal has fired. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw abortedError(signal);
}

/**
 * The work's answer, or an `aborted` error as soon as the signal fires. Work that cannot be undone continues in the
 * background.
 */
export async function orAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(abortedError(signal));
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([aborted, work]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** The error of a call that its own signal ended. */
export function abortedError(signal: AbortSignal): MnemeError {
  return new MnemeError('aborted', 'the call was aborted by its signal', { cause: signal.reason });
}
