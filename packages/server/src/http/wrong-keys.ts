import { createHash } from 'node:crypto';
import { RateLimiter } from './rate-limiter.ts';

/** More than any server has; the oldest are dropped first. */
const mostKnown = 10_000;

/**
 * Slows down guessing. A key that was wrong too often is not looked up again for a while. From an address that sent too
 * many wrong keys, keys that have never worked are looked up one after the other: many clients may share an address, so
 * a right key still works.
 */
export class WrongKeys {
  readonly #ofAddress: RateLimiter;
  readonly #ofKey: RateLimiter;
  /** Hashes of keys that have worked. They need not take turns; the look-up still decides. */
  readonly #known = new Set<string>();
  /** The last look-up of each address that takes turns. */
  readonly #turns = new Map<string, Promise<unknown>>();

  constructor(options: { perMinute: number; now: () => number }) {
    this.#ofAddress = new RateLimiter(options);
    this.#ofKey = new RateLimiter(options);
  }

  /** What `verify` knows of a key, or the seconds to wait if it or its address was wrong too often; neither: it is wrong. */
  async check<Known>(
    { address, key }: { address: string; key: string },
    verify: () => Promise<Known | undefined>,
  ): Promise<{ known?: Known; waitSeconds?: number }> {
    const hash = createHash('sha256').update(key).digest('base64');
    const repeated = this.#ofKey.wait(hash);
    if (repeated !== undefined) return { waitSeconds: repeated };
    const waitSeconds = this.#known.has(hash) ? undefined : this.#ofAddress.wait(address);
    const known = await (waitSeconds === undefined ? verify() : this.#inTurn(address, verify));
    if (known !== undefined) {
      this.#remember(hash);
      return { known };
    }
    this.#ofAddress.take(address);
    this.#ofKey.take(hash);
    return waitSeconds === undefined ? {} : { waitSeconds };
  }

  #inTurn<T>(address: string, verify: () => Promise<T>): Promise<T> {
    const before = this.#turns.get(address) ?? Promise.resolve();
    const turn = before.then(verify, verify);
    this.#turns.set(address, turn);
    const end = () => {
      if (this.#turns.get(address) === turn) this.#turns.delete(address);
    };
    turn.then(end, end);
    return turn;
  }

  #remember(hash: string): void {
    if (this.#known.has(hash)) return;
    const [oldest] = this.#known;
    if (this.#known.size >= mostKnown && oldest !== undefined) this.#known.delete(oldest);
    this.#known.add(hash);
  }
}
