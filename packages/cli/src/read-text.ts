import { isUtf8 } from 'node:buffer';
import { addAbortSignal, type Readable } from 'node:stream';
import { MnemeError } from '@mneme/core';
import { firstBytes } from '@mneme/runtime';

// Far more than a memory may have, so that the store can report how much too long a text is.
const maxBytes = 16 * 1024 * 1024;

/** A whole stream as text, without the line end that shells add. */
export async function readText(
  input: Readable,
  { signal }: { signal: AbortSignal },
): Promise<string> {
  const wrong = (problem: string) =>
    new MnemeError('invalid_input', `content ${problem}`, { field: 'content' });
  const all = await firstBytes(addAbortSignal(signal, input), maxBytes + 1);
  if (all.length > maxBytes) throw wrong(`has more than ${maxBytes} bytes: store it in parts`);
  if (!isUtf8(all)) throw wrong('is not valid UTF-8: convert it first');
  return all
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .replace(/\r?\n$/, '');
}
