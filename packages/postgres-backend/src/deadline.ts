import { MnemeError } from '@mneme/core/contract';

/** The time of one call, for all its attempts. */
export class Deadline {
  readonly #at: number;
  readonly #limit: { timeoutMs: number; where: string };

  constructor(limit: { timeoutMs: number; where: string }) {
    this.#limit = limit;
    this.#at = performance.now() + limit.timeoutMs;
  }

  get leftMs(): number {
    return Math.max(1, this.#at - performance.now());
  }

  bound<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        const { where, timeoutMs } = this.#limit;
        reject(
          new MnemeError(
            'timeout',
            `PostgreSQL at ${where} did not answer within ${timeoutMs} ms: look at its load, or raise timeoutMs`,
          ),
        );
      }, this.leftMs);
      work.then(resolve, reject).finally(() => clearTimeout(late));
    });
  }
}
