/** Maximum number of buckets; the least recently used are dropped. */
const mostBuckets = 10_000;

/** One bucket for each name: it holds a minute's requests and refills evenly. */
export class RateLimiter {
  readonly #options: { perMinute: number; now: () => number };
  /** Ordered by last use. */
  readonly #buckets = new Map<string, { tokens: number; at: number }>();

  constructor(options: { perMinute: number; now: () => number }) {
    this.#options = options;
  }

  /** Takes one request. Returns the seconds to wait if there is none left. */
  take(name: string): number | undefined {
    const tokens = this.#tokens(name);
    this.#buckets.delete(name);
    this.#buckets.set(name, { tokens: tokens >= 1 ? tokens - 1 : tokens, at: this.#options.now() });
    const [idlest] = this.#buckets.keys();
    if (this.#buckets.size > mostBuckets && idlest !== undefined) this.#buckets.delete(idlest);
    return this.#waitFor(tokens);
  }

  /** The result of {@link take}, without taking a request. */
  wait(name: string): number | undefined {
    return this.#waitFor(this.#tokens(name));
  }

  #tokens(name: string): number {
    const { perMinute, now } = this.#options;
    const bucket = this.#buckets.get(name);
    if (bucket === undefined) return perMinute;
    return Math.min(perMinute, bucket.tokens + ((now() - bucket.at) * perMinute) / 60_000);
  }

  #waitFor(tokens: number): number | undefined {
    if (tokens >= 1) return undefined;
    return Math.max(1, Math.ceil(((1 - tokens) * 60) / this.#options.perMinute));
  }
}
