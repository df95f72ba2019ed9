import { writeSync } from 'node:fs';

const moment = new Int32Array(new SharedArrayBuffer(4));

/** Writes a line to standard output before it returns, so that a later kill does not lose it. */
export function say(...said) {
  let rest = Buffer.from(`${JSON.stringify(said)}\n`);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
      Atomics.wait(moment, 0, 0, 1); // The pipe is full: its reader is slower.
    }
  }
}
