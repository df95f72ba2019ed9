import type { Logger, MemoryBackend } from '../contract/index.ts';

/** Of one scope. A write counts each id once, so what was returned again is in the next round. */
interface Accesses {
  rounds: Set<string>[];
  /** The last one. */
  at: string;
}

/**
 * Collects which records were returned and hands them to the backend now and then, so that a retrieve pays for no
 * write. Statistics only: what a crash loses is not missed.
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
    const rounds = this.#pending.get(scope)?.rounds ?? [];
    this.#pending.set(scope, { rounds, at });
    for (const id of new Set(ids)) {
      const round = rounds.find((known) => !known.has(id));
      if (round === undefined) rounds.push(new Set([id]));
      else round.add(id);
    }
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => void this.flush(), this.#delayMs);
    this.#timer.unref();
  }

  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const pending = this.#pending;
    this.#pending = new Map();
    for (const [scope, { rounds, at }] of pending) {
      try {
        for (const round of rounds) await this.#backend.touch?.(scope, [...round], at);
      } catch (error) {
        this.#logger.warn('access statistics were not written', { scope, error });
        return; // A read-only or unreachable store: the rest would fail the same way.
      }
    }
  }
}
