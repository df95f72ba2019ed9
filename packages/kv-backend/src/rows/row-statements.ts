import {
  type Batch,
  type Cell,
  type LookUpQuestion,
  type Question,
  type RangeQuestion,
  type Row,
  type RowPatch,
  Sql,
  type Statement,
  type Table,
  type Tables,
} from '@mneme/store/rows';
import type { Statements } from '../file/statements.ts';
import { requireTypes } from './cells.ts';
import { columnsOf } from './columns-of.ts';
import { dialect } from './dialect.ts';

/** What a batch has done. `removed`: contents of rows are gone whose bytes may still be in the file. */
export type Written = 'unmet' | 'written' | 'removed';

/** So many lists find few rows each, so that one statement for all is faster than one for each. */
const manyLists = 8;

/** Questions and batches as statements of one connection. */
export class RowStatements {
  readonly tables: Tables;
  readonly #sql: Sql;
  readonly #connection: Pick<Statements, 'path' | 'statement'>;

  constructor(tables: Tables, connection: Pick<Statements, 'path' | 'statement'>) {
    this.tables = tables;
    this.#sql = new Sql(tables, dialect);
    this.#connection = connection;
  }

  /** Inside a transaction. Undefined: there are more rows than `most`. */
  read(questions: readonly Question[], most = Number.POSITIVE_INFINITY): Row[][] | undefined {
    const answers: Row[][] = [];
    let left = most;
    for (const question of questions) {
      const rows = this.#answer(question, left);
      left -= rows.length;
      if (left < 0) return undefined;
      requireTypes(rows, {
        columns: columnsOf(question, this.tables),
        where: `the table ${question.table} of ${this.#connection.path}`,
      });
      answers.push(rows);
    }
    return answers;
  }

  /** At least one more than `most` if there are more. */
  #answer(question: Question, most: number): Row[] {
    if (!('any' in question)) return this.#range(question, most);
    const { any, ...of } = question;
    if (any.length > 1 && any.length <= most && this.#isSimple(question)) {
      const { sql, parameters } = this.#sql.question(question);
      const limit = most === Number.POSITIVE_INFINITY ? -1 : most + 1;
      return this.#connection.statement<Row>(`${sql} LIMIT ?`).all(...parameters, limit);
    }
    const rows: Row[] = [];
    for (const list of any) {
      for (const row of this.#range({ ...of, is: list }, most - rows.length)) rows.push(row);
      if (rows.length > most) break;
    }
    return rows;
  }

  #range(question: RangeQuestion, most: number): Row[] {
    const { limit = Number.POSITIVE_INFINITY } = question;
    const rows = Math.min(limit, most + 1);
    const { sql, parameters } = this.#sql.question({
      ...question,
      limit: rows === Number.POSITIVE_INFINITY ? undefined : rows,
    });
    return this.#connection.statement<Row>(sql).all(...parameters);
  }

  /** Whether the lists find few rows each, and JSON keeps them as they are. */
  #isSimple({ table, index, any }: LookUpQuestion): boolean {
    const { key } = this.#table(table);
    const isOfOne = index === undefined && any[0]?.length === key.length;
    return (isOfOne || any.length >= manyLists) && !any.some(hasBytes);
  }

  /** Inside a transaction. */
  write({ expect = [], remove = {}, put = {}, patch = [] }: Batch): Written {
    for (const each of expect) {
      const { sql, parameters } = this.#sql.unmet(each);
      if (this.#connection.statement(sql).get(...parameters) !== undefined) return 'unmet';
    }
    let removed = false;
    for (const [table, lists] of Object.entries(remove))
      if (this.#remove(table, lists)) removed = true;
    for (const [table, rows] of Object.entries(put)) if (this.#put(table, rows)) removed = true;
    for (const each of patch) if (this.#patch(each)) removed = true;
    return removed ? 'removed' : 'written';
  }

  #remove(table: string, lists: readonly (readonly Cell[])[]): boolean {
    if (lists.length === 0) return false;
    const parts = lists.some(hasBytes) ? lists.map((list) => [list]) : [lists];
    let changes = 0;
    for (const part of parts) changes += this.#run(this.#sql.remove(table, part));
    return changes > 0 && hasContents(this.#table(table));
  }

  /** First as a new row, which most are: so it is known whether there was another. */
  #put(name: string, rows: readonly Row[]): boolean {
    const table = this.#table(name);
    const columns = Object.keys(table.columns);
    const others = columns.filter((column) => !table.key.includes(column));
    const insert = this.#connection.statement(
      `INSERT INTO ${name} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
       ON CONFLICT (${table.key.join(', ')}) DO NOTHING`,
    );
    let replaced = false;
    for (const row of rows) {
      const cells = (of: readonly string[]) => of.map((column) => row[column] ?? null);
      if (insert.run(...cells(columns)).changes > 0 || others.length === 0) continue;
      const set = Object.fromEntries(others.map((column) => [column, row[column] ?? null]));
      this.#run(this.#sql.patch({ table: name, key: cells(table.key), set }));
      replaced = true;
    }
    return replaced && hasContents(table);
  }

  #patch(patch: RowPatch): boolean {
    const { set = {}, table } = patch;
    const { columns } = this.#table(table);
    const changed = Object.fromEntries(Object.entries(columns).filter(([column]) => column in set));
    return this.#run(this.#sql.patch(patch)) > 0 && hasContents({ columns: changed });
  }

  #run({ sql, parameters }: Statement): number {
    return this.#connection.statement(sql).run(...parameters).changes;
  }

  #table(name: string): Table {
    return this.tables[name] as Table;
  }
}

/** Whether a table has more than what its rows are found by. */
function hasContents({ columns }: Pick<Table, 'columns'>): boolean {
  return Object.values(columns).some(({ kept, type }) => kept === 'sealed' || type === 'bytes');
}

const hasBytes = (list: readonly Cell[]) => list.some((cell) => cell instanceof Uint8Array);
