import { closeSync, constants, createReadStream, fstatSync, openSync, type Stats } from 'node:fs';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { isatty, ReadStream } from 'node:tty';
import { MnemeError } from '@mneme/core';
import { pathError } from './missing-file.ts';

/** Limits of one input. */
export interface InputLimits {
  /** Ends the reading at once; it then rejects with the reason. */
  signal?: AbortSignal;
  /** The input's name in errors. Default: `file`. */
  field?: string;
  /** Default: 8 GiB. */
  maxBytes?: number;
  /** How long to wait for the next bytes; a person at a terminal may take any time. Default: 5 minutes. */
  waitMs?: number;
}

const gibibyte = 1024 ** 3;

/**
 * The bytes of a stream, which is destroyed afterwards. Rejects with `invalid_input` past a limit, also while the stream
 * gives nothing.
 */
export async function* boundedInput(
  stream: AsyncIterable<Uint8Array>,
  { signal, field = 'file', maxBytes = 8 * gibibyte, waitMs = 300_000 }: InputLimits = {},
): AsyncGenerator<Uint8Array> {
  const refused = (problem: string) => new MnemeError('invalid_input', [{ field, problem }]);
  const chunks = stream[Symbol.asyncIterator]();
  const most = 'isTTY' in stream && stream.isTTY === true ? undefined : waitMs;
  let bytes = 0;
  try {
    for (;;) {
      signal?.throwIfAborted();
      const next = await inTime(chunks.next(), { signal, waitMs: most });
      if (next === undefined)
        throw refused(`gives nothing for ${waitMs / 1000} s: end it, or give a file`);
      if (next.done) return;
      bytes += next.value.length;
      if (bytes > maxBytes)
        throw refused(`has more than ${maxBytes / gibibyte} GiB: give it in parts`);
      yield next.value;
    }
  } finally {
    // Ending an iteration would wait for the stream.
    if (stream instanceof Readable) stream.destroy();
    else void chunks.return?.();
  }
}

/** Undefined after the time. */
function inTime<T>(
  work: Promise<T>,
  { signal, waitMs }: { signal?: AbortSignal; waitMs?: number },
): Promise<T | undefined> {
  return new Promise<T | undefined>((resolve, reject) => {
    const timer =
      waitMs === undefined ? undefined : setTimeout(() => settle(resolve, undefined), waitMs);
    const abort = () => settle(reject, signal?.reason);
    const settle = <V>(how: (value: V) => void, value: V) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      how(value);
    };
    signal?.addEventListener('abort', abort);
    work.then(
      (value) => settle(resolve, value),
      (error) => settle(reject, error),
    );
  });
}

/**
 * Opens a file, a pipe or a terminal. Unlike Node's own streams it never waits for a writer where the wait could not be
 * ended. Throws `invalid_input` for what cannot be read to an end, such as a device. `check` may refuse what was opened.
 */
export function openInput(
  path: string,
  { field = 'file', check }: { field?: string; check?: (facts: Stats) => void } = {},
): Readable {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const facts = fstatSync(descriptor);
    check?.(facts);
    if (facts.isFile()) return createReadStream('', { fd: descriptor, highWaterMark: 256 * 1024 });
    if (facts.isFIFO()) return new Socket({ fd: descriptor, readable: true, writable: false });
    if (isatty(descriptor)) return new ReadStream(descriptor);
    const problem = facts.isDirectory()
      ? `is "${path}": it is a folder`
      : `is "${path}": it is neither a file nor a pipe`;
    throw new MnemeError('invalid_input', [{ field, problem }]);
  } catch (error) {
    if (descriptor !== undefined) closeSync(descriptor);
    throw pathError(error, { path, field });
  }
}
