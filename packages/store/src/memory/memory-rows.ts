import { orderOf, rangeOf, sameCell } from '../rows/order.ts';
import type { Batch, Cell, Question, Row, Rows, Table, Tables } from '../rows/rows.ts';
import { assertWithin, isScoped } from '../rows/within.ts';

type Kept = Map<string, Map<string, Row>>;

/** Rows in plain memory, for tests. `kept`: what several of them share, as processes share a file. */
export class MemoryRows implements Rows {
  readonly name = 'memory';
  readonly #kept: Kept;
  #tables: Tables = {};

  constructor({ kept = new Map() }: { kept?: Kept } = {}) {
    this.#kept = kept;
  }

  async open(tables: Tables): Promise<void> {
    this.#tables = tables;
    for (const name of Object.keys(tables))
      if (!this.#kept.has(name)) this.#kept.set(name, new Map());
  }

  async read(scope: string | undefined, questions: readonly Question[]): Promise<Row[][]> {
    return questions.map((question) =>
      this.#answer(scope, question).map((row) => {
        const columns = question.columns ?? Object.keys(this.#table(question.table).columns);
        return Object.fromEntries(
          columns.map((column) => [column, structuredClone(row[column] ?? null)]),
        );
      }),
    );
  }

  async write(scope: string | undefined, batch: Batch): Promise<boolean> {
    assertWithin(scope, { tables: this.#tables, batch });
    const { expect = [], remove = {}, put = {}, patch = [] } = batch;
    const isMet = expect.every(({ table, key, column, value }) => {
      const row = this.#rows(table).get(nameOf(key));
      return value === undefined
        ? row === undefined
        : row !== undefined && sameCell(row[column], value);
    });
    if (!isMet) return false;
    for (const [table, lists] of Object.entries(remove))
      for (const list of lists)
        for (const [name, row] of this.#rows(table))
          if (startsWith(row, this.#table(table).key, list)) this.#rows(table).delete(name);
    for (const [table, rows] of Object.entries(put))
      for (const row of rows)
        this.#rows(table).set(
          nameOf(this.#table(table).key.map((column) => row[column] as Cell)),
          structuredClone(row),
        );
    for (const { table, key, set = {}, add = {} } of patch) {
      const row = this.#rows(table).get(nameOf(key));
      if (row === undefined) continue;
      Object.assign(row, structuredClone(set));
      for (const [column, by] of Object.entries(add)) row[column] = Number(row[column]) + by;
    }
    return true;
  }

  async close(): Promise<void> {}

  #rows(table: string): Map<string, Row> {
    return this.#kept.get(table) as Map<string, Row>;
  }

  #table(name: string): Table {
    return this.#tables[name] as Table;
  }

  #answer(scope: string | undefined, question: Question): Row[] {
    const table = this.#table(question.table);
    const { key, indexes } = table;
    const of = question.index === undefined ? key : (indexes[question.index] as readonly string[]);
    const order = orderOf(table, question.index);
    const isOwn = scope === undefined || !isScoped(this.#tables, question.table);
    const rows = [...this.#rows(question.table).values()]
      .filter((row) => isOwn || row.scope === scope)
      .filter((row) => of.every((column) => row[column] != null));
    const among = (values: readonly Cell[]) => rows.filter((row) => startsWith(row, of, values));
    return 'any' in question
      ? question.any.flatMap((list) => rangeOf(among(list), { ...question, is: list }, order))
      : rangeOf(among(question.is), question, order);
  }
}

const nameOf = (key: readonly Cell[]) => JSON.stringify(key);

function startsWith(row: Row, columns: readonly string[], values: readonly Cell[]): boolean {
  return values.every((value, at) => sameCell(row[columns[at] as string], value));
}
