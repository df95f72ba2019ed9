import type { ListRequest } from '@mneme/core/backend';
import type { RangeQuestion, Row, Rows } from '../rows/rows.ts';
import { fieldColumnNames } from './fields.ts';
import type { ListedRow, ListReading, PlaceInOrder } from './list-order.ts';
import { passesColumns, passing } from './passes.ts';
import { recordColumns } from './record-row.ts';

/** Rows of a further read, without bodies. */
const lightRows = 2000;

/** One range of a list, read until there are enough rows that pass the filter. */
export class RangeWalk {
  /** One more than the page has room for, if there are so many. */
  readonly found: ListedRow[] = [];
  readonly #request: ListRequest;
  readonly #reading: ListReading;
  readonly #range: ListReading['ranges'][number];
  #place: PlaceInOrder | undefined;
  #isDone = false;

  constructor(
    request: ListRequest,
    {
      reading,
      range,
      start,
    }: {
      reading: ListReading;
      range: ListReading['ranges'][number];
      start: PlaceInOrder | undefined;
    },
  ) {
    this.#request = request;
    this.#reading = reading;
    this.#range = range;
    this.#place = start;
  }

  /** A read of a whole page, of which the filter usually leaves out nothing. */
  first(): RangeQuestion {
    return this.#question({ limit: this.#most, columns: recordColumns });
  }

  /** Takes the answer to {@link first}. */
  take(rows: readonly Row[]): void {
    this.#addTo(rows);
    this.#behind(rows, this.#most);
  }

  /** Looks at columns without bodies, and reads those rows that pass. */
  async finish(rows: Rows): Promise<void> {
    const { scope, filter } = this.#request;
    while (!this.#isDone) {
      const [light = []] = await rows.read(scope, [
        this.#question({ limit: lightRows, columns: fieldColumnNames }),
      ]);
      const passing = light.filter((row) => passesColumns(row, filter));
      for (let at = 0; at < passing.length && this.#missing > 0; ) {
        const some = passing.slice(at, at + this.#most);
        at += some.length;
        const [full = []] = await rows.read(scope, [
          {
            ...{ table: 'records', any: some.map(({ id }) => [scope, id as string]) },
            columns: this.#columns(recordColumns),
          },
        ]);
        this.#addTo(full);
      }
      this.#behind(light, lightRows);
    }
  }

  get #most(): number {
    return this.#request.limit + 1;
  }

  get #missing(): number {
    return this.#most - this.found.length;
  }

  #addTo(rows: readonly Row[]): void {
    this.found.push(...passing(rows, this.#request.filter).slice(0, this.#missing));
  }

  #behind(rows: readonly Row[], asked: number): void {
    const last = rows.at(-1);
    this.#isDone = this.#missing === 0 || rows.length < asked || last === undefined;
    if (last !== undefined) this.#place = this.#reading.placeOf(last);
  }

  #question({ limit, columns }: { limit: number; columns: readonly string[] }): RangeQuestion {
    const isReverse = this.#reading.direction < 0;
    const place = this.#place && { [isReverse ? 'before' : 'after']: this.#place };
    return {
      ...{ table: 'records', ...this.#range, ...place },
      ...{ reverse: isReverse, limit, columns: this.#columns(columns) },
    };
  }

  /** A place among turns has a column that other lists need not. */
  #columns(columns: readonly string[]): readonly string[] {
    return this.#request.turns === undefined ? columns : [...columns, 'sequence'];
  }
}
