import type { Logger, MemoryBackend } from '../interfaces/index.ts';

/** Where reads are counted. */
export interface Accesses {
  /** False: no read leaves a trace. */
  readonly counts: boolean;
  add(scope: string, ids: string[], at: string): void;
  flush(): Promise<void>;
}

/** For who only looks. What others have read is still written. */
export function uncounted(accesses: Accesses): Accesses {
  return { counts: false, add() {}, flush: () => accesses.flush() };
}

/** Of one scope. */
interface Read {
  /** Those returned twice are here twice. */
  ids: string[];
  /** The last write. */
  at: string;
}

/**
 * Collects which records were returned and writes the counts from time to time, so that a retrieve waits for no write.
 * These are statistics only; a crash may lose some.
 */
export class AccessLog implements Accesses {
  readonly counts = true;
  readonly #backend: MemoryBackend;
  readonly #logger: Logger;
  readonly #delayMs: number;
  #pending = new Map<string, Read>();
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
    const known = this.#pending.get(scope)?.ids ?? [];
    known.push(...new Set(ids));
    this.#pending.set(scope, { ids: known, at });
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => void this.flush(), this.#delayMs);
    this.#timer.unref();
  }

  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const pending = this.#pending;
    this.#pending = new Map();
    for (const [scope, { ids, at }] of pending) {
      try {
        await this.#backend.touch?.(scope, ids, at);
      } catch (error) {
        this.#logger.warn('access statistics were not written', { scope, error });
        return; // A read-only or unreachable store: the other writes would fail in the same way.
      }
    }
  }
}
