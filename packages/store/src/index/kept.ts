import type { MemoryRecord, RecordFilter } from '@mneme/core/backend';
import { recordColumns, toRecord } from '../records/record-row.ts';
import type { Question, Rows } from '../rows/rows.ts';
import type { Meta } from '../scopes/meta.ts';
import type { CachedIndex } from './cached-index.ts';
import { wantedFacets } from './facets.ts';
import { passing } from './passing.ts';
import { exactDot } from './quantise.ts';
import type { KnownRecord } from './record-cache.ts';
import type { RowIndex } from './row-index.ts';

/** The index of a scope, or of the passages of a document store, for one use of it. */
export class Kept {
  readonly index: RowIndex;
  readonly meta: Meta;
  /** That it is still being read, and how far, as a sentence. Absent: it has every acknowledged write. */
  readonly unread: string | undefined;
  readonly #cached: CachedIndex;
  readonly #scope: string;
  readonly #rows: Rows;
  /** What this use has read or found in the cache, by number: that may drop it meanwhile. */
  readonly #loaded = new Map<number, KnownRecord>();

  constructor(cached: CachedIndex, { scope, rows }: { scope: string; rows: Rows }) {
    this.index = cached.index;
    this.meta = cached.meta;
    this.unread = cached.isComplete ? undefined : unreadOf(cached);
    this.#cached = cached;
    this.#scope = scope;
    this.#rows = rows;
  }

  placeOf(number: number): number {
    return this.index.placeOf(number);
  }

  /** 1 at each place that passes. */
  async passing(filter: RecordFilter): Promise<Uint8Array> {
    const questions = wantedFacets(filter).map((facets) => ({
      ...{ table: 'facets', index: 'by_facet', columns: ['number'] },
      any: facets.map((facet) => [this.#scope, facet]),
    }));
    const answers = questions.length === 0 ? [] : await this.#rows.read(this.#scope, questions);
    const among = answers.map((rows) => {
      const places = new Set(rows.map(({ number }) => this.index.placeOf(number as number)));
      return Int32Array.from(places).sort();
    });
    return passing(this.index, filter, among);
  }

  /** Reads the rests of the vectors at these places, without records. */
  async rests(places: readonly number[]): Promise<void> {
    const missing = this.#missing(places, 'rest');
    await this.#read(this.#restsOf(missing));
  }

  /** Reads the records and the rests of the vectors at these places. */
  async load(places: readonly number[]): Promise<void> {
    const missing = this.#missing(places, 'record');
    const records = {
      ...{ table: 'records', index: 'by_number', columns: recordColumns },
      any: missing.map((number) => [this.#scope, number]),
    };
    await this.#read([
      ...(missing.length === 0 ? [] : [records]),
      ...this.#restsOf(this.#missing(places, 'rest')),
    ]);
  }

  /** Of a place that was loaded; undefined: it was removed meanwhile. Others share it, so nobody may change it. */
  recordAt(place: number): MemoryRecord | undefined {
    return this.#loaded.get(this.index.numberAt(place))?.record;
  }

  /** The part of a vector that its code leaves out. */
  restAt(place: number): Uint8Array | undefined {
    return this.#loaded.get(this.index.numberAt(place))?.rest;
  }

  /** The exact cosine of a vector and that at a place; undefined: there is none, or it was not loaded. */
  similarityAt(vector: Float32Array, place: number): number | undefined {
    const code = place < 0 ? undefined : this.index.codes?.get(place);
    const rest = code && this.restAt(place);
    return rest && exactDot(vector, { ...code, rest });
  }

  /** Places of turns, and of those around them, whose records are loaded. */
  async turnsAround(
    turns: readonly { session: string; sequence: number }[],
    { before, after }: { before: number; after: number },
  ): Promise<number[]> {
    if (turns.length === 0) return [];
    const numbers = await numbersAround(this.#rows, this.#scope, { turns, before, after });
    const places = numbers.map((number) => this.index.placeOf(number));
    const known = places.filter((place) => place >= 0);
    await this.load(known);
    return known;
  }

  #missing(places: readonly number[], part: keyof KnownRecord): number[] {
    const missing: number[] = [];
    for (const place of new Set(places)) {
      const number = this.index.numberAt(place);
      if (this.#loaded.get(number)?.[part] !== undefined) continue;
      const known = this.#cached.known(number);
      if (known !== undefined) this.#loaded.set(number, known);
      if (known?.[part] === undefined) missing.push(number);
    }
    return missing;
  }

  /** Asks for records and rests of vectors. */
  async #read(questions: readonly Question[]): Promise<void> {
    if (questions.length === 0) return;
    const remember = this.#cached.remembers();
    for (const row of (await this.#rows.read(this.#scope, questions)).flat()) {
      const number = row.number as number;
      const found =
        'rest' in row
          ? { rest: row.rest as Uint8Array }
          : { record: toRecord(row) as MemoryRecord };
      this.#loaded.set(number, { ...this.#loaded.get(number), ...found });
      remember(number, found);
    }
  }

  #restsOf(numbers: readonly number[]): Question[] {
    const space = this.meta.current?.number;
    if (space === undefined || numbers.length === 0) return [];
    const any = numbers.map((number) => [this.#scope, space, number]);
    return [{ table: 'vectors', any, columns: ['number', 'rest'] }];
  }
}

function unreadOf({ index, expected }: CachedIndex): string {
  const [read, all] = [index.count, Math.max(index.count, expected)];
  return `searched only ${read} of about ${all}, because the scope is still being read: ask again later for all`;
}

/** Numbers of turns, and of those around them. */
export async function numbersAround(
  rows: Rows,
  scope: string,
  {
    turns,
    before,
    after,
  }: { turns: readonly { session: string; sequence: number }[]; before: number; after: number },
): Promise<number[]> {
  const answers = await rows.read(
    scope,
    turns.map(({ session, sequence }) => ({
      ...{ table: 'records', index: 'by_turn', is: [scope, session] },
      ...{ after: [sequence - before - tiny], before: [sequence + after + tiny] },
      columns: ['number'],
    })),
  );
  return [...new Set(answers.flat().map(({ number }) => number as number))];
}

/** Bounds are exclusive, and sequences may be fractions. */
const tiny = 1e-9;
