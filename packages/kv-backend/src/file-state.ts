import { statSync } from 'node:fs';

/** Two writes within so short a time may leave the same time on the file. */
const clockGranularityMs = 50;

/**
 * What the write-ahead log of a database looks like from outside. Every commit of every process writes to it, so what
 * was read holds for as long as this stays the same. `undefined`: nothing can be said, because there is no log, or its
 * last change is so recent that another one could look the same.
 */
export function fileState(path: string): string | undefined {
  if (path === ':memory:') return undefined;
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
  if (log === undefined || Date.now() - log.mtimeMs < clockGranularityMs) return undefined;
  return `${log.ino} ${log.size} ${log.mtimeMs}`;
}

/** Answers kept for as long as no process writes to the file. Never older than the last acknowledged write. */
export class ReadCache<T> {
  readonly #path: string;
  readonly #capacity: number;
  readonly #answers = new Map<string, T>();
  #state: string | undefined;
  #closed = false;

  constructor(path: string, { capacity }: { capacity: number }) {
    this.#path = path;
    this.#capacity = capacity;
  }

  /** The kept answer, or that of `load`; an absent one is not kept. */
  async get(key: string, load: () => Promise<T | undefined>): Promise<T | undefined> {
    if (this.#closed) return load();
    const state = fileState(this.#path);
    if (state === undefined || state !== this.#state) {
      this.#answers.clear();
      this.#state = state;
    }
    const kept = this.#answers.get(key);
    if (kept !== undefined) return kept;
    const loaded = await load();
    // Read after the state was taken: newer than it perhaps, never older.
    if (loaded !== undefined && state !== undefined && state === this.#state) {
      if (this.#answers.size >= this.#capacity) this.#answers.clear();
      this.#answers.set(key, Object.freeze(loaded));
    }
    return loaded;
  }

  /** From then on nothing is kept. */
  close(): void {
    this.#closed = true;
    this.#answers.clear();
  }
}
