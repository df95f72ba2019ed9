import type * as Crypto from 'node:crypto';
import type * as Threads from 'node:worker_threads';

let crypto: typeof Crypto | undefined;
let threads: typeof Threads | undefined;

/** Parts of Node that are loaded at first use, so that a program starts faster: a question needs none of them. */
export const node = {
  get crypto(): typeof Crypto {
    crypto ??= process.getBuiltinModule('node:crypto');
    return crypto;
  },
  get threads(): typeof Threads {
    threads ??= process.getBuiltinModule('node:worker_threads');
    return threads;
  },
};
