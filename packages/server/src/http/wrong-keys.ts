import { createHash } from 'node:crypto';
import { RateLimiter } from './rate-limiter.ts';

/** More than any server has; the oldest are dropped first. */
const mostKnown = 10_000;

/**
 * Limits how often one address may send a wrong key. Above the limit only keys that have worked before are looked up,
 * because many clients may share an address.
 */
export class WrongKeys {
  readonly #limiter: RateLimiter;
  /** Hashes of keys that have worked. They only allow a look-up, which still decides. */
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
