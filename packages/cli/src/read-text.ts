import { isUtf8 } from 'node:buffer';
import { addAbortSignal, type Readable } from 'node:stream';
import { MnemeError } from '@mneme/core';

// Far more than a memory may have, so that the store can report how much too long a text is.
const maxBytes = 16 * 1024 * 1024;

/** A whole stream as text, without the line end that shells add. */
export async function readText(
  input: Readable,
  { signal }: { signal: AbortSignal },
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of addAbortSignal(signal, input)) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxBytes) {
      throw new MnemeError(
        'invalid_input',
        `content has more than ${maxBytes} bytes: store it in parts`,
        {
          field: 'content',
        },
      );
    }
  }
  const all = Buffer.concat(chunks);
  if (!isUtf8(all)) {
    throw new MnemeError('invalid_input', 'content is not valid UTF-8: convert it first', {
      field: 'content',
    });
  }
  return all
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .replace(/\r?\n$/, '');
}
