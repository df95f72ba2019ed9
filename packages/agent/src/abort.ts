import { MnemeError } from '@mneme/core';

/** The error of a call whose own signal ended it. */
export function abortedError(signal: AbortSignal): MnemeError {
  return new MnemeError('aborted', 'the turn was aborted by its signal', { cause: signal.reason });
}

export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw abortedError(signal);
}

/** The work's answer, or `aborted` as soon as the signal fires; then the work's result is ignored. */
export async function orAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  work.catch(() => {});
  throwIfAborted(signal);
  let onAbort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(abortedError(signal));
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** A controller that also aborts with the outer signal. `release` detaches it. */
export function childController(outer: AbortSignal | undefined): {
  controller: AbortController;
  release: () => void;
} {
  const controller = new AbortController();
  const onAbort = () => controller.abort(outer?.reason);
  if (outer?.aborted) onAbort();
  outer?.addEventListener('abort', onAbort, { once: true });
  return { controller, release: () => outer?.removeEventListener('abort', onAbort) };
}
