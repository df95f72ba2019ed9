import { setImmediate, setTimeout } from 'node:timers/promises';
import { type IndexCounts, MnemeError } from '@mneme/core/contract';
import { NextRun } from '../rows/next-run.ts';
import type { Rows } from '../rows/rows.ts';
import type { CachedIndex } from './cached-index.ts';
import { CodeMemory } from './code-memory.ts';
import { FilledParts } from './filled-parts.ts';
import { IndexReader } from './index-reader.ts';
import type { IndexOwner } from './index-rows.ts';
import { Kept } from './kept.ts';
import { RecordCache } from './record-cache.ts';
import { Segments } from './segments.ts';
import { Snapshots } from './snapshots.ts';

export type { IndexOwner } from './index-rows.ts';

const mebibyte = 1024 * 1024;

/**
 * The indexes of scopes in memory, derived from rows and never truth. Before each use, what has changed since is read, so
 * the next search of any process finds every write.
 */
export class Indexes {
  readonly #rows: Rows;
  readonly #memory = new CodeMemory();
  readonly #kept: Snapshots<CachedIndex>;
  readonly #records: RecordCache<string>;
  readonly #runs = new Map<string, NextRun<CachedIndex>>();
  /** Indexes that are being read. */
  readonly #reading = new Map<string, CachedIndex>();
  readonly #segments: Segments;
  /** For writes of many records. */
  readonly filled = new FilledParts();
  #lastId = 0;
  #isClosed = false;

  /** `cacheBytes`: a fifth of it is for records. */
  constructor(
    rows: Rows,
    { cacheBytes = 160 * mebibyte }: { cacheBytes?: number | undefined } = {},
  ) {
    const recordBytes = cacheBytes / 5;
    this.#rows = rows;
    this.#kept = new Snapshots({ budgetBytes: cacheBytes - recordBytes });
    this.#records = new RecordCache({ budgetBytes: recordBytes });
    this.#segments = new Segments(rows);
  }

  get counts(): IndexCounts {
    return this.#kept.counts;
  }

  /**
   * Does the work with an index that has every acknowledged write; while it runs, the index stays as it is or gets newer.
   * `waitMs`: after this time the work gets what is read so far, which is not complete, and the reading goes on.
   */
  async use<T>(
    { waitMs, ...owner }: IndexOwner & { waitMs?: number },
    work: (kept: Kept) => T | Promise<T>,
  ): Promise<T> {
    const key = JSON.stringify([owner.scope, owner.storeId]);
    const fresh = this.#fresh(key, owner);
    const cached = waitMs === undefined ? await fresh : await this.#within(waitMs, { key, fresh });
    try {
      const { scope } = owner;
      return await cached.use(async () => work(new Kept(cached, { scope, rows: this.#rows })));
    } finally {
      // It has read postings.
      this.#kept.trim(key);
      this.#segments.tend(owner, cached);
    }
  }

  /** Ends all reading, and writes what makes the next start quick. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#runs.values()].map((run) => run.end()));
    await this.#segments.close();
    this.#kept.clear();
  }

  #fresh(key: string, owner: IndexOwner): Promise<CachedIndex> {
    const run = this.#runs.get(key) ?? new NextRun<CachedIndex>();
    this.#runs.set(key, run);
    return run.run(
      () => this.#refresh(key, owner),
      () => this.#runs.delete(key),
    );
  }

  /** What is read after some time. Nothing is, if not even its beginning is. */
  async #within(
    waitMs: number,
    { key, fresh }: { key: string; fresh: Promise<CachedIndex> },
  ): Promise<CachedIndex> {
    const waiting = new AbortController();
    const late = setTimeout(waitMs, undefined, { signal: waiting.signal, ref: false });
    try {
      return (await Promise.race([fresh, late])) ?? this.#reading.get(key) ?? (await fresh);
    } finally {
      waiting.abort();
      late.catch(() => {});
    }
  }

  async #refresh(key: string, owner: IndexOwner): Promise<CachedIndex> {
    const reader = new IndexReader(owner, this.#rows);
    let cached = this.#kept.get(key);
    try {
      for (;;) {
        if (cached === undefined) {
          cached = await reader.open({
            ...{ id: ++this.#lastId, memory: this.#memory },
            records: this.#records,
          });
          this.#kept.set(key, cached);
        }
        const index = cached;
        const step = await index.use(() => reader.step(index));
        this.#kept.trim(key);
        if (step === 'done') return index;
        if (step === 'stale') {
          this.#kept.drop(key);
          cached = undefined;
        } else this.#reading.set(key, index);
        // Others have their turn between two steps.
        await setImmediate();
        if (this.#isClosed) throw new MnemeError('closed', 'the memory was closed while it read');
      }
    } finally {
      this.#reading.delete(key);
    }
  }
}
