import { setImmediate } from 'node:timers/promises';
import type { Rows } from '../rows/rows.ts';
import type { CachedIndex } from './cached-index.ts';
import type { IndexOwner } from './index-rows.ts';
import { renewSegments, writeSegment } from './segment-writer.ts';

/** Segments that are written at the end, each in about 10 ms. */
const mostAtEnd = 16;

/** Writes segments of indexes that had to read many rows. It waits until what used the index is answered. */
export class Segments {
  readonly #rows: Rows;
  #waiting: (() => Promise<unknown>)[] = [];
  #writing: Promise<void> | undefined;

  constructor(rows: Rows) {
    this.#rows = rows;
  }

  /** Call it after each use of an index. */
  tend(owner: IndexOwner, cached: CachedIndex): void {
    const rows = this.#rows;
    const { parts, hasEdits } = cached.takeWorn();
    for (const part of parts) this.#waiting.push(() => writeSegment(owner, { rows, part }));
    if (hasEdits) this.#waiting.push(() => renewSegments(owner, rows));
    if (this.#waiting.length > 0) this.#writing ??= this.#write();
  }

  /** Writes a few more, for programs that run briefly. */
  async close(): Promise<void> {
    this.#waiting = this.#waiting.slice(0, mostAtEnd);
    await this.#writing;
  }

  async #write(): Promise<void> {
    try {
      while (this.#waiting.length > 0) {
        await setImmediate();
        await this.#waiting.shift()?.();
      }
    } catch {
      // Without segments a start is only slower. The store may be read-only or full; the next start tries again.
      this.#waiting = [];
    } finally {
      this.#writing = undefined;
    }
  }
}
