import { MnemeError } from '../contract/index.ts';

/** Rejects with `aborted` once the signal has fired. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw abortedError(signal);
}

/** The work's answer, or an `aborted` error as soon as the signal fires. Work that is past undoing goes on unheard. */
export async function orAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  if (signal.aborted) {
    // The work has begun, so its failure must be heard by someone.
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

function abortedError(signal: AbortSignal): MnemeError {
  return new MnemeError('aborted', 'the call was aborted by its signal', { cause: signal.reason });
}
