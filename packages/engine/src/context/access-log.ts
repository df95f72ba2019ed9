import type { Logger, MemoryBackend } from '../contract/index.ts';

/** Of one scope. */
interface Accesses {
  /** How often each id was returned. */
  counts: Map<string, number>;
  /** The last write. */
  at: string;
}

/**
 * Collects which records were returned and writes the counts from time to time, so that a retrieve waits for no write.
 * These are statistics only; a crash may lose some.
 */
export class AccessLog {
  readonly #backend: MemoryBackend;
  readonly #logger: Logger;
  readonly #delayMs: number;
  #pending = new Map<string, Accesses>();
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
    const counts = this.#pending.get(scope)?.counts ?? new Map<string, number>();
    this.#pending.set(scope, { counts, at });
    for (const id of new Set(ids)) counts.set(id, (counts.get(id) ?? 0) + 1);
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => void this.flush(), this.#delayMs);
    this.#timer.unref();
  }

  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const pending = this.#pending;
    this.#pending = new Map();
    for (const [scope, { counts, at }] of pending) {
      try {
        // One write counts each id once.
        for (let ids = [...counts.keys()], round = 1; ids.length > 0; round++) {
          await this.#backend.touch?.(scope, ids, at);
          ids = ids.filter((id) => (counts.get(id) as number) > round);
        }
      } catch (error) {
        this.#logger.warn('access statistics were not written', { scope, error });
        return; // A read-only or unreachable store: the other writes would fail in the same way.
      }
    }
  }
}
