import type { Meta } from '../scopes/meta.ts';
import { stampOf } from '../scopes/past.ts';
import type { ScopeState } from '../scopes/scope-writer.ts';
import type { CodeMemory } from './code-memory.ts';
import type { KnownRecord, RecordCache } from './record-cache.ts';
import { type IndexRow, RowIndex } from './row-index.ts';
import { partOf, rowsOfSegment, type SegmentHead } from './segment.ts';

/** After this many edits of rows in segments, these are written anew. */
const mostEdits = 1000;

/** Where an index is kept. `id`: among the indexes of this process. */
export interface CacheRoom {
  id: number;
  memory: CodeMemory;
  records: RecordCache<string>;
}

/** The index of one owner in memory, and how far it was read. */
export class CachedIndex {
  readonly index: RowIndex;
  readonly epoch: string;
  meta: Meta;
  /** It has everything that changed up to this revision, as far as it {@link isComplete}. */
  #revision: number;
  #stamp: string | undefined;
  /** Rows from this number on are not in it yet. */
  next = 0;
  /** Whether all rows were read that there are. */
  isRead = false;
  /** Where the reading of edits goes on, which the segments and rows that were read do not have. Absent: nowhere. */
  edits: [edited: number, number: number] | undefined;
  /** It is as the store was at `revision`. */
  isComplete = false;
  /** About how many rows it has once it is complete. */
  readonly expected: number;
  /** Segments that it is read from, by part. */
  readonly segments: SegmentHead[];
  /** How many rows of each part were read beside segments, or again because they have changed. */
  readonly #loose = new Map<number, number>();
  #hasLoose = false;
  /** Parts that have a segment, or will have. */
  readonly #parts: Set<number>;
  readonly #id: number;
  /** What uses have read of all indexes. */
  readonly #records: RecordCache<string>;
  #changes = 0;
  #users = 0;
  #isDropped = false;

  constructor({
    id,
    meta,
    state,
    segments,
    memory,
    records,
  }: CacheRoom & {
    meta: Meta;
    state: ScopeState;
    segments: SegmentHead[];
  }) {
    this.#id = id;
    this.#records = records;
    this.meta = meta;
    this.epoch = state.epoch;
    this.expected = state.records;
    this.#revision = state.revision;
    this.#stamp = stampOf(state.past, state.revision);
    this.segments = segments;
    this.index = new RowIndex({ dimensions: meta.current?.embedder.dimensions, memory });
    this.#parts = new Set(segments.map(({ part }) => part));
    if (segments.length > 0) this.editedSince(Math.min(...segments.map((each) => each.revision)));
  }

  get bytes(): number {
    return this.index.bytes;
  }

  get revision(): number {
    return this.#revision;
  }

  reach({ revision, past }: ScopeState): void {
    this.#revision = revision;
    this.#stamp = stampOf(past, revision);
  }

  editedSince(revision: number): void {
    this.edits = [revision, Number.MAX_SAFE_INTEGER];
  }

  /** Whether it can be brought up to a state by what has changed. */
  fits(meta: Meta, { epoch, revision, past }: ScopeState): boolean {
    const isSame = epoch === this.epoch && meta.current?.number === this.meta.current?.number;
    const follows = revision >= this.#revision && stampOf(past, this.#revision) === this.#stamp;
    return isSame && follows && !this.index.isWorn;
  }

  /** Takes rows that were read beside segments: those that follow, and those that it knows. Sorted by number. */
  put(rows: readonly IndexRow[]): void {
    const fitting = rows.filter(
      ({ number }) => number >= this.next || this.index.placeOf(number) >= 0,
    );
    this.index.put(fitting);
    this.#changes += 1;
    for (const { number } of fitting) {
      this.#records.forget(this.#keyOf(number));
      const part = partOf(number);
      this.#loose.set(part, (this.#loose.get(part) ?? 0) + 1);
      this.#hasLoose = true;
    }
  }

  /** What is known of a row. */
  known(number: number): KnownRecord | undefined {
    return this.#records.get(this.#keyOf(number));
  }

  /** Returns a function that remembers what is read from now on, unless rows change meanwhile. */
  remembers(): (number: number, found: KnownRecord) => void {
    const changes = this.#changes;
    return (number, found) => {
      if (this.#changes === changes) this.#records.set(this.#keyOf(number), found);
    };
  }

  #keyOf(number: number): string {
    return `${this.#id} ${number}`;
  }

  /** The part has no segment: others remove those whose rows have gone. */
  lacksSegment(part: number): void {
    this.segments.splice(
      this.segments.findIndex((each) => each.part === part),
      1,
    );
    this.#parts.delete(part);
  }

  /** Parts that are worth a segment, or a new one, and were not returned before. */
  takeWorn(): { parts: number[]; hasEdits: boolean } {
    if (!this.isComplete || !this.#hasLoose) return { parts: [], hasEdits: false };
    this.#hasLoose = false;
    const known = [...this.#loose].filter(([part]) => this.#parts.has(part));
    const hasEdits = known.reduce((sum, [, rows]) => sum + rows, 0) >= mostEdits;
    const parts = [...this.#loose]
      .filter(([part, rows]) => rows >= rowsOfSegment || (hasEdits && this.#parts.has(part)))
      .map(([part]) => part);
    for (const part of parts) {
      this.#loose.delete(part);
      this.#parts.add(part);
    }
    return { parts, hasEdits };
  }

  /** Keeps the memory until the returned function is called, also if the index is dropped from the cache. */
  hold(): () => void {
    this.#users += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#users -= 1;
      if (this.#users > 0) return;
      if (this.#isDropped) this.index.release();
      else this.index.rest();
    };
  }

  /** When it is dropped from the cache. */
  release(): void {
    this.#isDropped = true;
    if (this.#users === 0) this.index.release();
  }
}
