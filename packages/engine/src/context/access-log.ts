import type { Logger, MemoryBackend } from '../contract/index.ts';

/** Of one scope. One write counts each id once; an id that was returned again is counted by the next write. */
interface Accesses {
  rounds: Set<string>[];
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
        return; // A read-only or unreachable store: the other writes would fail in the same way.
      }
    }
  }
}
