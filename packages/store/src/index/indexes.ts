import { setImmediate, setTimeout } from 'node:timers/promises';
import { type IndexCounts, MnemeError } from '@mneme/core/backend';
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
/** An index is replaced by another one within a few of these. */
const shortMs = 10;

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
  /** Indexes that are being read, and since when. */
  readonly #reading = new Map<string, { cached: CachedIndex; since: number }>();
  readonly #firstAnswerMs: number;
  readonly #segments: Segments;
  /** For writes of many records. */
  readonly filled = new FilledParts();
  #lastId = 0;
  #isClosed = false;

  /** `cacheBytes`: a fifth of it is for records. `firstAnswerMs`: see {@link use}. */
  constructor(
    rows: Rows,
    {
      cacheBytes = 160 * mebibyte,
      firstAnswerMs = 5000,
    }: { cacheBytes?: number | undefined; firstAnswerMs?: number | undefined } = {},
  ) {
    this.#firstAnswerMs = firstAnswerMs;
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
   * `mayBePartial`: once an index has been read for `firstAnswerMs`, the work gets what is read so far, which is not
   * complete, and the reading goes on, whether or not anybody waits for it.
   */
  async use<T>(
    { mayBePartial, ...owner }: IndexOwner & { mayBePartial?: boolean | undefined },
    work: (kept: Kept) => T | Promise<T>,
  ): Promise<T> {
    const key = JSON.stringify([owner.scope, owner.storeId]);
    const fresh = this.#fresh(key, owner);
    const cached = await (mayBePartial ? this.#inTime(key, fresh) : fresh);
    const letGo = cached.hold();
    try {
      const { scope } = owner;
      return await work(new Kept(cached, { scope, rows: this.#rows }));
    } finally {
      letGo();
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

  async #inTime(key: string, fresh: Promise<CachedIndex>): Promise<CachedIndex> {
    // A call that comes later does not wait as long.
    const { since = performance.now() } = this.#reading.get(key) ?? {};
    let waitMs = Math.max(0, since + this.#firstAnswerMs - performance.now());
    for (;;) {
      const waiting = new AbortController();
      const late = setTimeout(waitMs, undefined, { signal: waiting.signal, ref: false });
      late.catch(() => {});
      const whole = await Promise.race([fresh, late]).finally(() => waiting.abort());
      const found = whole ?? this.#reading.get(key)?.cached;
      if (found !== undefined) return found;
      waitMs = shortMs;
    }
  }

  async #refresh(key: string, owner: IndexOwner): Promise<CachedIndex> {
    const reader = new IndexReader(owner, this.#rows);
    const since = performance.now();
    let cached = this.#kept.get(key);
    let letGo = cached?.hold();
    try {
      for (;;) {
        if (cached === undefined) {
          cached = await reader.open({
            ...{ id: ++this.#lastId, memory: this.#memory },
            records: this.#records,
          });
          // Others may have it dropped from the cache meanwhile.
          letGo = cached.hold();
          this.#kept.set(key, cached);
        }
        // One that is complete lacks only what its next step reads.
        if (!cached.isComplete) this.#reading.set(key, { cached, since });
        const step = await reader.step(cached);
        this.#kept.trim(key);
        if (step === 'done') return cached;
        if (step === 'stale') {
          this.#reading.delete(key);
          this.#kept.drop(key);
          letGo?.();
          cached = undefined;
        }
        // Others have their turn between two steps.
        await setImmediate();
        if (this.#isClosed) throw new MnemeError('closed', 'the memory was closed while it read');
      }
    } finally {
      this.#reading.delete(key);
      // Who waits for it begins to use it before that.
      if (letGo !== undefined) void setImmediate().then(letGo);
    }
  }
}
