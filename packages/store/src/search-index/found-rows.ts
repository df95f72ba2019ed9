import type { MemoryRecord } from '@mneme/core/backend';
import { numbersAround } from '../index/kept.ts';
import { exactDot } from '../index/quantise.ts';
import { readCode } from '../index/vector-columns.ts';
import { recordColumns, toRecord } from '../records/record-row.ts';
import type { Row, Rows } from '../rows/rows.ts';
import type { Meta } from '../scopes/meta.ts';
import { vectorsOf } from './indexed-rows.ts';

/** Rows that an index has found, as the store has them. Each has its number as its place. */
export class FoundRows {
  readonly meta: Meta;
  readonly #rows: Rows;
  readonly #scope: string;
  readonly #loaded = new Map<number, { record: MemoryRecord; terms: string; length: number }>();
  readonly #vectors = new Map<number, Row>();

  constructor(rows: Rows, { scope, meta }: { scope: string; meta: Meta }) {
    this.meta = meta;
    this.#rows = rows;
    this.#scope = scope;
  }

  placeOf(number: number): number {
    return number;
  }

  /** Reads rows with their vectors. */
  async load(places: readonly number[]): Promise<void> {
    const numbers = [...new Set(places)].filter((place) => !this.#loaded.has(place));
    if (numbers.length === 0) return;
    const { current } = this.meta;
    const [found = [], vectors = []] = await this.#rows.read(this.#scope, [
      {
        ...{ table: 'records', index: 'by_number', columns: [...recordColumns, 'terms', 'length'] },
        any: numbers.map((number) => [this.#scope, number]),
      },
      ...(current === undefined ? [] : [vectorsOf(this.#scope, current, numbers)]),
    ]);
    for (const row of found) {
      if (row.family === null) continue;
      const [terms, length] = [row.terms as string, row.length as number];
      const record = toRecord(row) as MemoryRecord;
      this.#loaded.set(row.number as number, { record, terms, length });
    }
    for (const row of vectors) this.#vectors.set(row.number as number, row);
  }

  /** Undefined: it is gone. */
  recordAt(place: number): MemoryRecord | undefined {
    return this.#loaded.get(place)?.record;
  }

  /** Its words, joined by spaces, and their number. Of a place that was loaded. */
  wordsAt(place: number): { terms: string; length: number } {
    return this.#loaded.get(place) ?? { terms: '', length: 0 };
  }

  /** The exact cosine of a vector and that at a place; undefined: there is none, or it was not loaded. */
  similarityAt(vector: Float32Array, place: number): number | undefined {
    const row = this.#vectors.get(place);
    const code = readCode(row?.code);
    return code && row && exactDot(vector, { ...code, rest: row.rest as Uint8Array });
  }

  /** Places of turns, and of those around them, loaded. */
  async turnsAround(
    turns: readonly { session: string; sequence: number }[],
    around: { before: number; after: number },
  ): Promise<number[]> {
    if (turns.length === 0) return [];
    const numbers = await numbersAround(this.#rows, this.#scope, { ...around, turns });
    await this.load(numbers);
    return numbers;
  }
}
