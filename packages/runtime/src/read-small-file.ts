import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { MnemeError } from '@mneme/core';

/**
 * The text of a small file that may come from anybody. Throws `invalid_input` where it is no regular file or has more
 * bytes than that, and Node's own error where it cannot be opened. Never waits, as reading a pipe would.
 */
export function readSmallFile(path: string, maxBytes: number): string {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    if (!fstatSync(file).isFile()) throw refused('it is no regular file');
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
