import type { MemoryRecord, RecordFilter } from '@mneme/core/contract';
import {
  type Code,
  type CodeMemory,
  exactDot,
  passage,
  passing,
  RecordCache,
  RowIndex,
} from '@mneme/core/index';
import type { Cell, Row, Rows } from '../rows/rows.ts';
import type { Meta } from '../scopes/meta.ts';
import { wantedFacets } from './facets.ts';
import { readRecord, recordColumns } from './read-record.ts';

/** The index of a scope, or of the passages of a document store, as it was at one revision. */
export class Kept {
  readonly index: RowIndex;
  readonly epoch: string | undefined;
  meta: Meta;
  revision = 0;
  readonly #records = new RecordCache({ budgetBytes: 16 * 1024 * 1024 });
  readonly #scope: string;
  readonly #rows: Rows;

  constructor(
    scope: string,
    { rows, meta, epoch, memory }: { rows: Rows; meta: Meta; epoch?: string; memory: CodeMemory },
  ) {
    this.#scope = scope;
    this.#rows = rows;
    this.meta = meta;
    this.epoch = epoch;
    this.index = new RowIndex({ dimensions: meta.current?.embedder.dimensions, memory });
  }

  get bytes(): number {
    return this.index.bytes;
  }

  release(): void {
    this.index.release();
  }

  /** Adds new and changed rows, in the order of their numbers. `codes`: those that have changed. */
  put(rows: readonly Row[], codes: ReadonlyMap<number, Code | undefined>): void {
    this.index.put(
      rows.map((row) => {
        const number = row.number as number;
        this.#records.forget(number);
        return {
          number,
          terms: row.terms as string,
          code: this.#codeOf(row, codes),
          head: headOf(row),
        };
      }),
    );
  }

  /** A change that brings no vector leaves the one that is there, unless the row waits for one. */
  #codeOf(row: Row, codes: ReadonlyMap<number, Code | undefined>): Code | undefined {
    const number = row.number as number;
    if (codes.has(number)) return codes.get(number);
    const place = this.index.placeOf(number);
    if (place < 0 || row.pending === 1) return undefined;
    const known = this.index.codes?.get(place);
    return known && { scale: known.scale, code: known.code.slice() };
  }

  /** 1 at each place that passes. */
  async passing(filter: RecordFilter): Promise<Uint8Array> {
    const wanted = wantedFacets(filter);
    const answers =
      wanted.length === 0
        ? []
        : await this.#rows.read(
            this.#scope,
            wanted.map((facets) => ({
              table: 'facets',
              index: 'by_facet',
              any: facets.map((facet) => [this.#scope, facet]),
              columns: ['number'],
            })),
          );
    const among = answers.map((rows) => {
      const places = new Set(rows.map(({ number }) => this.index.placeOf(number as number)));
      return Int32Array.from(places).sort();
    });
    return passing(this.index, filter, among);
  }

  /** Reads the rests of the vectors at these places, without records. */
  async rests(places: readonly number[]): Promise<void> {
    const missing = this.#numbersAt(places).filter(
      (number) => this.#records.get(number)?.rest === undefined,
    );
    if (missing.length === 0) return;
    const [rests = []] = await this.#rows.read(this.#scope, [this.#restsOf(missing)]);
    for (const { number, rest } of rests)
      this.#records.set(number as number, { rest: rest as Uint8Array });
  }

  /** Reads the records and the rests of vectors at these places. */
  async load(places: readonly number[]): Promise<void> {
    const missing = this.#numbersAt(places).filter(
      (number) => this.#records.get(number)?.record === undefined,
    );
    if (missing.length === 0) return;
    const [rows = [], counts = [], rests = []] = await this.#rows.read(this.#scope, [
      {
        table: 'records',
        index: 'by_number',
        any: missing.map((number) => [this.#scope, number]),
        columns: recordColumns,
      },
      { table: 'accesses', any: missing.map((number) => [this.#scope, number]) },
      this.#restsOf(missing),
    ]);
    const accesses = new Map(counts.map((row) => [row.number, row]));
    const restOf = new Map(rests.map(({ number, rest }) => [number, rest as Uint8Array]));
    for (const row of rows) {
      const record = readRecord(row, accesses.get(row.number as Cell)) as MemoryRecord;
      this.#records.set(row.number as number, { record, rest: restOf.get(row.number as Cell) });
    }
  }

  /** Of a place that was loaded. Callers share it. */
  recordAt(place: number): MemoryRecord | undefined {
    return this.#records.get(this.index.numberAt(place))?.record;
  }

  restAt(place: number): Uint8Array | undefined {
    return this.#records.get(this.index.numberAt(place))?.rest;
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
    const answers = await this.#rows.read(
      this.#scope,
      turns.map(({ session, sequence }) => ({
        table: 'records',
        index: 'by_turn',
        is: [this.#scope, session],
        after: [sequence - before - 1e-9],
        before: [sequence + after + 1e-9],
        columns: ['number', 'family'],
      })),
    );
    const found = answers.flat().filter(({ family }) => family !== null);
    const places = [...new Set(found.map(({ number }) => this.index.placeOf(number as number)))];
    const known = places.filter((place) => place >= 0);
    await this.load(known);
    return known;
  }

  #numbersAt(places: readonly number[]): number[] {
    return [...new Set(places)].map((place) => this.index.numberAt(place));
  }

  #restsOf(numbers: readonly number[]) {
    const space = this.meta.current?.number ?? -1;
    return {
      table: 'vectors',
      any: numbers.map((number) => [this.#scope, space, number]),
      columns: ['number', 'rest'],
    };
  }
}

/** Passages have no kind, importance or times. */
function headOf(row: Row) {
  return {
    kind: (row.kind as number | undefined) ?? passage,
    importance: (row.importance as number | undefined) ?? 0,
    length: row.length as number,
    occurredAt: (row.occurred_at as number | undefined) ?? 0,
    expiresAt: (row.expires_at as number | null | undefined) ?? Number.POSITIVE_INFINITY,
    validTo: (row.valid_to as number | null | undefined) ?? Number.POSITIVE_INFINITY,
  };
}
