/** A bucket a key: it holds a minute's requests and fills evenly. Idle keys are forgotten. */
export class RateLimiter {
  readonly #perMinute: number;
  readonly #now: () => number;
  readonly #buckets = new Map<string, { tokens: number; at: number }>();

  constructor({ perMinute, now }: { perMinute: number; now: () => number }) {
    this.#perMinute = perMinute;
    this.#now = now;
  }

  /** Takes one request. Answers the seconds to wait where there is none left. */
  take(key: string): number | undefined {
    const now = this.#now();
    const bucket = this.#buckets.get(key) ?? { tokens: this.#perMinute, at: now };
    const perMs = this.#perMinute / 60_000;
    const tokens = Math.min(this.#perMinute, bucket.tokens + Math.max(0, now - bucket.at) * perMs);
    const waitMs = tokens >= 1 ? undefined : (1 - tokens) / perMs;
    this.#buckets.set(key, { tokens: waitMs === undefined ? tokens - 1 : tokens, at: now });
    if (this.#buckets.size > 10_000) this.#forgetIdle(now);
    return waitMs === undefined ? undefined : Math.max(1, Math.ceil(waitMs / 1000));
  }

  #forgetIdle(now: number): void {
    for (const [key, { at }] of this.#buckets) if (now - at > 60_000) this.#buckets.delete(key);
  }
}
