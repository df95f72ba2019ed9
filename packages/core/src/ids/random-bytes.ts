import type { RandomBytes } from './uuid.ts';

/** Cryptographic random bytes, drawn many at a time: a draw costs much more than a copy. */
export function pooledRandomBytes(poolSize = 4096): RandomBytes {
  let pool = new Uint8Array(0);
  let next = 0;
  return (length) => {
    if (next + length > pool.length) {
      pool = crypto.getRandomValues(new Uint8Array(Math.max(poolSize, length)));
      next = 0;
    }
    next += length;
    return pool.slice(next - length, next);
  };
}
