import { createHash } from 'node:crypto';
import { RateLimiter } from './rate-limiter.ts';

/** More than any server has; the oldest are forgotten first. */
const mostKnown = 10_000;

/**
 * Bounds how often one address may send a key that opens nothing. Over the bound nothing is looked up any more, except
 * for keys that have opened before: behind one address there may be many.
 */
export class WrongKeys {
  readonly #limiter: RateLimiter;
  /** Hashes. Only that a key is worth a look-up stands here; whether it opens is asked each time. */
  readonly #known = new Set<string>();

  constructor(options: { perMinute: number; now: () => number }) {
    this.#limiter = new RateLimiter(options);
  }

  /** The seconds to wait, where this key should not be looked up for this address. */
  mustWait(address: string, key: string): number | undefined {
    const wait = this.#limiter.wait(address);
    return wait === undefined || this.#known.has(hashOf(key)) ? undefined : wait;
  }

  wrong(address: string): void {
    this.#limiter.take(address);
  }

  right(key: string): void {
    const hash = hashOf(key);
    if (this.#known.has(hash)) return;
    const [oldest] = this.#known;
    if (this.#known.size >= mostKnown && oldest !== undefined) this.#known.delete(oldest);
    this.#known.add(hash);
  }
}

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('base64');
}
