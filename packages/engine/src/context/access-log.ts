import type { Logger, MemoryBackend } from '../contract/index.ts';

/**
 * Collects which records were returned and hands them to the backend now and then, so that a retrieve pays for no
 * write. Statistics only: what a crash loses is not missed.
 */
export class AccessLog {
  readonly #backend: MemoryBackend;
  readonly #logger: Logger;
  readonly #delayMs: number;
  #pending: { scope: string; ids: string[]; at: string }[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    backend: MemoryBackend,
    { logger, delayMs = 2000 }: { logger: Logger; delayMs?: number },
  ) {
    this.#backend = backend;
    this.#logger = logger;
    this.#delayMs = delayMs;
  }

  add(scope: string, ids: string[], at: string): void {
    if (ids.length === 0) return;
    this.#pending.push({ scope, ids, at });
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => void this.flush(), this.#delayMs);
    this.#timer.unref();
  }

  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const pending = this.#pending;
    this.#pending = [];
    for (const { scope, ids, at } of pending) {
      try {
        await this.#backend.touch(scope, ids, at);
      } catch (error) {
        this.#logger.warn('access statistics were not written', { scope, error });
        return; // A read-only or unreachable store: the rest would fail the same way.
      }
    }
  }
}
