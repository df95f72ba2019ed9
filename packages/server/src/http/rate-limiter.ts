/** Maximum number of buckets; the least recently used are dropped. */
const mostBuckets = 10_000;

/** One bucket for each name: it has a minute's requests and refills evenly. */
export class RateLimiter {
  readonly #perMinute: number;
  readonly #now: () => number;
  /** Ordered by last use. */
  readonly #buckets = new Map<string, { tokens: number; at: number }>();

  constructor({ perMinute, now }: { perMinute: number; now: () => number }) {
    this.#perMinute = perMinute;
    this.#now = now;
  }

  /** Takes one request. Returns the seconds to wait if there is none left. */
  take(name: string): number | undefined {
    const tokens = this.#tokens(name);
    this.#buckets.delete(name);
    this.#buckets.set(name, { tokens: tokens >= 1 ? tokens - 1 : tokens, at: this.#now() });
    const [idlest] = this.#buckets.keys();
    if (this.#buckets.size > mostBuckets && idlest !== undefined) this.#buckets.delete(idlest);
    return this.#waitFor(tokens);
  }

  /** The result of {@link take}, without taking a request. */
  wait(name: string): number | undefined {
    return this.#waitFor(this.#tokens(name));
  }

  #tokens(name: string): number {
    const bucket = this.#buckets.get(name);
    if (bucket === undefined) return this.#perMinute;
    const filled = ((this.#now() - bucket.at) * this.#perMinute) / 60_000;
    return Math.min(this.#perMinute, bucket.tokens + filled);
  }

  #waitFor(tokens: number): number | undefined {
    if (tokens >= 1) return undefined;
    return Math.max(1, Math.ceil(((1 - tokens) * 60) / this.#perMinute));
  }
}
