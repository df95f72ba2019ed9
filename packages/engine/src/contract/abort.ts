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
  if (signal.aborted) {
    // Handles a later failure of the work, so that it is no unhandled rejection.
    work.catch(() => {});
    throw abortedError(signal);
  }
  let onAbort: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(abortedError(signal));
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    if (onAbort !== undefined) signal.removeEventListener('abort', onAbort);
  }
}

/** The error of a call that its own signal ended. */
export function abortedError(signal: AbortSignal): MnemeError {
  return new MnemeError('aborted', 'the call was aborted by its signal', { cause: signal.reason });
}
