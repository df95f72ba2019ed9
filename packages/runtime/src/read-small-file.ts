import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { MnemeError } from '@mneme/core';

/**
 * The text of a small, untrusted file. Throws `invalid_input` if it is not a regular file or has more bytes than the
 * limit, and Node's own error if it cannot be opened. Never blocks, as reading a pipe would.
 */
export function readSmallFile(path: string, maxBytes: number): string {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    if (!fstatSync(file).isFile()) throw refused('it is not a regular file');
    const bytes = Buffer.alloc(maxBytes + 1);
    let length = 0;
    for (let read = -1; read !== 0 && length < bytes.length; length += read)
      read = readSync(file, bytes, length, bytes.length - length, null);
    if (length > maxBytes) throw refused(`it has more than ${maxBytes} bytes`);
    return bytes.toString('utf8', 0, length);
  } finally {
    closeSync(file);
  }
}

const refused = (problem: string) => new MnemeError('invalid_input', problem);

/** At most the given number of bytes from the start of a stream. A stream may reuse its chunks. */
export async function firstBytes(stream: AsyncIterable<Uint8Array>, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    chunks.push(new Uint8Array(chunk));
    bytes += chunk.length;
    if (bytes >= most) break;
  }
  return Buffer.concat(chunks).subarray(0, most);
}
