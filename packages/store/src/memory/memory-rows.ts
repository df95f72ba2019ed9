import { comparePaths, Lifecycle, MnemeError } from '@mneme/core/contract';
import { assertBatch } from '../rows/assert-batch.ts';
import { assertQuestions, inFull } from '../rows/assert-questions.ts';
import type { Batch, Cell, Question, Row, Rows, Table, Tables } from '../rows/rows.ts';

/** Options of {@link MemoryRows}. */
export interface MemoryRowsOptions {
  /** What several of them share, as processes share a file: an empty map at first. Default: nothing is shared. */
  kept?: Map<string, KeptTable>;
}

/** A table in memory: its columns, and its rows by their keys. */
export interface KeptTable {
  columns: string;
  rows: Map<string, Row>;
}

/**
 * Rows in plain memory, for tests.
 *
 * @example
 * const memory = await createMemory({ backend: storeBackend(new MemoryRows()), embedder: staticEmbedder() });
 */
export class MemoryRows implements Rows {
  readonly name = 'memory';
  readonly #kept: Map<string, KeptTable>;
  readonly #lifecycle = new Lifecycle<Tables>('rows in memory');

  constructor({ kept = new Map() }: MemoryRowsOptions = {}) {
    this.#kept = kept;
  }

  open(tables: Tables): Promise<void> {
    return this.#lifecycle.open(async () => {
      for (const [name, { columns, key }] of Object.entries(tables)) {
        const types = Object.entries(columns).map(([column, { type }]) => [column, type]);
        const form = JSON.stringify([types.sort(), key]);
        const { columns: known = form, rows = new Map() } = this.#kept.get(name) ?? {};
        if (known !== form)
          throw new MnemeError('foreign_store', `the table ${name} has other columns`);
        this.#kept.set(name, { columns: form, rows });
      }
      return tables;
    });
  }

  read(scope: string | undefined, questions: readonly Question[]): Promise<Row[][]> {
    return this.#lifecycle.run(async (tables) => {
      assertQuestions(questions, { tables, scope });
      return questions.map((question) => {
        const table = tables[question.table] as Table;
        const columns = question.columns ?? Object.keys(table.columns);
        return this.#answer(question, table).map((row) => copyOf(row, columns));
      });
    });
  }

  write(scope: string | undefined, batch: Batch): Promise<boolean> {
    return this.#lifecycle.run(async (tables) => {
      assertBatch(batch, { tables, scope });
      const { expect = [], remove = {}, put = {}, patch = [] } = batch;
      const isMet = expect.every(({ table, key, column, value }) => {
        const row = this.#rows(table).get(nameOf(key));
        return value === undefined
          ? row === undefined
          : row !== undefined && isSame(row[column] ?? null, value);
      });
      if (!isMet) return false;
      for (const [table, lists] of Object.entries(remove)) {
        const rows = this.#rows(table);
        const first = tables[table]?.key.slice(0, lists[0]?.length) ?? [];
        const removed = new Set(lists.map(nameOf));
        for (const [name, row] of rows)
          if (removed.has(nameOf(valuesOf(row, first)))) rows.delete(name);
      }
      for (const [name, rows] of Object.entries(put)) {
        const { columns, key } = tables[name] as Table;
        for (const row of rows)
          this.#rows(name).set(nameOf(valuesOf(row, key)), copyOf(row, Object.keys(columns)));
      }
      for (const { table, key, set = {}, add = {} } of patch) {
        const row = this.#rows(table).get(nameOf(key));
        if (row === undefined) continue;
        Object.assign(row, copyOf(set, Object.keys(set)));
        for (const [column, by] of Object.entries(add))
          if (row[column] !== null) row[column] = Number(row[column]) + by;
      }
      return true;
    });
  }

  close(): Promise<void> {
    return this.#lifecycle.close();
  }

  #rows(table: string): Map<string, Row> {
    return this.#kept.get(table)?.rows as Map<string, Row>;
  }

  #answer(question: Question, table: Table): Row[] {
    const of = question.index === undefined ? table.key : (table.indexes[question.index] ?? []);
    const order = inFull(of, table);
    const inOrder = (rows: Row[]) =>
      rows.sort((one, other) => compare(valuesOf(one, order), valuesOf(other, order)));
    const kept = this.#rows(question.table);
    if ('any' in question && of === table.key && question.any[0]?.length === of.length)
      return question.any.map((key) => kept.get(nameOf(key))).filter((row) => row !== undefined);
    const rows = [...kept.values()].filter((row) => of.every((column) => row[column] !== null));
    if ('any' in question) {
      const first = of.slice(0, question.any[0]?.length);
      const found = Map.groupBy(rows, (row) => nameOf(valuesOf(row, first)));
      for (const group of found.values()) inOrder(group);
      return question.any.flatMap((list) => found.get(nameOf(list)) ?? []);
    }
    const { is, after, before, reverse, limit } = question;
    const behind = (row: Row, bound: readonly Cell[]) =>
      compare(valuesOf(row, order.slice(is.length)), bound);
    const range = inOrder(
      rows
        .filter((row) => is.every((value, at) => isSame(row[of[at] as string] ?? null, value)))
        .filter((row) => after === undefined || behind(row, after) > 0)
        .filter((row) => before === undefined || behind(row, before) < 0),
    );
    return (reverse ? range.reverse() : range).slice(0, limit);
  }
}

/** -0 and 0 are one key, as they are one number in JSON. */
const nameOf = (key: readonly Cell[]) => JSON.stringify(key);
const valuesOf = (row: Row, columns: readonly string[]) =>
  columns.map((column) => row[column] ?? null);
const copyOf = (row: Row, columns: readonly string[]): Row =>
  Object.fromEntries(columns.map((column) => [column, copyOfCell(row[column] ?? null)]));
const copyOfCell = (cell: Cell) => (cell instanceof Uint8Array ? Uint8Array.from(cell) : cell);

function isSame(one: Cell, other: Cell): boolean {
  if (one instanceof Uint8Array && other instanceof Uint8Array)
    return Buffer.compare(one, other) === 0;
  return one === other;
}

/** The first difference within the bound. */
function compare(values: readonly Cell[], bound: readonly Cell[]): number {
  for (const [at, against] of bound.entries()) {
    const value = values[at] as Cell;
    const order =
      typeof value === 'string' && typeof against === 'string'
        ? comparePaths(value, against)
        : Number(value) - Number(against);
    if (order !== 0) return order;
  }
  return 0;
}
