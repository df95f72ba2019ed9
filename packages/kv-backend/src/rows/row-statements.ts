import {
  assertWithin,
  type Batch,
  isScoped,
  type Question,
  type Row,
  Sql,
  type Statement,
  type Table,
  type Tables,
} from '@mneme/store/rows';
import type { Statements } from '../store/statements.ts';
import { dialect } from './dialect.ts';

/** Answers questions and writes batches over one connection. Call it inside a transaction. */
export class RowStatements {
  readonly #tables: Tables;
  readonly #sql: Sql;

  constructor(tables: Tables) {
    this.#tables = tables;
    this.#sql = new Sql(tables, dialect);
  }

  read(
    source: Pick<Statements, 'statement'>,
    { scope, questions }: { scope: string | undefined; questions: readonly Question[] },
  ): Row[][] {
    return questions.map((question) => {
      const { sql, parameters } = this.#sql.question(single(question));
      const rows = source.statement<Row>(sql).all(...parameters);
      if (scope === undefined || !isScoped(this.#tables, question.table)) return rows;
      return rows;
    });
  }

  /** False: an expectation is not met, and nothing was written. */
  write(
    source: Pick<Statements, 'statement'>,
    { scope, batch }: { scope: string | undefined; batch: Batch },
  ): boolean {
    assertWithin(scope, { tables: this.#tables, batch });
    const { expect = [], remove = {}, put = {}, patch = [] } = batch;
    const run = ({ sql, parameters }: Statement) => source.statement(sql).run(...parameters);
    for (const each of expect) {
      const { sql, parameters } = this.#sql.unmet(each);
      if (source.statement(sql).get(...parameters) !== undefined) return false;
    }
    for (const [table, lists] of Object.entries(remove))
      if (lists.length > 0) run(this.#sql.remove(table, lists));
    for (const [table, rows] of Object.entries(put)) this.#put(source, table, rows);
    for (const each of patch) run(this.#sql.patch(each));
    return true;
  }

  #put(source: Pick<Statements, 'statement'>, name: string, rows: readonly Row[]): void {
    const columns = Object.keys((this.#tables[name] as Table).columns);
    const values = columns.map(() => '?').join(', ');
    const insert = source.statement(
      `INSERT INTO ${name} (${columns.join(', ')}) VALUES (${values}) ${this.#sql.replacing(name)}`,
    );
    for (const row of rows) insert.run(...columns.map((column) => row[column] ?? null));
  }
}

/** One list is found by `=`, which is faster. */
function single(question: Question): Question {
  if (!('any' in question) || question.any.length !== 1) return question;
  const { any, ...of } = question;
  return { ...of, is: any[0] ?? [] };
}
